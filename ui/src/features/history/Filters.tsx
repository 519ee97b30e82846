/** The filters of the history: connection, project, folder, reason and day. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HistoryScope, KeptVersions } from "../../ipc";
import { useConnection } from "../../shared/app-state";
import { DayField } from "../../shared/parts";
import css from "./history.module.css";

const connections = ["chosen", "others", "removed"] as const;
const reasons = ["replaced", "deleted", "twin", "resolved", "restored"] as const;

type Props = {
  scope: HistoryScope;
  /** Filters that the place of the list decides already are left out. */
  fixed: Partial<HistoryScope>;
  kept: Pick<KeptVersions, "places" | "folders">;
  onScope: (change: Partial<HistoryScope>) => void;
};

export function Filters({ scope, fixed, kept, onScope }: Props) {
  const { t } = useTranslation("history");
  const chosen = useConnection()?.name ?? "";
  const everywhere = fixed.folder == null && fixed.target == null;
  const places = kept.places.map(({ target, place }) => ({ target, key: keyOf(target), place }));
  const folders = kept.folders.map(({ id, name }) => ({ value: id, label: name ?? `${t("formerFolder")} (${id})` }));
  return (
    <div className={css.filters}>
      {everywhere ? (
        <>
          <Select
            allowDeselect={false}
            aria-label={t("filter.connection")}
            data={connections.map((value) => ({ value, label: t(`filter.connections.${value}`, { name: chosen }) }))}
            onChange={(value) =>
              onScope({
                connections: connections.find((each) => each === value) ?? "chosen",
                target: null,
                folder: null,
              })
            }
            size="xs"
            value={scope.connections}
          />
          <Select
            aria-label={t("filter.project")}
            clearable
            data={places.map(({ key, place }) => ({ value: key, label: place }))}
            disabled={scope.connections !== "chosen"}
            onChange={(value) => onScope({ target: places.find(({ key }) => key === value)?.target ?? null })}
            placeholder={t("filter.project")}
            searchable
            size="xs"
            value={scope.target === null ? null : keyOf(scope.target)}
          />
          <Select
            aria-label={t("filter.folder")}
            clearable
            data={folders}
            onChange={(folder) => onScope({ folder })}
            placeholder={t("filter.folder")}
            size="xs"
            value={scope.folder}
          />
        </>
      ) : null}
      <Select
        aria-label={t("filter.reason")}
        clearable
        data={reasons.map((value) => ({ value, label: t(`because.${value}`) }))}
        onChange={(value) => onScope({ reason: reasons.find((each) => each === value) ?? null })}
        placeholder={t("filter.reason")}
        size="xs"
        value={scope.reason}
      />
      <DayField
        aria-label={t("filter.day")}
        onDay={(day) => onScope({ day: day === "" ? null : day })}
        placeholder={t("filter.day")}
        size="xs"
        value={scope.day ?? ""}
      />
    </div>
  );
}

const keyOf = ({ project, workOrder }: { project: string; workOrder: string | null }) =>
  `${project} ${workOrder ?? ""}`;
