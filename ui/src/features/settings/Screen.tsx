/** Settings: groups on one page, saved at once. */

import { Checkbox, SegmentedControl, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Density, Language, Theme } from "../../ipc";
import { useAppState, useChangeSettings } from "../../shared/app-state";
import type { GuidePlace } from "../../shared/guide";
import { languageName, languages } from "../../shared/i18n";
import { GuideLink } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { About } from "./About";
import { Connections } from "./Connections";
import { SyncedFolders } from "./folders/SyncedFolders";
import css from "./settings.module.css";

const textSizes = [90, 100, 110, 125, 150];

export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const { settings } = useAppState();
  const change = useChangeSettings();
  const formats = useFormats();
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1 className="fd-page">{t("title")}</h1>
        <p className="fd-small fd-ink2">{t("facts")}</p>
      </header>
      <div className={css.groups}>
        <Group guide="settings#connections" title={t("connections.title")}>
          <Connections />
        </Group>
        <Group guide="settings#language" title={t("language.title")}>
          <Choice label={t("language.label")}>
            {(id) => (
              <Select
                aria-labelledby={id}
                data={[
                  { value: "system", label: t("language.system") },
                  ...languages.map((value) => ({ value, label: languageName(value) })),
                ]}
                onChange={(language) => change({ language: language as Language })}
                value={settings.language}
                w="15rem"
              />
            )}
          </Choice>
          <p className="fd-small fd-ink2">
            {t("language.formats", {
              date: formats.date(new Date()),
              number: formats.bytes(8_400_000),
              time: formats.time(new Date()),
            })}
          </p>
        </Group>
        <Group guide="settings#appearance" title={t("appearance.title")}>
          <Choice label={t("appearance.theme")}>
            {(id) => (
              <SegmentedControl
                aria-labelledby={id}
                data={(["system", "light", "dark"] as const).map((value) => ({
                  value,
                  label: t(`appearance.themes.${value}`),
                }))}
                onChange={(theme) => change({ theme: theme as Theme })}
                value={settings.theme}
              />
            )}
          </Choice>
          <Choice label={t("appearance.density")}>
            {(id) => (
              <SegmentedControl
                aria-labelledby={id}
                data={(["compact", "standard", "roomy"] as const).map((value) => ({
                  value,
                  label: t(`appearance.densities.${value}`),
                }))}
                onChange={(density) => change({ density: density as Density })}
                value={settings.density}
              />
            )}
          </Choice>
          <Choice label={t("appearance.textSize")}>
            {(id) => (
              <SegmentedControl
                aria-labelledby={id}
                data={textSizes.map((size) => ({ value: String(size), label: `${size} %` }))}
                onChange={(size) => change({ textSizePercent: Number(size) })}
                value={String(settings.textSizePercent)}
              />
            )}
          </Choice>
          <p className="fd-small fd-ink2">{t("appearance.textSizeHelp")}</p>
        </Group>
        <Group guide="settings#start" title={t("folders.title")}>
          <SyncedFolders />
        </Group>
        <Group guide="settings#notifications" title={t("notifications.title")}>
          <Checkbox
            checked={settings.notifications}
            description={t("notifications.help")}
            label={t("notifications.label")}
            onChange={(event) => change({ notifications: event.currentTarget.checked })}
          />
        </Group>
        <Group guide="settings#diagnostics" title={t("about.title")}>
          <About />
        </Group>
      </div>
    </div>
  );
}

function Group({ title, guide, children }: { title: string; guide: GuidePlace; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.group}>
      <div className={css.groupHead}>
        <h2 className="fd-title" id={id}>
          {title}
        </h2>
        <GuideLink about={title} to={guide} />
      </div>
      <div className={css.card}>{children}</div>
    </section>
  );
}

function Choice({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={css.choice}>
      <span className={css.choiceLabel} id={id}>
        {label}
      </span>
      {children(id)}
    </div>
  );
}
