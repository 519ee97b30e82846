/** Documents of a project that share their names, as one line with the button that opens them. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PlaceDuplicates } from "../../ipc";
import { StateChip } from "../../shared/parts";
import { useShowDocuments } from "./use-show-documents";

export function DuplicatesActionNeeded({ duplicates: { place, documents } }: { duplicates: PlaceDuplicates }) {
  const { t } = useTranslation("documents", { keyPrefix: "files" });
  const show = useShowDocuments();
  const name = `${place.projectNumber} ${place.title}`;
  return (
    <>
      <StateChip count={documents} state="needsDecision" />
      <span>
        <b>{name}</b> <span className="fd-ink2">{t("status.duplicates", { count: documents })}</span>
      </span>
      <Button aria-label={`${t("review")}: ${name}`} onClick={() => show(place.target, true)}>
        {t("review")}
      </Button>
    </>
  );
}
