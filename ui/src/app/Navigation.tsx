/** The navigation: only screens that exist. Settings and the guide stand at the foot. */

import { Tooltip } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { guideOfScreen, openGuide, useGuide } from "../shared/guide";
import { shortcutLabel } from "../shared/keyboard";
import { Icon, Keys } from "../shared/parts";
import { CompanyTag } from "./CompanyTag";
import { Entry } from "./Entry";
import css from "./shell.module.css";

const Folders = lazy(() => import("./FoldersEntry").then((m) => ({ default: m.FoldersEntry })));

export function Navigation({ narrow, onFind }: { narrow: boolean; onFind: () => void }) {
  const { t } = useTranslation("shell");
  const findTip = `${t("findAnything")} (${shortcutLabel("palette")})`;
  return (
    <nav aria-label={t("navigation")} className={css.nav}>
      <CompanyTag narrow={narrow} />
      <Tooltip disabled={!narrow} label={findTip} position="right">
        <button aria-label={narrow ? findTip : undefined} className={css.find} onClick={onFind} type="button">
          <Icon name="search" />
          {narrow ? null : (
            <>
              <span>{t("findAnything")}</span>
              <Keys>{shortcutLabel("palette")}</Keys>
            </>
          )}
        </button>
      </Tooltip>
      <Entry icon="documents" keys="documents" label={t("documents")} narrow={narrow} to="/documents" />
      <Suspense fallback={<Entry icon="synced" keys="folders" label={t("folders")} narrow={narrow} to="/folders" />}>
        <Folders narrow={narrow} />
      </Suspense>
      <Entry icon="machine" keys="machines" label={t("machines")} narrow={narrow} to="/machines" />
      <Entry icon="truck" keys="trips" label={t("trips")} narrow={narrow} to="/trips" />
      <span className={css.spring} />
      <Entry icon="history" keys="history" label={t("history")} narrow={narrow} to="/history" />
      <Entry icon="settings" keys="settings" label={t("settings")} narrow={narrow} to="/settings" />
      <GuideEntry narrow={narrow} />
    </nav>
  );
}

/** Opens what the guide says of the screen that is shown, over it. */
function GuideEntry({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const open = useGuide(({ place }) => place !== null);
  return (
    <Tooltip label={`${t("guide")} (${shortcutLabel("guide")})`} position="right">
      <button
        aria-expanded={open}
        aria-label={t("guide")}
        className={css.entry}
        onClick={() => openGuide(guideOfScreen(pathname))}
        type="button"
      >
        <Icon name="help" size={19} />
        {narrow ? null : <span>{t("guide")}</span>}
      </button>
    </Tooltip>
  );
}
