// Ten people save files in a folder that `fieldctl sync run --watch` keeps in step, each the next one when the last is on
// the service. Measures from the close or the rename to the service's listing that has the new document, then leaves the
// folder alone and measures what idling costs.
//
//   node saved.mjs FIELDCTL FOLDER DOCUMENTS TOKEN CONTROL SAVES IDLE_SECONDS    one line of JSON
import { spawn } from "node:child_process";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const [fieldctl, folder, documents, token, control, saves, idleSeconds] = process.argv.slice(2);
const LOOK_MS = 5;
const GIVE_UP_MS = 30_000;

const PEOPLE = 10;
/** As many as saved.sh made: those who save over them are never at the same one. */
const FILES = 50;

/** The ids of each name on the page. */
const listed = async () => {
  const answer = await fetch(documents, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`the listing: ${answer.status}`);
  const page = (await answer.json()).find((page) => page.section === "Bench");
  const ids = new Map();
  for (const file of page?.files ?? []) ids.set(file.name, [...(ids.get(file.name) ?? []), file.fileReferenceId]);
  return ids;
};

/** Writes and closes. Programs that save with care sync first. */
const write = (path, bytes) => {
  const file = openSync(path, "w");
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
};

/** As programs save: a new file, over the old one, aside and renamed into place, or with the old one kept aside. */
const ways = [
  write,
  write,
  (path, bytes) => {
    write(`${path}.tmp`, bytes);
    renameSync(`${path}.tmp`, path);
  },
  (path, bytes) => {
    write(`${path}.tmp`, bytes);
    renameSync(path, `${path}.bak`);
    renameSync(`${path}.tmp`, path);
    rmSync(`${path}.bak`);
  },
];
/** The first way makes new files, the others save over what a person has. */
const nameOf = (n) => (n % ways.length === 0 ? `new ${n}.pdf` : `drawing ${n % FILES}.pdf`);

const ctl = spawn(fieldctl, ["sync", "run", "--watch", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise((done) => ctl.on("exit", (code) => done(code)));
// The first round is done.
await new Promise((done) => {
  createInterface({ input: ctl.stdout }).on("line", (line) => JSON.parse(line).event === "idle" && done());
});

/** Saves that are not on the service yet, by name. */
const waiting = new Map();
const took = [];
let known = await listed();
let next = 0;
let allSaved = false;

const save = (n) =>
  new Promise((done) => {
    const name = nameOf(n);
    const bytes = Buffer.alloc(40_000 + ((n * 7919) % 400) * 1000, `save ${n} `);
    const before = new Set(known.get(name));
    ways[n % ways.length](join(folder, name), bytes);
    waiting.set(name, { before, saved: performance.now(), done });
  });

const look = async () => {
  while (!allSaved) {
    known = await listed();
    const now = performance.now();
    for (const [name, { before, saved, done }] of waiting) {
      if (now - saved > GIVE_UP_MS) throw new Error(`${name} never came`);
      if (!known.get(name)?.some((id) => !before.has(id))) continue;
      waiting.delete(name);
      took.push((now - saved) / 1000);
      done();
    }
    await sleep(LOOK_MS);
  }
};
const person = async () => {
  while (next < Number(saves)) {
    const n = next++;
    await save(n);
  }
};
const looking = look();
const saving = Promise.all(Array.from({ length: PEOPLE }, person)).then(() => {
  allSaved = true;
});
await Promise.all([looking, saving]);

// User and system time in ticks of 10 ms, as the kernel counts them.
const cpuMs = () => {
  const fields = readFileSync(`/proc/${ctl.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
await sleep(2000);
await fetch(`${control}/requests`, { method: "DELETE" });
const before = cpuMs();
await sleep(Number(idleSeconds) * 1000);
const idleCpuMs = cpuMs() - before;
const idleRequests = (await (await fetch(`${control}/requests`)).json()).length;
ctl.kill("SIGTERM");
if ((await ended) !== 0) throw new Error("fieldctl did not end well");

took.sort((a, b) => a - b);
const share = (part) => took[Math.ceil(took.length * part) - 1].toFixed(3);
console.log(JSON.stringify({ p50: share(0.5), p99: share(0.99), max: share(1), idleCpuMs, idleRequests }));
