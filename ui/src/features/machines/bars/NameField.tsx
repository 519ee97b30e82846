/** Asks for a name in the place where it will stand. Enter keeps it, Esc does not. */

import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

type Props = { label: string; onName: (name: string) => void; onClose: () => void };

export function NameField({ label, onName, onClose }: Props) {
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      aria-label={label}
      onBlur={onClose}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        if (event.key === "Enter" && name.trim() !== "") onName(name.trim().slice(0, 40));
        onClose();
      }}
      placeholder={label}
      ref={field}
      value={name}
    />
  );
}
