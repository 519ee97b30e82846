/** Choice of the end of a new block: by hand, or on a date. */

import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../shared/parts";
import { HourField } from "./HourField";
import css from "./releases.module.css";
import { isThere, momentOf, tomorrowAtSeven, type When } from "./when";

type Props = { when: When | null; onChange: (when: When | null) => void };

export function ReleaseChoice({ when, onChange }: Props) {
  const { t } = useTranslation("machines");
  const now = new Date();
  return (
    <div className={css.choice}>
      <span className="fd-small" id="release-again">
        {t("unblock.again")}
      </span>
      <SegmentedControl
        aria-labelledby="release-again"
        data={[
          { value: "byHand", label: t("unblock.manually") },
          { value: "onDate", label: t("unblock.onDate") },
        ]}
        onChange={(value) => onChange(value === "byHand" ? null : tomorrowAtSeven(now))}
        value={when === null ? "byHand" : "onDate"}
      />
      {when === null ? null : (
        <>
          <div className={css.when}>
            <DayField
              label={t("unblock.day")}
              meaning="coming"
              onDay={(day) => onChange({ ...when, day })}
              value={when.day}
            />
            <HourField label={t("unblock.hour")} onHour={(hour) => onChange({ ...when, hour })} value={when.hour} />
          </div>
          {when.hour === "" || when.day === "" ? null : momentOf(when, now) === null ? (
            <p className={`fd-small ${css.bad}`} role="alert">
              {isThere(when) ? t("unblock.over") : t("unblock.skipped", { hour: when.hour })}
            </p>
          ) : (
            <p className="fd-small fd-ink2">{t("unblock.onlyRunning")}</p>
          )}
        </>
      )}
    </div>
  );
}
