/** An hour of the day as a person types it: the web view's own field takes what is typed apart, and 0232 is 23:00 in it. */

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hourOf } from "./when";

/** `value`: `07:00`, or empty while what is typed is no hour. Told the same way. */
type Props = { label: string; value: string; onHour: (hour: string) => void };

export function HourField({ label, value, onHour }: Props) {
  const { t } = useTranslation("machines");
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  return (
    <TextInput
      autoComplete="off"
      error={left && value === "" ? t("unblock.hourExample", { example: "07:00" }) : undefined}
      label={label}
      onBlur={() => {
        setLeft(true);
        if (value !== "") setTyped(null);
      }}
      onChange={({ currentTarget: { value: entered } }) => {
        setTyped(entered);
        setLeft(false);
        onHour(hourOf(entered) ?? "");
      }}
      spellCheck={false}
      value={typed ?? value}
    />
  );
}
