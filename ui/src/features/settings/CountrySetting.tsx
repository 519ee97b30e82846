/** The country of phone numbers that are written without its code. */

import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../ipc";
import { useAppState, useChangeSettings, useLanguage } from "../../shared/app-state";
import { Choice } from "./Choice";

/** In the list for the country of the computer, which has no two letters. */
const ofComputer = "";

export function CountrySetting() {
  const { t } = useTranslation("settings", { keyPrefix: "language" });
  const { settings } = useAppState();
  const language = useLanguage();
  const change = useChangeSettings();
  const bridge = useBridge();
  const help = useId();
  const { data } = useQuery({
    queryKey: keys.countries,
    queryFn: () => bridge.countries(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Intl.DisplayNames(language, { type: "region" });
  const nameOf = (country: string) => `${names.of(country) ?? country} (${country})`;
  const known = data?.all ?? (settings.country === null ? [] : [settings.country]);
  const listed = known.map((country) => ({ value: country, label: nameOf(country) }));
  const computer = data?.computer ?? null;
  return (
    <>
      <Choice label={t("country")}>
        {(id) => (
          <Select
            aria-describedby={help}
            aria-labelledby={id}
            data={[
              {
                value: ofComputer,
                label:
                  computer === null
                    ? t("countryNone")
                    : t("countryComputer", { country: names.of(computer) ?? computer }),
              },
              ...listed.sort((one, other) => one.label.localeCompare(other.label, language)),
            ]}
            onChange={(country) => change({ country: country === null || country === ofComputer ? null : country })}
            searchable
            value={settings.country ?? ofComputer}
            w="15rem"
          />
        )}
      </Choice>
      <p className="fd-small fd-ink2" id={help}>
        {t("countryHelp")}
      </p>
    </>
  );
}
