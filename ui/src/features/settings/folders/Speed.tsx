/** Bandwidth limit of all folders together, by the clock of this computer. */

import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SpeedWindow } from "../../../ipc";
import { FailureNote, Icon } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "../settings.module.css";
import { timeOf } from "./model";
import { useFolderSettings } from "./use-folder-settings";

/** What people choose from, bytes a second. */
const RATES = [100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 50_000_000];
const NONE = "none";
const OFFICE_HOURS: SpeedWindow = { from: "07:00", to: "16:00", bytesPerSecond: 1_000_000 };

export function Speed() {
  const { t } = useTranslation("settings", { keyPrefix: "folders.speed" });
  const { settings, set, failure } = useFolderSettings();
  if (settings === undefined) return null;
  const { windows } = settings;
  const change = (at: number, next: Partial<SpeedWindow>) =>
    void set({ windows: windows.map((window, index) => (index === at ? { ...window, ...next } : window)) });
  return (
    <>
      <div className={css.choice}>
        <Rate
          label={t("otherwise")}
          onChange={(bytesPerSecond) => void set({ bytesPerSecond })}
          value={settings.bytesPerSecond}
        />
      </div>
      {windows.map((window, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name, and two may be the same
        <fieldset key={`${at}/${window.from}/${window.to}`} aria-label={t("window", window)} className={css.hours}>
          <Time label={t("from")} onChange={(from) => change(at, { from })} value={window.from} />
          <Time label={t("to")} onChange={(to) => change(at, { to })} value={window.to} />
          <Rate
            label={t("limit")}
            onChange={(bytesPerSecond) => change(at, { bytesPerSecond })}
            value={window.bytesPerSecond}
          />
          <ActionIcon
            aria-label={`${t("remove")}: ${t("window", window)}`}
            className={css.removeHours}
            onClick={() => void set({ windows: windows.filter((_, index) => index !== at) })}
          >
            <Icon name="bin" />
          </ActionIcon>
        </fieldset>
      ))}
      <div>
        <Button leftSection={<Icon name="plus" />} onClick={() => void set({ windows: [...windows, OFFICE_HOURS] })}>
          {t("add")}
        </Button>
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <p className="fd-small fd-ink2">{t("help")}</p>
    </>
  );
}

type RateProps = { label: string; value: number | null; onChange: (value: number | null) => void };

function Rate({ label, value, onChange }: RateProps) {
  const { t } = useTranslation("settings", { keyPrefix: "folders.speed" });
  const formats = useFormats();
  // A limit that was set elsewhere is shown as it is.
  const rates = value === null || RATES.includes(value) ? RATES : [...RATES, value].sort((a, b) => a - b);
  return (
    <Select
      data={[
        { value: NONE, label: t("none") },
        ...rates.map((rate) => ({ value: String(rate), label: t("rate", { rate: formats.bytes(rate) }) })),
      ]}
      label={label}
      onChange={(chosen) => onChange(chosen === NONE ? null : Number(chosen))}
      value={value === null ? NONE : String(value)}
      w="13rem"
    />
  );
}

/** Typed as people write it: `7`, `7.30`, `0730`; what is no time of the day is put back. */
function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      defaultValue={value}
      label={label}
      onBlur={({ currentTarget }) => {
        const typed = timeOf(currentTarget.value) ?? value;
        currentTarget.value = typed;
        if (typed !== value) onChange(typed);
      }}
      spellCheck={false}
      w="5.5rem"
    />
  );
}
