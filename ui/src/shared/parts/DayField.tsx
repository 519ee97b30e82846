/** A day as the rest of the window writes it: the web view's own field follows the computer's language instead. Its
 * calendar is the web view's. */

import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../use-formats";
import css from "./day-field.module.css";
import { Icon } from "./Icon";

type Props = Omit<TextInputProps, "value" | "onChange" | "onBlur" | "type" | "max"> & {
  /** `2026-11-28`, or empty. */
  value: string;
  /** Told the same way; empty while what is typed is no day. */
  onDay: (day: string) => void;
  /** The last day that can be chosen. */
  max?: string;
};

export function DayField({ value, onDay, max, error, ...rest }: Props) {
  const { t } = useTranslation("common", { keyPrefix: "day" });
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const written = (day: string) => (day === "" ? "" : formats.date(`${day}T00:00`));
  const late = (day: string) => max !== undefined && day > max;
  /** What is wrong with a text, in words; empty for a day, and for none. */
  const wrongWith = (text: string) => {
    const day = formats.day(text);
    if (day === null) return text.trim() === "" ? "" : t("wrong", { example: formats.date(new Date()) });
    return late(day) ? t("latest", { day: written(max ?? "") }) : "";
  };
  const choose = (text: string) => {
    const wrong = wrongWith(text);
    // No form goes on without the day that somebody tried to give it.
    field.current?.setCustomValidity(wrong);
    setTyped(text);
    setLeft(false);
    onDay(wrong === "" ? (formats.day(text) ?? "") : "");
  };
  const wrong = left && typed !== null ? wrongWith(typed) : "";
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      error={wrong === "" ? error : wrong}
      onBlur={() => {
        setLeft(true);
        if (value !== "") setTyped(null);
      }}
      onChange={(event) => choose(event.currentTarget.value)}
      ref={field}
      rightSection={
        "showPicker" in HTMLInputElement.prototype ? (
          <>
            <input
              aria-hidden="true"
              className={css.calendar}
              max={max}
              onChange={(event) => {
                field.current?.setCustomValidity("");
                setTyped(null);
                onDay(event.currentTarget.value);
              }}
              ref={calendar}
              tabIndex={-1}
              type="date"
              value={value}
            />
            <ActionIcon aria-label={t("calendar")} onClick={() => calendar.current?.showPicker()}>
              <Icon name="down" size={14} />
            </ActionIcon>
          </>
        ) : null
      }
      spellCheck={false}
      value={typed ?? written(value)}
    />
  );
}
