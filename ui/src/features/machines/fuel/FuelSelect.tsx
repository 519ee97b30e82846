/** The fuel of a form. A letter picks the next fuel that begins with it, as in a list of the system. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShowing } from "../fleet/use-showing";
import { fuels, nextFuel } from "./model";

type Props = { fuel: number | null; onChange: (fuel: number | null) => void };

export function FuelSelect({ fuel, onChange }: Props) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  return (
    <Select
      clearable={fuel !== null}
      data={fuels().map((each) => ({ value: String(each), label: to.word("fuelType", each) }))}
      label={t("column.fuelType")}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const picked = nextFuel(event.key, fuel, (each) => to.word("fuelType", each));
        if (picked === null) return;
        event.preventDefault();
        onChange(picked);
      }}
      placeholder={t("fuel.leave")}
      value={fuel === null ? null : String(fuel)}
    />
  );
}
