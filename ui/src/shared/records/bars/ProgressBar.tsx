/** Progress of an act on many records, in place of the bar at the bottom. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Meter, StateIcon, useFoot } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import css from "../screen.module.css";

export function ProgressBar({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation("records");
  const formats = useFormats();
  const { resource } = useKind();
  const told = progressOf(resource)((store) => store.told);
  const bar = useFoot<HTMLElement>();
  if (told === null) return null;
  const { done, total, waitingUntil } = told;
  const label = t("progress.done", { done: formats.number(done), total: formats.number(total) });
  return (
    <section aria-label={label} className={css.foot} ref={bar}>
      <StateIcon state={waitingUntil === null ? "working" : "waiting"} />
      <span role="status">
        {label}
        {waitingUntil === null ? "" : ` · ${t("progress.waits", { at: formats.clock(waitingUntil) })}`}
      </span>
      <Meter done={done} label={label} total={total} />
      <Button onClick={onStop}>{t("progress.stop")}</Button>
    </section>
  );
}
