/** Message of a grid without rows: none at all, or none that matches. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Empty, GuideLink } from "../../../shared/parts";
import type { Rows } from "../users/use-rows";
import { openPanel, setView } from "../users/view";

export function Nothing({ rows, readOnly }: { rows: Rows; readOnly: boolean }) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  if (rows.filtered)
    return (
      <Empty
        action={<Button onClick={() => setView({ search: "", view: "all" })}>{records("clearFilters")}</Button>}
        title={t("noMatch.title")}
      >
        {t("noMatch.hidden", { count: rows.all.length })}
      </Empty>
    );
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
      {t("empty.text")} <GuideLink to="users#import" />
    </Empty>
  );
}
