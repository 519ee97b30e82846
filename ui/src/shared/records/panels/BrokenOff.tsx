/** The newest act, where an earlier run of the program ended before it: how far it is, and the rest to try again. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { useBridge } from "../../../ipc";
import { Note } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import { canResumeBatch } from "./UndoBatch";

type Props = { acts: Pick<RecordActs, "resume">; className?: string | undefined };

/** The act whose note was closed in this run of the program. */
const useClosed = create<{ id: number | null }>(() => ({ id: null }));

export function BrokenOff({ acts, className }: Props) {
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const formats = useFormats();
  const { resource, openReport } = useKind();
  const running = progressOf(resource)((store) => store.running);
  const closed = useClosed(({ id }) => id);
  const [act] = useBatches().data ?? [];
  // An act of this run shows its result itself.
  if (running || act === undefined || !act.asks || act.id === closed || !canResumeBatch(act)) return null;
  const { rows, saved, already, notSent, refused } = act.totals;
  if (notSent === 0) return null;
  const what = `${t(`kind.${act.kind}`)} · ${t(`batches.rows.${resource}`, { count: rows })}`;
  return (
    <div className={className}>
      <Note
        actions={
          <>
            <Button onClick={() => acts.resume(act.id)} size="xs">
              {t("result.again", { count: notSent + refused })}
            </Button>
            <Button onClick={() => void bridge.batchReport(act.id).then(openReport)} size="xs" variant="subtle">
              {t("brokenOff.show")}
            </Button>
          </>
        }
        kind="failed"
        onClose={() => useClosed.setState({ id: act.id })}
      >
        <b>{t("brokenOff.title", { count: notSent })}</b> {what}, {formats.clock(act.at)}:{" "}
        {t("result.done", { done: saved + already, count: rows })}.
      </Note>
    </div>
  );
}
