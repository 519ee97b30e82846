/** Choice of the source of fuel values: kept on this computer and in exports. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FuelProvenance } from "../../../ipc";
import { provenances } from "./model";

type Props = { provenance: FuelProvenance | null; onChange: (provenance: FuelProvenance) => void };

export function ProvenanceChoice({ provenance, onChange }: Props) {
  const { t } = useTranslation("machines");
  return (
    <Select
      data={provenances.map((value) => ({ value, label: t(`source.${value}`) }))}
      label={t("source.title")}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen as FuelProvenance)}
      placeholder={t("source.notSaid")}
      title={t("source.keptHere")}
      value={provenance}
    />
  );
}
