/** Haul trips: the zone that their days are in, and the address of the map's background. */

import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../ipc";
import { useAppState, useChangeSettings } from "../../shared/app-state";
import css from "./settings.module.css";

/** In the list for the zone of the computer, which is no name of a zone. */
const ofComputer = "";

export function TripsSettings() {
  const { t } = useTranslation("settings", { keyPrefix: "trips" });
  const { settings } = useAppState();
  const change = useChangeSettings();
  const bridge = useBridge();
  const zones = useQuery({
    queryKey: keys.timeZones,
    queryFn: () => bridge.timeZones(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const computer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = zones.data ?? (settings.timeZone === null ? [] : [settings.timeZone]);
  return (
    <>
      <Select
        data={[
          { value: ofComputer, label: t("zoneComputer", { zone: computer }) },
          ...known.map((zone) => ({ value: zone, label: zone })),
        ]}
        description={t("zoneHelp")}
        label={t("zone")}
        limit={200}
        onChange={(zone) => change({ timeZone: zone === null || zone === ofComputer ? null : zone })}
        searchable
        value={settings.timeZone ?? ofComputer}
      />
      <MapAddress address={settings.mapAddress} onSave={(mapAddress) => change({ mapAddress })} />
    </>
  );
}

type AddressProps = { address: string | null; onSave: (address: string | null) => void };

function MapAddress({ address, onSave }: AddressProps) {
  const { t } = useTranslation("settings", { keyPrefix: "trips" });
  const [typed, setTyped] = useState(address ?? "");
  const wanted = typed.trim();
  const wrong = wanted !== "" && !isTileAddress(wanted);
  const changed = wanted !== (address ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && changed) onSave(wanted === "" ? null : wanted);
  };
  return (
    <form className={css.address} onSubmit={save}>
      <TextInput
        description={t("addressHelp")}
        error={wrong ? t("addressWrong") : undefined}
        label={t("address")}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder="https://…/{z}/{x}/{y}.png"
        spellCheck={false}
        value={typed}
      />
      <Button disabled={wrong || !changed} type="submit">
        {t("save")}
      </Button>
    </form>
  );
}

function isTileAddress(address: string): boolean {
  return address.startsWith("https://") && ["{z}", "{x}", "{y}"].every((place) => address.includes(place));
}
