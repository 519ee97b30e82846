/** Results of scheduled unblocks, until the person has seen them; and those that could not come about yet. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type PlannedRelease, useBridge } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { Note } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { openPanel } from "../fleet/view";
import { useReleases } from "./use-releases";

export function ReleaseNotes({ className }: { className: string | undefined }) {
  const { releases, drop } = useReleases();
  const told = releases.filter(({ done, failure }) => done !== null || failure !== null);
  if (told.length === 0) return null;
  return (
    <div className={className}>
      {told.map((release) =>
        release.done === null ? (
          <Waits key={release.id} onCancel={(said) => void drop(release.id, said)} release={release} />
        ) : (
          <Came done={release.done} key={release.id} onSeen={() => void drop(release.id)} release={release} />
        ),
      )}
    </div>
  );
}

type DoneProps = { release: PlannedRelease; done: NonNullable<PlannedRelease["done"]>; onSeen: () => void };

function Came({ release, done, onSeen }: DoneProps) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const formats = useFormats();
  const show = async () => openPanel({ kind: "report", report: await bridge.batchReport(done.batchId) });
  return (
    <Note
      actions={
        <>
          <Button onClick={() => void show()} size="xs">
            {t("unblock.show")}
          </Button>
          <Button onClick={onSeen} size="xs">
            {t("dismiss")}
          </Button>
        </>
      }
      kind={done.leftAlone > 0 ? "needs" : "info"}
    >
      {t("unblock.done", { count: done.released, at: formats.clock(release.at) })}
      {done.leftAlone > 0 ? ` ${t("unblock.left", { count: done.leftAlone })}` : ""}
      {done.late ? ` ${t("unblock.late")}` : ""}
    </Note>
  );
}

function Waits({ release, onCancel }: { release: PlannedRelease; onCancel: (said: string) => void }) {
  const { t } = useTranslation("machines");
  const words = useFailureWords();
  const formats = useFormats();
  const count = release.machineIds.length;
  if (release.failure === null) return null;
  return (
    <Note
      actions={
        <Button onClick={() => onCancel(t("unblock.cancelled"))} size="xs">
          {t("unblock.cancel", { count })}
        </Button>
      }
      kind="needs"
    >
      {t("unblock.waits", { count, at: formats.clock(release.at) })} {words(release.failure).sentence}{" "}
      {t("unblock.triedAgain")}
    </Note>
  );
}
