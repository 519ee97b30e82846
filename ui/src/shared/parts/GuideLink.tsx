/** A small link from a state of a screen to the heading of the guide about it. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type GuidePlace, openGuide } from "../guide";
import { Icon } from "./Icon";
import css from "./parts.module.css";

/** `about` tells several on a screen apart for who hears them. */
export function GuideLink({ to, about, children }: { to: GuidePlace; about?: string; children?: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <button
      aria-label={about === undefined ? undefined : `${t("guideLink")}: ${about}`}
      className={`fd-small ${css.guideLink}`}
      onClick={() => openGuide(to)}
      type="button"
    >
      <Icon name="help" size={14} />
      {children ?? t("guideLink")}
    </button>
  );
}
