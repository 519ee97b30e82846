/** A section that was named but has no file yet. It exists on the service from the first file on. */

import { Button } from "@mantine/core";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { Icon, MiddleEllipsis } from "../../../shared/parts";
import { writeTarget } from "../drag/model";
import css from "./files.module.css";

type Props = {
  section: string;
  target: Target;
  active: boolean;
  id: string;
  index: number;
  place: CSSProperties;
  onSend: (section: string) => void;
  onCancel: () => void;
};

export function NewSectionRow({ section, target, active, id, index, place, onSend, onCancel }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "newSection" });
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the table draws its own rows and holds the focus
    <div
      aria-rowindex={index}
      className={css.section}
      data-active={active || undefined}
      data-drop-target={writeTarget({ target, section })}
      id={id}
      role="row"
      style={place}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <span aria-colspan={6} className={css.sectionCell} role="gridcell">
        <Icon name="plus" size={14} />
        <b className={css.sectionName}>
          <MiddleEllipsis text={section} />
        </b>
        <span className={css.sectionCount}>{t("appears")}</span>
        <span className={css.spring} />
        <Button onClick={() => onSend(section)} size="compact-sm">
          {t("upload")}
        </Button>
        <Button onClick={onCancel} size="compact-sm" variant="subtle">
          {t("cancel")}
        </Button>
      </span>
    </div>
  );
}
