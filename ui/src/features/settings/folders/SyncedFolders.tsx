/** What holds for all synced folders: start, pause, speed by the clock, own ignore rules, a new computer. */

import type { ReactNode } from "react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
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
      <Part title={t("pause.label")}>
        <PauseAll />
      </Part>
      <Part title={t("speed.label")}>
        <Speed />
      </Part>
      <Part title={t("rules.label")}>
        <OwnRules />
      </Part>
      <Part title={t("carry.label")}>
        <Carry />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.part}>
      <h3 className={css.partTitle} id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}
