/** The first screen after the start. */

export { OverviewScreen } from "./Screen";
