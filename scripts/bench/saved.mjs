// Saves files one at a time in a folder that `fieldctl sync run --watch` keeps in step, measures from the close or the
// rename to the service's listing that has the new document, then leaves it alone and measures what idling costs.
//
//   node saved.mjs FIELDCTL FOLDER DOCUMENTS TOKEN CONTROL SAVES IDLE_SECONDS    one line of JSON
import { spawn } from "node:child_process";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const [fieldctl, folder, documents, token, control, saves, idleSeconds] = process.argv.slice(2);
/** Nothing is there before the quiet time has passed: no look is wasted on it. */
const FIRST_LOOK_MS = 400;
const LOOK_MS = 5;
const GIVE_UP_MS = 30_000;

const listed = async (name) => {
  const answer = await fetch(documents, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`the listing: ${answer.status}`);
  const page = (await answer.json()).find((page) => page.section === "Bench");
  return (page?.files ?? []).filter((file) => file.name === name).map((file) => file.fileReferenceId);
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
  (n, bytes) => ({ name: `new ${n}.pdf`, save: (path) => write(path, bytes) }),
  (n, bytes) => ({ name: `drawing ${n % 50}.pdf`, save: (path) => write(path, bytes) }),
  (n, bytes) => ({
    name: `drawing ${n % 50}.pdf`,
    save: (path) => {
      write(`${path}.tmp`, bytes);
      renameSync(`${path}.tmp`, path);
    },
  }),
  (n, bytes) => ({
    name: `drawing ${n % 50}.pdf`,
    save: (path) => {
      write(`${path}.tmp`, bytes);
      renameSync(path, `${path}.bak`);
      renameSync(`${path}.tmp`, path);
      rmSync(`${path}.bak`);
    },
  }),
];

const ctl = spawn(fieldctl, ["sync", "run", "--watch", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
let idle = 0;
createInterface({ input: ctl.stdout }).on("line", (line) => {
  if (JSON.parse(line).event === "idle") idle += 1;
});
const ended = new Promise((done) => ctl.on("exit", (code) => done(code)));
const quiet = async (since) => {
  while (idle <= since) {
    if (ctl.exitCode !== null) throw new Error(`fieldctl ended with ${ctl.exitCode}`);
    await sleep(20);
  }
};
await quiet(0);

const took = [];
for (let n = 0; n < Number(saves); n += 1) {
  const bytes = Buffer.alloc(40_000 + ((n * 7919) % 400) * 1000, `save ${n} `);
  const { name, save } = ways[n % ways.length](n, bytes);
  const before = new Set(await listed(name));
  const since = idle;
  save(join(folder, name));
  const saved = performance.now();
  await sleep(FIRST_LOOK_MS);
  while (!(await listed(name)).some((id) => !before.has(id))) {
    if (performance.now() - saved > GIVE_UP_MS) throw new Error(`${name} never came`);
    await sleep(LOOK_MS);
  }
  took.push((performance.now() - saved) / 1000);
  // The next one is saved by somebody who has looked at this one: what it replaced is gone, too.
  await quiet(since);
}

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
