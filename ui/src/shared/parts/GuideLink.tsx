/** A small link from a state of a screen to the heading of the guide about it. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type GuidePlace, guideRoute } from "../guide";
import { Icon } from "./Icon";
import css from "./parts.module.css";

export function GuideLink({ to, children }: { to: GuidePlace; children?: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <Link className={`fd-small ${css.guideLink}`} {...guideRoute(to)}>
      <Icon name="help" size={14} />
      {children ?? t("guideLink")}
    </Link>
  );
}
