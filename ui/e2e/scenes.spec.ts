/** Axe looks at every screen with content, in light and once in dark. */

import { expectAccessible, test } from "./fixtures";
import { showWith } from "./layout/settings";
import * as documents from "./scenes/documents";
import * as folders from "./scenes/folders";
import * as records from "./scenes/records";
import type { Look, Scene } from "./scenes/scene";

const scenes: Record<string, Scene> = {
  "the first start and a connection that fails": documents.firstStart,
  "documents, an empty project and settings": documents.documents,
  "records that were lost": documents.lostData,
  "a drop and its plan": documents.drop,
  "uploads on their way": documents.sending,
  "an upload that failed": documents.failing,
  "synced folders and the tabs of one": folders.folders,
  "a new synced folder": folders.newFolder,
  "folders that stand still": folders.standing,
  "a conflict in pictures": folders.conflictPictures,
  "settings of synced folders": folders.folderSettings,
  "machines, their menu and details": records.machines,
  "machines with unsaved changes": records.editing,
  "a block of several machines": records.blocking,
  "fuel data": records.fuel,
  "an import of machines": records.importing,
  "haul trips": records.trips,
  "users and their form": records.users,
};

for (const [name, scene] of Object.entries(scenes))
  test(`axe finds nothing serious: ${name}`, async ({ page }) => {
    const look: Look = async (_, faded) => {
      await page.mouse.move(0, 0);
      if (faded === undefined) await expectAccessible(page);
    };
    await scene(page, look, {});
    // Nothing but the colours differs in dark.
    await showWith(page, { theme: "dark" });
    await expectAccessible(page, { only: ["color-contrast"] });
  });
