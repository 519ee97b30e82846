/** Haul trips: the zone that their days are in, and the address of the map's background. */

import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../ipc";
import { useAppState, useChangeSettings, useIsManaged } from "../../shared/app-state";
import { AddressField } from "./AddressField";

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
      <AddressField
        address={settings.mapAddress}
        help={t("addressHelp")}
        label={t("address")}
        managed={useIsManaged("mapAddress")}
        onSave={(mapAddress) => change({ mapAddress })}
        placeholder="https://…/{z}/{x}/{y}.png"
        wrong={t("addressWrong")}
      />
    </>
  );
}
