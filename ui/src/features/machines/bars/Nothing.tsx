/** Message of a grid without rows: none at all, or none that matches. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Empty, GuideLink } from "../../../shared/parts";
import type { Rows } from "../fleet/use-rows";
import { openPanel, setView, useView } from "../fleet/view";

export function Nothing({ rows, readOnly }: { rows: Rows; readOnly: boolean }) {
  const { t } = useTranslation(["machines", "records"]);
  const { search, view, filters } = useView();
  if (!rows.filtered)
    return (
      <Empty
        action={
          readOnly ? undefined : (
            <Button onClick={() => openPanel({ kind: "create" })} variant="filled">
              {t("new")}
            </Button>
          )
        }
        title={t("empty.title")}
      >
        {t("empty.text")} <GuideLink to="machines#import" />
      </Empty>
    );
  const count = filters.length + (view === "all" ? 0 : 1) + (search.trim() === "" ? 0 : 1);
  return (
    <Empty
      action={
        <Button onClick={() => setView({ search: "", view: "all", filters: [], ownView: null })}>
          {t("records:clearFilters")}
        </Button>
      }
      title={t("noMatch.title")}
    >
      {t("noMatch.hidden", {
        hidden: t("noMatch.machines", { count: rows.all.length }),
        filters: t("noMatch.filters", { count }),
      })}
    </Empty>
  );
}
