/** Over every screen until it is acknowledged: which records on this computer were lost, and what was carried over. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type CarriedPart, type DataLoss, keys, useBridge } from "../ipc";
import { FailureNote, GuideLink, Note } from "../shared/parts";
import { useAsk } from "../shared/use-ask";
import { useFormats } from "../shared/use-formats";
import css from "./data-loss.module.css";

export function DataLossBanner() {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const { ask, busy, failure } = useAsk();
  const { data: losses = [] } = useQuery({
    queryKey: keys.dataLosses,
    queryFn: () => bridge.dataLosses(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (losses.length === 0) return null;
  const acknowledge = (
    <Button disabled={busy} onClick={() => void ask(() => bridge.acknowledgeDataLoss())}>
      {t("dataLoss.acknowledge")}
    </Button>
  );
  return (
    <div className={css.banner} role="status">
      <Note actions={acknowledge} kind="needs">
        {losses.map((loss) => (
          <Loss key={`${loss.database} ${loss.at}`} loss={loss} />
        ))}
        <GuideLink to="folders#damaged" />
      </Note>
      {failure === null ? null : <FailureNote failure={failure} />}
    </div>
  );
}

function Loss({ loss }: { loss: DataLoss }) {
  const { t } = useTranslation("shell");
  const formats = useFormats();
  const carried = loss.parts.filter((part) => part.carried > 0);
  const lost = loss.parts.filter((part) => !part.complete);
  const paused = carried.some(({ part }) => part === "syncedFolders" || part === "transfers");
  return (
    <div className={css.loss}>
      <b>{t(`dataLoss.${loss.database}.${loss.cause}`)}</b>{" "}
      <span className="fd-ink2">({t("dataLoss.noticed", { time: formats.clock(loss.at) })})</span>
      {loss.database === "syncState" ? <p>{t("dataLoss.comparedAgain")}</p> : null}
      {carried.length === 0 ? null : (
        <p>
          {t("dataLoss.carried", { parts: carried.map((part) => carriedWords(t, part)).join(", ") })}{" "}
          {paused ? t("dataLoss.resume") : null}
        </p>
      )}
      {lost.length === 0 ? null : (
        <p>{t("dataLoss.lost", { parts: lost.map(({ part }) => t(`dataLoss.name.${part}`)).join(", ") })}</p>
      )}
      {loss.keptAside === null ? null : (
        <p className="fd-small fd-ink2">{t("dataLoss.kept", { file: loss.keptAside })}</p>
      )}
    </div>
  );
}

/** Names a part of the records; those without a useful number are named alone. */
function carriedWords(t: ReturnType<typeof useTranslation<"shell">>["t"], { part, carried }: CarriedPart): string {
  if (part === "folderSettings" || part === "preferences") return t(`dataLoss.name.${part}`);
  return t(`dataLoss.part.${part}`, { count: carried });
}
