// See soak.sh.
//
//   node soak.mjs RELEASE SERVICE_PID BASE_URL DOCUMENTS WORK SECRET MINUTES COMMIT OUT
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { family, taken } from "./processes.mjs";
import { report } from "./report.mjs";
import { Window } from "./window.mjs";

const [release, servicePid, base, documents, work, secret, minutes, commit, out] = process.argv.slice(2);
const control = `${new URL(base).origin}/_control`;
const folders = ["app", "watch"].map((of) => ({ of, path: join(work, "folders", of), section: `Soak ${of}` }));
const SAMPLE_MS = 10_000;
const EDIT_MS = 3_000;
const FAULT_MS = 45_000;

/** Each in turn; the programs get over all of them by themselves. */
const faults = [
  { times: 3, action: { status: 503 } },
  { times: 5, action: { delayMs: 500 } },
  { times: 2, action: { resetBeforeBody: true } },
  { times: 2, action: { resetAfterCommit: true } },
  { times: 2, action: { status: 429, headers: { "Retry-After": "2" } } },
  { times: 2, action: { status: 500 } },
];

const begun = Date.now();
const at = () => (Date.now() - begun) / 60_000;
const samples = [];
let phase = "start";
let requests = 0;
let posted = 0;
let edits = 0;
let stopped = false;

const every = async (ms, act) => {
  while (!stopped) {
    await sleep(ms);
    if (!stopped) await act();
  }
};

const bytesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);
const logBytes = () => bytesIn(join(work, "app", "logs")) + statSync(join(work, "watch.log")).size;

/**
 * What is done to a file, in turn. A renamed file removes a document as a removed one does, and of a page no more than a
 * fifth goes in half an hour: that would wait for a person.
 */
const ACTS =
  "save swap save save swap save new save swap save save swap save rename save swap save save swap remove".split(" ");

/** One change in each folder, as people make them; as many files come as go. */
function edit() {
  const act = ACTS[edits % ACTS.length];
  edits += 1;
  for (const { path } of folders) {
    const names = readdirSync(path).filter((name) => name.endsWith(".pdf"));
    const name = join(path, names[(edits * 7) % names.length]);
    const bytes = randomBytes(20_000 + ((edits * 7919) % 400) * 1000);
    if (act === "save") writeFileSync(name, bytes);
    else if (act === "rename") renameSync(name, join(path, `renamed ${edits}.pdf`));
    else if (act === "new") writeFileSync(join(path, `new ${edits}.pdf`), bytes);
    else if (act === "remove") rmSync(name);
    else {
      writeFileSync(`${name}.tmp`, bytes);
      renameSync(`${name}.tmp`, name);
    }
  }
}

async function fault() {
  const next = faults[posted % faults.length];
  posted += 1;
  const body = JSON.stringify({ pathPrefix: "/test/core", ...next });
  const answer = await fetch(`${control}/faults`, { method: "POST", body, headers: { "content-type": "application/json" } });
  if (!answer.ok) throw new Error(`a fault was refused: ${answer.status}`);
}

async function sample(programs) {
  const made = (await (await fetch(`${control}/requests`)).json()).length;
  await fetch(`${control}/requests`, { method: "DELETE" });
  requests += made;
  const roles = {};
  for (const [role, pid] of programs()) {
    const { kib, handles, threads } = taken(pid);
    roles[role] ??= { kib: 0, handles: 0, threads: 0 };
    roles[role].kib += kib;
    roles[role].handles += handles;
    roles[role].threads += threads;
  }
  samples.push({ minute: at(), phase, requests: made, logBytes: logBytes(), roles });
}

/** Memory of a window without anything, as the shares of all its processes in KiB. */
async function emptyWindow() {
  const window = spawn(join(release, "examples", "empty_window"), { stdio: "ignore" });
  await sleep(15_000);
  const kib = family(window.pid).reduce((sum, pid) => sum + taken(pid).kib, 0);
  window.kill();
  return kib;
}

/** Whether the page of each folder holds what the folder holds, by content; nothing else and nothing less. */
async function compare(token) {
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const page = async (section) => {
    const all = await (await fetch(documents, bearer)).json();
    return all.find((each) => each.section === section)?.files ?? [];
  };
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
  let differences = "";
  for (const { path, section } of folders) {
    const ours = readdirSync(path).map((name) => `${name} ${hash(readFileSync(join(path, name)))}`);
    const theirs = [];
    for (const { name, fileReferenceId } of await page(section)) {
      const answer = await fetch(`${documents}/${fileReferenceId}`, bearer);
      theirs.push(`${name} ${hash(Buffer.from(await answer.arrayBuffer()))}`);
    }
    const only = (these, those) => these.filter((one) => !those.includes(one)).join("\n");
    const [here, there] = [only(ours, theirs), only(theirs, ours)];
    if (here + there === "") console.log(`${section}: ${ours.length} documents, each the same as its file`);
    else differences += `${section} differs.\nOnly in the folder:\n${here}\nOnly on the page:\n${there}\n`;
  }
  if (differences !== "") throw new Error(differences);
}

async function token() {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "serviceapiv3",
    client_id: process.env.FIELDDESK_CLIENT_ID,
    client_secret: secret,
  });
  const answer = await fetch(`${process.env.FIELDDESK_IDENTITY_URL}/connect/token`, { method: "POST", body });
  return (await answer.json()).access_token;
}

const empty = await emptyWindow();
const log = join(work, "watch.log");
writeFileSync(log, "");
const watch = spawn(join(release, "fieldctl"), ["sync", "run", "--watch", "--json"], {
  env: { ...process.env, FIELDDESK_DATA_DIR: join(work, "watch"), FIELDDESK_CLIENT_SECRET: secret },
  stdio: ["ignore", openSync(log, "a"), openSync(log, "a")],
});
const window = await Window.open(join(release, "fielddesk"), join(work, "app"));
const programs = () => [...window.processes(), ["fieldctl", watch.pid], ["service", Number(servicePid)]];
const background = [
  every(SAMPLE_MS, () => sample(programs)),
  every(EDIT_MS, async () => phase !== "rest" && phase !== "left" && edit()),
  every(FAULT_MS, async () => phase !== "rest" && phase !== "left" && fault()),
];

const screens = await window.screens();
const rest = async (name, forMinutes) => {
  await window.goTo(0);
  phase = name;
  await sleep(forMinutes * 60_000);
};
const used = async (name, untilMinute) => {
  phase = name;
  for (let screen = 0; at() < untilMinute; screen += 1) {
    await window.goTo(screen % screens);
    await window.use("vo");
  }
};
await sleep(60_000);
await rest("rest", 2);
await used("work", at() + 10);
await rest("left", 2);
// From here on things are to stay as they are.
const end = Number(minutes) - 4;
while (at() < end) {
  await used("steady", Math.min(end, at() + 3));
}
phase = "end";
await fetch(`${control}/faults`, { method: "DELETE" });
stopped = true;
await Promise.all(background);
await sleep(90_000);
await sample(programs);
await window.close();
watch.kill("SIGTERM");
report({ commit, empty, samples, edits: edits * folders.length, faults: posted, requests, minutes: at() }, out);
await compare(await token());
