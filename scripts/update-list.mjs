// The lists of releases that the app reads at its update address, beside the packages that they name.
//
//   node scripts/update-list.mjs TAG FOLDER URL NOTES
//
// FOLDER has the packages with their signatures (.sig), URL is where they will be fetched, NOTES a file with what is new.
// A version with a hyphen (v1.2.0-beta.1) is for the channel "preview" alone.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [tag, folder, url, notes] = process.argv.slice(2);
const version = tag.replace(/^v/, "");
/** How the updater calls the system of a package; a .deb or .rpm is updated by its system. */
const systems = [
  [/\.AppImage$/, ["linux-x86_64-appimage"]],
  [/-setup\.exe$/, ["windows-x86_64-nsis"]],
  [/\.app\.tar\.gz$/, ["darwin-aarch64-app", "darwin-x86_64-app"]],
];

const platforms = {};
for (const name of readdirSync(folder)) {
  const names = systems.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  for (const system of names) {
    const signature = readFileSync(join(folder, `${name}.sig`), "utf8").trim();
    platforms[system] = { url: `${url}/${encodeURIComponent(name)}`, signature };
  }
}
if (Object.keys(platforms).length === 0) throw new Error(`no package of ${folder} can be an update`);
const list = {
  version,
  notes: readFileSync(notes, "utf8").trim(),
  pub_date: new Date().toISOString(),
  platforms,
};
for (const channel of version.includes("-") ? ["preview"] : ["stable", "preview"]) {
  writeFileSync(join(folder, `${channel}.json`), `${JSON.stringify(list, null, 2)}\n`);
  console.log(`${channel}.json: ${version} for ${Object.keys(platforms).join(", ")}`);
}
