/** The screens of users, which tell the shared parts in them that their records are users. */

import { ImportScreen } from "../../shared/records/importing/ImportScreen";
import { KindProvider } from "../../shared/records/kind";
import { UsersScreen as Users } from "./Screen";
import { userKind } from "./users/kind";

export function UsersScreen() {
  return (
    <KindProvider value={userKind}>
      <Users />
    </KindProvider>
  );
}

export function UserImportScreen() {
  return (
    <KindProvider value={userKind}>
      <ImportScreen />
    </KindProvider>
  );
}
