/** Colours, row height and text size. */

import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Density, Theme } from "../../ipc";
import { textSizes, useAppState, useChangeSettings } from "../../shared/app-state";
import { Choice } from "./Choice";

export function AppearanceSettings() {
  const { t } = useTranslation("settings", { keyPrefix: "appearance" });
  const { settings } = useAppState();
  const change = useChangeSettings();
  return (
    <>
      <Choice label={t("theme")}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={(["system", "light", "dark"] as const).map((value) => ({ value, label: t(`themes.${value}`) }))}
            onChange={(theme) => change({ theme: theme as Theme })}
            value={settings.theme}
          />
        )}
      </Choice>
      <Choice label={t("density")}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={(["compact", "standard", "roomy"] as const).map((value) => ({
              value,
              label: t(`densities.${value}`),
            }))}
            onChange={(density) => change({ density: density as Density })}
            value={settings.density}
          />
        )}
      </Choice>
      <Choice label={t("textSize")}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={textSizes.map((size) => ({ value: String(size), label: `${size} %` }))}
            onChange={(size) => change({ textSizePercent: Number(size) })}
            value={String(settings.textSizePercent)}
          />
        )}
      </Choice>
      <p className="fd-small fd-ink2">{t("textSizeHelp")}</p>
    </>
  );
}
