/** What went to the projects today from this computer, by hand and from synced folders. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { DeliveredPage } from "../../ipc";
import { useFormats } from "../../shared/use-formats";
import { Card, CardLine } from "./Card";
import css from "./overview.module.css";

/** Pages that are named. */
const named = 5;

export function Delivered({ pages }: { pages: readonly DeliveredPage[] }) {
  const { t } = useTranslation("overview");
  const navigate = useNavigate();
  const formats = useFormats();
  const documents = pages.reduce((sum, page) => sum + page.documents, 0);
  const show = ({ place }: DeliveredPage) =>
    void import("../documents").then(({ showTarget }) => {
      showTarget(place.target);
      void navigate({ to: "/documents" });
    });
  const more = pages.length - named;
  return (
    <Card
      about={t("delivered.about", { count: documents })}
      figure={formats.number(documents)}
      open={{ label: t("delivered.open"), run: () => void navigate({ to: "/activity" }) }}
      title={t("delivered.title")}
    >
      <ul className={css.lines}>
        {pages.slice(0, named).map((page) => (
          <CardLine
            detail={t("delivered.of", { count: page.documents, time: formats.clock(page.lastAt) })}
            key={`${page.place.target.project} ${page.place.target.workOrder ?? ""}`}
            onOpen={() => show(page)}
            title={`${page.place.projectNumber} ${page.place.title}`}
          />
        ))}
      </ul>
      {more > 0 ? <p className="fd-small fd-ink2">{t("delivered.more", { count: more })}</p> : null}
    </Card>
  );
}
