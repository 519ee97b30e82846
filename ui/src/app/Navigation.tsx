/** The navigation: only screens that exist. Settings and the guide stand at the foot. */

import { Tooltip } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { guideOfScreen, openGuide, useGuide } from "../shared/guide";
import { shortcutLabel } from "../shared/keyboard";
import { Icon, Keys, useSide } from "../shared/parts";
import { CompanyTag } from "./CompanyTag";
import { type Count, Entry } from "./Entry";
import { type Screen, screens } from "./screens";
import css from "./shell.module.css";

const FoldersCount = lazy(() => import("./FoldersCount").then((m) => ({ default: m.FoldersCount })));

export function Navigation({ narrow, onFind }: { narrow: boolean; onFind: () => void }) {
  const { t } = useTranslation("shell");
  const findTip = `${t("findAnything")} (${shortcutLabel("palette")})`;
  const nav = useSide<HTMLElement>();
  const [toReview, setToReview] = useState<Count>();
  const entry = (screen: Screen) => (
    <Entry count={screen.name === "folders" ? toReview : undefined} key={screen.name} narrow={narrow} screen={screen} />
  );
  return (
    <nav aria-label={t("navigation")} className={css.nav} ref={nav}>
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
      {screens.filter((screen) => !("foot" in screen)).map(entry)}
      <span className={css.spring} />
      {screens.filter((screen) => "foot" in screen).map(entry)}
      <GuideEntry narrow={narrow} />
      {/* Beside its entry, which would be another element once this is loaded: a press on it meanwhile would be lost. */}
      <Suspense>
        <FoldersCount onCount={setToReview} />
      </Suspense>
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
