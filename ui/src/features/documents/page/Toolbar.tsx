/** Search in this page, the pills with their counts, and a jump to a section. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FilterPills, SearchField } from "../../../shared/parts";
import type { Filter } from "../files/model";
import type { Files } from "../files/use-files";
import css from "./page.module.css";

const PILLS: Filter[] = ["all", "actionNeeded", "notUploaded", "someoneElse"];

export function Toolbar({ files, onGoTo }: { files: Files; onGoTo: (section: string) => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "toolbar" });
  return (
    <div className={css.toolbar}>
      <SearchField
        className={css.search}
        data-search="files"
        label={t("search")}
        onText={files.setQuery}
        text={files.query}
      />
      <FilterPills
        pills={PILLS.map((pill) => ({
          key: pill,
          label: t(pill),
          count: files.numbers[pill],
          on: files.filter === pill,
          onToggle: () => files.setFilter(files.filter === pill ? "all" : pill),
        }))}
      />
      <span className={css.spring} />
      <Select
        aria-label={t("kind")}
        className={css.kind}
        clearable
        data={files.kinds.map(({ kind, count }) => ({ value: kind, label: t("kindOf", { kind, count }) }))}
        onChange={files.setKind}
        placeholder={t("kind")}
        value={files.kind}
      />
      <Select
        aria-label={t("goTo")}
        className={css.goTo}
        data={files.groups.map((group) => group.section)}
        onChange={(section) => section !== null && onGoTo(section)}
        placeholder={t("goTo")}
        searchable={files.groups.length > 12}
        value={null}
      />
    </div>
  );
}
