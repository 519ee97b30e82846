/** Where from and where to: in a narrow column both places keep their beginning. */

import type { ICellRendererParams } from "ag-grid-community";
import { useTranslation } from "react-i18next";
import type { TripRow } from "../../../ipc";

export function RouteCell({ data }: ICellRendererParams<TripRow>) {
  const { t } = useTranslation("trips");
  if (data === undefined || (data.from === null && data.to === null)) return null;
  return (
    <span className="fd-trip-route">
      <span>{data.from ?? t("notKnown")}</span>
      <span>{` → ${data.to ?? t("notKnown")}`}</span>
    </span>
  );
}
