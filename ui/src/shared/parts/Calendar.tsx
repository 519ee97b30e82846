/** The button in a field of a day that opens the calendar of the web view; none where that has no calendar. */

import { ActionIcon } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import css from "./calendar.module.css";
import { Icon } from "./Icon";

type Props = {
  /** The day at which the calendar begins; a text that is not written as `2026-11-28` is today. */
  day: string;
  max?: string | undefined;
  onDay: (day: string) => void;
};

export function Calendar({ day, max, onDay }: Props) {
  const { t } = useTranslation("common", { keyPrefix: "day" });
  const field = useRef<HTMLInputElement>(null);
  if (!("showPicker" in HTMLInputElement.prototype)) return null;
  return (
    <>
      <input
        aria-hidden="true"
        className={css.calendar}
        max={max}
        onChange={(event) => onDay(event.currentTarget.value)}
        ref={field}
        tabIndex={-1}
        type="date"
        value={/^\d{4}-\d\d-\d\d$/.test(day) ? day : ""}
      />
      <ActionIcon aria-label={t("calendar")} onClick={() => field.current?.showPicker()}>
        <Icon name="down" size={14} />
      </ActionIcon>
    </>
  );
}
