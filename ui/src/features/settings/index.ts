/** Settings. */

export { SettingsScreen } from "./Screen";
