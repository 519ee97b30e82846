/** Settings of all synced folders: start, pause, speed by the clock, own ignore rules, a new computer. */

import type { ReactNode } from "react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { GuidePlace } from "../../../shared/guide";
import { GuideLink } from "../../../shared/parts";
import css from "../settings.module.css";
import { Carry } from "./Carry";
import { OwnRules } from "./OwnRules";
import { PauseAll } from "./PauseAll";
import { Speed } from "./Speed";
import { StartAtLogin } from "./StartAtLogin";

export function SyncedFolders() {
  const { t } = useTranslation("settings", { keyPrefix: "folders" });
  return (
    <>
      <StartAtLogin />
      <Part guide="settings#pause" title={t("pause.label")}>
        <PauseAll />
      </Part>
      <Part guide="settings#bandwidth" title={t("speed.label")}>
        <Speed />
      </Part>
      <Part guide="settings#ignore" title={t("rules.label")}>
        <OwnRules />
      </Part>
      <Part guide="settings#move" title={t("carry.label")}>
        <Carry />
      </Part>
    </>
  );
}

function Part({ title, guide, children }: { title: string; guide: GuidePlace; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.part}>
      <div className={css.groupHead}>
        <h3 className={css.partTitle} id={id}>
          {title}
        </h3>
        <GuideLink about={title} to={guide} />
      </div>
      {children}
    </section>
  );
}
