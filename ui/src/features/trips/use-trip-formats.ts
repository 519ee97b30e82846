/** The formats of trips for this computer's region and the zone that their days are in. */

import { useMemo } from "react";
import { useAppState } from "../../shared/app-state";
import { createTripFormats, type TripFormats } from "./model/zoned";
import { useTripsState } from "./queries";

export function useTripFormats(): TripFormats {
  const { locale } = useAppState();
  const zone = useTripsState().data?.zone ?? "";
  return useMemo(() => createTripFormats(locale, zone), [locale, zone]);
}
