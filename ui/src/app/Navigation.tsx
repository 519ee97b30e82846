/** The navigation: only screens that exist. Settings stands at the foot. */

import { Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type ShortcutName, shortcutLabel } from "../shared/keyboard";
import { Icon, type IconName, Keys } from "../shared/parts";
import { CompanyTag } from "./CompanyTag";
import css from "./shell.module.css";

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
      <span className={css.spring} />
      <Entry icon="settings" keys="settings" label={t("settings")} narrow={narrow} to="/settings" />
    </nav>
  );
}

type EntryProps = {
  to: "/documents" | "/settings";
  icon: IconName;
  label: string;
  keys: ShortcutName;
  narrow: boolean;
};

function Entry({ to, icon, label, keys, narrow }: EntryProps) {
  return (
    <Tooltip label={`${label} (${shortcutLabel(keys)})`} position="right">
      <Link
        activeProps={{ className: css.entryOn ?? "" }}
        aria-label={label}
        className={css.entry}
        draggable={false}
        to={to}
      >
        <Icon name={icon} size={19} />
        {narrow ? null : <span>{label}</span>}
      </Link>
    </Tooltip>
  );
}
