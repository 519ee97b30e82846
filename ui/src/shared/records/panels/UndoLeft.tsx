/** An undo that broke off: why, and whether it goes on by itself; it can be tried again, or given up. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type BatchSummary, type Failure, failureOf, useBridge } from "../../../ipc";
import { useFailureWords } from "../../error-messages";
import { Note } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import { UndoBatch } from "./UndoBatch";

type Props = { acts: Pick<RecordActs, "undo">; className?: string | undefined; onFailure: (failure: Failure) => void };

export function UndoLeft({ acts, className, onFailure }: Props) {
  const { resource } = useKind();
  const running = progressOf(resource)((store) => store.running);
  const batches = useBatches().data ?? [];
  const act = batches.find(({ undoLeft }) => undoLeft !== null);
  const undo = batches.find(({ id }) => id === act?.undoLeft);
  if (running || act === undefined || undo === undefined || undo.finishedAt === null) return null;
  return (
    <div className={className}>
      <Left act={act} acts={acts} onFailure={onFailure} undo={undo} />
    </div>
  );
}

type LeftProps = Omit<Props, "className"> & { act: BatchSummary; undo: BatchSummary };

function Left({ act, undo, acts, onFailure }: LeftProps) {
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const words = useFailureWords();
  const formats = useFormats();
  const { resource } = useKind();
  const { refetch } = useBatches();
  const giveUp = async () => {
    try {
      await bridge.dropUndo(undo.id);
      await refetch();
    } catch (thrown) {
      onFailure(failureOf(thrown));
    }
  };
  const count = undo.totals.notSent + undo.totals.unknown;
  const what = `${t(`kind.${act.kind}`)} · ${t(`batches.rows.${resource}`, { count: act.totals.rows })}`;
  return (
    <Note
      actions={
        <>
          {undo.asks ? (
            <UndoBatch acts={acts} batch={act} label={t("undoLeft.ask")} />
          ) : (
            <Button onClick={() => acts.undo(act.id)} size="xs">
              {t("undoLeft.again")}
            </Button>
          )}
          <Button onClick={() => void giveUp()} size="xs" variant="subtle">
            {t("undoLeft.leave")}
          </Button>
        </>
      }
      kind="failed"
    >
      <b>{t("undoLeft.title", { count })}</b> {what}, {formats.clock(act.at)}.{" "}
      {undo.stopped === null ? null : words(undo.stopped).sentence} {undo.goesOn ? t("undoLeft.continues") : null}
    </Note>
  );
}
