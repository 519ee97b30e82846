/** What the shell shows of users. AG Grid loads with it, as with the machines. */

export { UserImportScreen, UsersScreen } from "./screens";
