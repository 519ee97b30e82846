/** Choice of the rows and columns of an import that are shown. */

import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportShow } from "../../../ipc";
import { FilterPill } from "../../parts";
import css from "./importing.module.css";

const words = {
  all: "import.all",
  update: "import.changed",
  create: "import.new",
  bad: "import.withErrors",
  changedSince: "import.changedSince",
  falls: "import.falls",
  unchanged: "import.same",
} as const satisfies Record<ImportShow, string>;

const shows = Object.keys(words) as ImportShow[];

type Props = {
  counts: Readonly<Record<ImportShow, number>>;
  /** True where the file was exported here, so that changes since then are known. */
  hasExport: boolean;
  show: ImportShow;
  onShow: (show: ImportShow) => void;
  onlyChanging: boolean;
  onOnlyChanging: (only: boolean) => void;
};

export function CheckFilters({ counts, hasExport, show, onShow, onlyChanging, onOnlyChanging }: Props) {
  const { t } = useTranslation("records");
  const isMissing = (each: ImportShow) =>
    (each === "changedSince" && !hasExport) || (each === "falls" && counts.falls === 0 && show !== "falls");
  return (
    <div className={css.tools}>
      {shows.map((each) =>
        isMissing(each) ? null : (
          <FilterPill
            count={counts[each]}
            key={each}
            label={t(words[each])}
            on={show === each}
            onToggle={() => onShow(each)}
          />
        ),
      )}
      <span className={css.grow} />
      <Checkbox
        checked={onlyChanging}
        label={t("import.onlyChanging")}
        onChange={(event) => onOnlyChanging(event.currentTarget.checked)}
      />
    </div>
  );
}
