/** A day as the rest of the window writes it: the web view's own field follows the computer's language instead. The
 * desktop side reads what is typed. */

import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type DayMeaning, useBridge } from "../../ipc";
import { useFormats } from "../use-formats";
import { useWriting } from "../use-writing";
import { Calendar } from "./Calendar";

type Props = Omit<TextInputProps, "value" | "onChange" | "onBlur" | "type" | "max"> & {
  /** `2026-11-28`, or empty. */
  value: string;
  /** Receives the day in the same form; empty while the text is no day. */
  onDay: (day: string) => void;
  /** The event that the day is of, for the year that is left out. */
  meaning?: DayMeaning;
  /** The last day that can be chosen. */
  max?: string;
};

export function DayField({ value, onDay, meaning = "past", max, error, ...rest }: Props) {
  const { t } = useTranslation("common", { keyPrefix: "day" });
  const formats = useFormats();
  const bridge = useBridge();
  const writing = useWriting();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [wrong, setWrong] = useState("");
  const field = useRef<HTMLInputElement>(null);
  /** The text that was typed last: an answer about an older one is not shown. */
  const newest = useRef("");
  const isLeft = useRef(false);
  /** Newest receiver: what the form holds beside the day may change before the desktop side answers. */
  const receiver = useRef(onDay);
  receiver.current = onDay;
  const written = (day: string) => (day === "" ? "" : formats.date(`${day}T00:00`));
  const tell = (day: string, problem: string) => {
    // No form goes on without the day that somebody tried to give it.
    field.current?.setCustomValidity(problem);
    setWrong(problem);
    receiver.current(problem === "" ? day : "");
    if (day !== "" && problem === "" && isLeft.current) setTyped(null);
  };
  const choose = async (text: string) => {
    newest.current = text;
    isLeft.current = false;
    setTyped(text);
    setLeft(false);
    const none = t("wrong", { example: formats.date(new Date()) });
    tell("", text.trim() === "" ? "" : none);
    if (text.trim() === "") return;
    const day = await bridge.readDay(text, meaning, writing).catch(() => null);
    if (newest.current !== text || day === null) return;
    tell(day, max !== undefined && day > max ? t("latest", { day: written(max) }) : "");
  };
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      error={left && wrong !== "" ? wrong : error}
      onBlur={() => {
        isLeft.current = true;
        setLeft(true);
        if (value !== "") setTyped(null);
      }}
      onChange={(event) => void choose(event.currentTarget.value)}
      ref={field}
      rightSection={
        <Calendar
          day={value}
          max={max}
          onDay={(day) => {
            newest.current = "";
            setTyped(null);
            tell(day, "");
          }}
        />
      }
      spellCheck={false}
      value={typed ?? written(value)}
    />
  );
}
