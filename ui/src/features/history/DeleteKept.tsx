/** Deletes kept versions to make room: how old they must be, and by name what cannot be restored any more. */

import { Button, Modal, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type HistoryScope, keys, useBridge, type VersionLoss } from "../../ipc";
import { FailureNote, Skeleton } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import css from "./history.module.css";

type Props = {
  scope: HistoryScope;
  days: number;
  onClose: () => void;
  onDelete: (loss: VersionLoss) => Promise<void>;
};

/** Names that are listed; the rest is counted. */
const most = 100;

export function DeleteKept({ scope, days, onClose, onDelete }: Props) {
  const { t } = useTranslation("history", { keyPrefix: "delete" });
  const bridge = useBridge();
  const formats = useFormats();
  const [age, setAge] = useState(Math.round(days / 2));
  const [busy, setBusy] = useState(false);
  // What is deleted is what this dialog listed, and nothing that came since.
  const { data, error } = useQuery({
    queryKey: keys.history(scope, "", `older ${age}`),
    queryFn: () => bridge.lossOfVersions(scope, age),
    gcTime: 0,
  });
  const versions = data?.versions ?? [];
  const remove = async () => {
    if (data === undefined) return;
    setBusy(true);
    await onDelete(data);
    setBusy(false);
  };
  return (
    <Modal onClose={onClose} opened size="lg" title={t("title")} withCloseButton={false}>
      <div className={css.stack}>
        <SegmentedControl
          aria-label={t("which")}
          data={[Math.round(days / 2), Math.round(days / 4), 0].map((each) => ({
            value: String(each),
            label: each === 0 ? t("all") : t("older", { count: each }),
          }))}
          onChange={(value) => setAge(Number(value))}
          value={String(age)}
        />
        {error === null ? null : <FailureNote failure={failureOf(error)} />}
        {data === undefined && error === null ? <Skeleton rows={3} /> : null}
        {data === undefined ? null : versions.length === 0 ? (
          <p>{t("nothing")}</p>
        ) : (
          <>
            <p>{t("lost", { count: versions.length, bytes: formats.bytes(data.bytes) })}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
            <ul aria-label={t("title")} className={css.lost} tabIndex={0}>
              {versions.slice(0, most).map((version) => (
                <li key={version.version}>
                  {version.shownName}{" "}
                  <span className="fd-small fd-ink2">
                    {[version.place, version.section, formats.moment(version.at)].filter(Boolean).join(" · ")}
                  </span>
                </li>
              ))}
              {versions.length > most ? <li>{t("more", { count: versions.length - most })}</li> : null}
            </ul>
          </>
        )}
        <div className={css.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button disabled={versions.length === 0} loading={busy} onClick={() => void remove()} variant="filled">
            {t("do", { count: versions.length })}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
