/** The language of the window; dates and numbers follow the computer's region. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Language } from "../../ipc";
import { useAppState, useChangeSettings } from "../../shared/app-state";
import { languageName, languages } from "../../shared/i18n";
import { useFormats } from "../../shared/use-formats";
import { Choice } from "./Choice";
import { CountrySetting } from "./CountrySetting";

export function LanguageSettings() {
  const { t } = useTranslation("settings", { keyPrefix: "language" });
  const { settings } = useAppState();
  const change = useChangeSettings();
  const formats = useFormats();
  const now = new Date();
  return (
    <>
      <Choice label={t("label")}>
        {(id) => (
          <Select
            aria-labelledby={id}
            data={[
              { value: "system", label: t("system") },
              ...languages.map((value) => ({ value, label: languageName(value) })),
            ]}
            onChange={(language) => change({ language: language as Language })}
            value={settings.language}
            w="15rem"
          />
        )}
      </Choice>
      <CountrySetting />
      <p className="fd-small fd-ink2">
        {t("formats", { date: formats.date(now), number: formats.bytes(8_400_000), time: formats.time(now) })}
      </p>
    </>
  );
}
