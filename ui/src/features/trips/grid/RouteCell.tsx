/** Load and dump place: in a narrow column both keep the number at their end. */

import type { ICellRendererParams } from "ag-grid-community";
import { useTranslation } from "react-i18next";
import type { TripRow } from "../../../ipc";
import { PlaceEllipsis } from "../../../shared/parts";

export function RouteCell({ data }: ICellRendererParams<TripRow>) {
  const { t } = useTranslation("trips");
  if (data === undefined || (data.from === null && data.to === null)) return null;
  return (
    <span className="fd-trip-route">
      <PlaceEllipsis text={data.from ?? t("notKnown")} />
      <span className="fd-trip-arrow"> → </span>
      <PlaceEllipsis text={data.to ?? t("notKnown")} />
    </span>
  );
}
