// Makes the table of all rows, and the same as JSON: figures, ratios, whether an aim is met.
//
//   node table.mjs ROWS PARTS_SECONDS COMMIT JSON_FILE    the table on standard output
//
// A row is a line of ROWS: name, work, value and unit between tabs, then pairs of a word and what belongs to it:
// peer NAME VALUE (any number), limit NAME VALUE, aim "<= 6", runs N.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

const [rowsFile, seconds, commit, jsonFile] = process.argv.slice(2);
const PLACES = 3;

const number = (text, of) => {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) throw new Error(`${of}: "${text}" is no number`);
  return value;
};

const isMet = (value, aim) => {
  if (aim === undefined) return undefined;
  const [, sign, wanted] = /^(<=|>=|=) ([\d.]+)$/.exec(aim) ?? [];
  if (sign === undefined) throw new Error(`"${aim}" is no aim`);
  const diff = value - Number(wanted);
  return sign === "=" ? diff === 0 : sign === "<=" ? diff <= 0 : diff >= 0;
};

const parse = (line) => {
  const [name, work, value, unit, ...rest] = line.split("\t");
  const row = { name, work, value: number(value, work), unit, peers: [] };
  const beside = () => {
    const [what, figure] = rest.splice(0, 2);
    const its = number(figure, what);
    return { name: what, value: its, ratio: Number((row.value / its).toPrecision(PLACES)) };
  };
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === "peer") row.peers.push(beside());
    else if (word === "limit") row.limit = beside();
    else if (word === "aim") row.aim = rest.shift();
    else if (word === "runs") row.runs = number(rest.shift(), word);
    else throw new Error(`${work}: a row has no "${word}"`);
  }
  row.met = isMet(row.value, row.aim);
  return row;
};

const rows = readFileSync(rowsFile, "utf8").split("\n").filter(Boolean).map(parse);
const machine = {
  system: `${process.platform} ${release()} ${process.arch}`,
  processor: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
};
const table = { date: new Date().toISOString().slice(0, 10), commit, seconds: Number(seconds), machine, rows };
writeFileSync(jsonFile, `${JSON.stringify(table, null, 2)}\n`);

const figure = (value, unit) => `${Number(value.toPrecision(PLACES))} ${unit}`.trim();
const ratio = ({ ratio }) => `${Number(ratio.toPrecision(2))}x`;
const cells = (row) => [
  row.name,
  row.work,
  figure(row.value, row.unit),
  row.peers.map((peer) => `${peer.name} ${figure(peer.value, row.unit)}`).join("; "),
  row.peers.map(ratio).join("; "),
  row.limit ? `${row.limit.name} ${figure(row.limit.value, row.unit)}` : "",
  row.limit ? ratio(row.limit) : "",
  row.aim ?? "",
  row.met === undefined ? "" : row.met ? "met" : "missed",
  `${row.runs ?? ""}`,
];
const heads = ["Row", "Work", "Ours", "Beside it", "Ratio", "Limit", "Ratio", "Aim", "", "Runs"];
const all = [heads, ...rows.map(cells)];
const width = heads.map((_, at) => Math.max(...all.map((line) => line[at].length)));
const print = (line) => console.log(`| ${line.map((cell, at) => cell.padEnd(width[at])).join(" | ")} |`);
console.log(`${machine.cores} cores (${machine.processor}), ${machine.memoryMb} MB, ${machine.system}, loopback.`);
console.log(`${table.date}, commit ${commit}, ${Math.round(table.seconds / 60)} minutes. Ours is the median of the runs.\n`);
print(heads);
print(width.map((wide) => "-".repeat(wide)));
for (const row of all.slice(1)) print(row);
