/** Yours and theirs side by side: when, how large, who sees it now, open. Of several documents, each one. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FolderConflict } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { Icon } from "../../../shared/parts";
import { previewKind } from "../../../shared/preview";
import { useFormats } from "../../../shared/use-formats";
import css from "./compare.module.css";
import { larger, situation, theirsOf } from "./model";
import { SidePicture } from "./SidePicture";

type Props = {
  folder: string;
  conflict: FolderConflict;
  onOpen: { yours: () => unknown; theirs: (fileReferenceId: string) => unknown };
  onKeep: (fileReferenceId: string) => void;
};

export function VersionCompare({ folder, conflict, onOpen, onKeep }: Props) {
  const { t } = useTranslation("sync", { keyPrefix: "conflict" });
  const { t: common } = useTranslation("common");
  const formats = useFormats();
  const { local, remote } = conflict;
  const twins = situation(conflict) === "twins";
  const by = larger(conflict);
  const size = (bytes: number) => {
    const shown = formats.bytes(bytes);
    if (by === null || twins) return shown;
    if (by === 0) return t("sizeSame", { size: shown });
    return t(by > 0 ? "larger" : "smaller", { size: shown, by: formats.bytes(Math.abs(by)) });
  };
  const theirs = theirsOf(conflict);
  const document = twins ? remote : theirs === undefined ? [] : [theirs];
  const crewsHad = conflict.reason === "deletedElsewhere" ? "hadUntilDeleted" : "hadUntilReplaced";
  // A picture is there to be compared with another one.
  const compared = twins || (local !== null && document.length > 0);
  const kind = previewKind(conflict.name, useAppState().previewTypes);
  const picture = kind === null || !compared ? null : { kind, folder, file: conflict };
  return (
    <div className={css.sides} data-pictures={picture !== null}>
      <Side place={t("inFolder")} title={t("yourVersion")}>
        {local === null ? (
          <p className="fd-ink2">{t("deletedFromFolder")}</p>
        ) : (
          <>
            {picture === null ? null : (
              <SidePicture
                {...picture}
                key={`${local.modifiedAt}/${local.bytes}`}
                document={null}
                label={t("preview.yourVersion")}
                onOpen={onOpen.yours}
              />
            )}
            <Facts
              facts={[
                [t("saved"), formats.stamp(local.modifiedAt)],
                [t("size"), size(local.bytes)],
                [t("crews"), twins ? "" : t(local.wasInProject ? crewsHad : "haveNot")],
              ]}
            />
            <Button leftSection={<Icon name="open" />} onClick={() => void onOpen.yours()}>
              {t("openYourVersion")}
            </Button>
          </>
        )}
      </Side>
      {document.length === 0 ? (
        <Side place={t("inProject")} title={t("projectVersion")}>
          <p className="fd-ink2">{t("deletedFromProject")}</p>
        </Side>
      ) : (
        document.map(({ fileReferenceId, bytes, fetchedAt, ours, uploadedByHand }, at) => {
          const uploaded = ours && twins ? conflict.agreedAt : uploadedByHand;
          const uploader = ours ? "uploadedFromHere" : uploadedByHand === null ? "fromOther" : "byHand";
          return (
            <Side
              key={fileReferenceId}
              place={t(twins ? uploader : "inProject")}
              title={twins ? t("numbered", { at: at + 1, of: document.length }) : t("projectVersion")}
            >
              {picture === null ? null : (
                <SidePicture
                  {...picture}
                  document={fileReferenceId}
                  label={
                    twins ? t("preview.numbered", { at: at + 1, of: document.length }) : t("preview.projectVersion")
                  }
                  missing={bytes === null ? t(twins ? "preview.openToSee" : "preview.notDownloaded") : undefined}
                  onOpen={() => onOpen.theirs(fileReferenceId)}
                />
              )}
              <Facts
                facts={[
                  [t("replaced"), fetchedAt === null ? "" : formats.stamp(fetchedAt)],
                  [t("size"), bytes === null ? common("notKnown") : formats.bytes(bytes)],
                  [t("uploadedAt"), uploaded === null ? "" : formats.stamp(uploaded)],
                  [t("crews"), t("haveNow")],
                ]}
              />
              <div className={css.buttons}>
                <Button leftSection={<Icon name="open" />} onClick={() => void onOpen.theirs(fileReferenceId)}>
                  {t(twins ? "open" : "openProjectVersion")}
                </Button>
                {twins ? <Button onClick={() => onKeep(fileReferenceId)}>{t("keepThis")}</Button> : null}
              </div>
            </Side>
          );
        })
      )}
    </div>
  );
}

function Side({ title, place, children }: { title: string; place: string; children: ReactNode }) {
  return (
    <section className={css.side}>
      <h3>
        <span className="fd-title">{title}</span> <span className="fd-small fd-ink2">{place}</span>
      </h3>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label}>
            <dt className="fd-ink2">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
