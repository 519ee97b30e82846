/** Where from and where to: in a narrow column both places keep their beginning. */

import type { ICellRendererParams } from "ag-grid-community";
import type { TripRow } from "../../../ipc";

export function RouteCell({ value }: ICellRendererParams<TripRow, string>) {
  const [from = "", to] = (value ?? "").split(" → ");
  return (
    <span className="fd-trip-route">
      <span>{from}</span>
      {to === undefined ? null : <span>{` → ${to}`}</span>}
    </span>
  );
}
