/** The fuel of a form. Letters pick the fuel that begins with them, as in a list of the system. */

import { Select } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShowing } from "../fleet/use-showing";
import { fuels, typedFuel } from "./model";

/** A letter after a longer pause begins another word. */
const wordMs = 1000;

type Props = { fuel: number | null; onChange: (fuel: number | null) => void };

export function FuelSelect({ fuel, onChange }: Props) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const word = useRef({ typed: "", at: 0 });
  return (
    <Select
      clearable={fuel !== null}
      data={fuels().map((each) => ({ value: String(each), label: to.word("fuelType", each) }))}
      label={t("column.fuelType")}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const before = event.timeStamp - word.current.at > wordMs ? "" : word.current.typed;
        const picked = typedFuel(before, event.key, fuel, (each) => to.word("fuelType", each));
        if (picked === null) return;
        event.preventDefault();
        word.current = { typed: picked.typed, at: event.timeStamp };
        onChange(picked.fuel);
      }}
      placeholder={t("fuel.leave")}
      value={fuel === null ? null : String(fuel)}
    />
  );
}
