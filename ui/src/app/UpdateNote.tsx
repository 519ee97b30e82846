/** In the status bar: a newer version was fetched and waits. Where it is installed is in the settings. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { showSettingsGroup } from "../shared/settings-groups";
import { useUpdateState } from "../shared/updates/use-update-state";
import css from "./shell.module.css";

export function UpdateNote() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const state = useUpdateState();
  if (state?.state !== "ready") return null;
  const show = () => {
    showSettingsGroup("updates");
    void navigate({ to: "/settings" });
  };
  return (
    <button className={css.link} onClick={show} type="button">
      {t("updateReady", { version: state.version })}
    </button>
  );
}
