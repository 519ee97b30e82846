/** Components that know no feature. */

export { DayField } from "./DayField";
export { Empty } from "./Empty";
export { EnvTag } from "./EnvTag";
export { Facts } from "./Facts";
export { FailureNote } from "./FailureNote";
export { extensionOf, FileTag } from "./FileTag";
export { FilterPill } from "./FilterPill";
export { FilterPills } from "./FilterPills";
export { FirstLine } from "./FirstLine";
export { GuideLink } from "./GuideLink";
export { Icon, type IconName } from "./Icon";
export { Keys } from "./Keys";
export { Mark } from "./Mark";
export { Meter } from "./Meter";
export { MiddleEllipsis, PlaceEllipsis } from "./MiddleEllipsis";
export { Note } from "./Note";
export { SearchField } from "./SearchField";
export { SelectionBar } from "./SelectionBar";
export { SidePanel } from "./SidePanel";
export { Skeleton } from "./Skeleton";
export { StateChip } from "./StateChip";
export { StateIcon } from "./StateIcon";
export { StateText } from "./StateText";
export { type StateName, worstOf } from "./states";
export { UnlistedNote } from "./UnlistedNote";
export { useFoot, useSide } from "./use-foot";
export { useKeptPlaces, useLeft } from "./use-left";
