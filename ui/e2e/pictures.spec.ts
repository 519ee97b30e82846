/** Takes the pictures of the README and the guide anew: `make pictures`. The files that are there say which. */

import { existsSync } from "node:fs";
import { type Begin, test } from "./fixtures";
import * as documents from "./scenes/documents";
import * as first from "./scenes/first-screens";
import * as folders from "./scenes/folders";
import * as records from "./scenes/records";
import type { Scene } from "./scenes/scene";

const usual = { width: 1440, height: 900 };
const narrow = { width: 1366, height: 768 };
const small = { width: 1024, height: 640 };

type Shot = { scene: Scene; end: string; begin?: Begin; window?: typeof usual };

const { firstStart, documents: ofDocuments, drop, sending, failing } = documents;
const shots: Shot[] = [
  ...[firstStart, ...Object.values(first), ofDocuments, drop, sending, failing, ...Object.values(records)]
    .filter((scene) => scene !== records.longNames)
    .flatMap((scene): Shot[] => [
      { scene, end: "" },
      { scene, end: "-dark", begin: { theme: "dark" } },
    ]),
  ...[folders.folders, folders.newFolder, folders.folderSettings].map((scene) => ({ scene, end: "" })),
  { scene: folders.conflictPictures, end: "", window: narrow },
  { scene: folders.conflictPictures, end: "-dark", begin: { theme: "dark" }, window: narrow },
  { scene: documents.small, end: "", window: small },
  { scene: documents.longWords, end: "-nb", begin: { language: "nb" }, window: narrow },
  { scene: documents.longWords, end: "-sv", begin: { language: "sv" }, window: narrow },
  { scene: records.longNames, end: "-nb", begin: { language: "nb", connection: "test" }, window: narrow },
  { scene: records.longNames, end: "-narrow-sv", begin: { language: "sv" }, window: small },
];

for (const [at, { scene, end, begin = {}, window = usual }] of shots.entries())
  test(`pictures, ${at}${end}`, async ({ page }) => {
    await page.setViewportSize(window);
    const look = async (name: string) => {
      const path = `e2e/pictures/${name}${end}.png`;
      if (!existsSync(path)) return;
      // The pointer would leave a row lit up.
      await page.mouse.move(0, 0);
      await page.screenshot({ path, animations: "disabled" });
    };
    await scene(page, look, begin);
  });
