/** Uploads to projects today from this computer, by hand and from synced folders. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { PlaceUploads } from "../../ipc";
import { useFormats } from "../../shared/use-formats";
import { Card, CardLine } from "./Card";
import css from "./overview.module.css";
import { useShowDocuments } from "./use-show-documents";

/** Places that are named. */
const named = 5;

export function Uploads({ uploads }: { uploads: readonly PlaceUploads[] }) {
  const { t } = useTranslation("overview");
  const navigate = useNavigate();
  const formats = useFormats();
  const documents = uploads.reduce((sum, one) => sum + one.documents, 0);
  const show = useShowDocuments();
  const more = uploads.length - named;
  return (
    <Card
      about={t("uploads.about", { count: documents })}
      figure={formats.number(documents)}
      open={{ label: t("uploads.open"), run: () => void navigate({ to: "/activity" }) }}
      title={t("uploads.title")}
    >
      <ul className={css.lines}>
        {uploads.slice(0, named).map((one) => (
          <CardLine
            detail={t("uploads.of", { count: one.documents, time: formats.clock(one.lastAt) })}
            key={`${one.place.target.project} ${one.place.target.workOrder ?? ""}`}
            onOpen={() => show(one.place.target)}
            title={`${one.place.projectNumber} ${one.place.title}`}
          />
        ))}
      </ul>
      {more > 0 ? <p className="fd-small fd-ink2">{t("uploads.more", { count: more })}</p> : null}
    </Card>
  );
}
