// The figures of a soak as a table for people and as JSON.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const WINDOW = ["app", "web", "network"];
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mb = (kib) => `${Math.round(kib / 1024)} MB`;
const times = (one, other) => `${(one / other).toFixed(2)}`;

/** Change in an hour by the line that fits best. */
function growth(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([minute]) => minute), mean(([, value]) => value)];
  const over = points.reduce((sum, [minute, value]) => sum + (minute - x) * (value - y), 0);
  const under = points.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 60;
}

export function report({ commit, empty, samples, edits, faults, requests, minutes }, out) {
  const of = (phase) => samples.filter((sample) => sample.phase === phase);
  const together = ({ roles }) => WINDOW.reduce((sum, role) => sum + (roles[role]?.kib ?? 0), 0);
  const lines = [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}: ${Math.round(minutes)} minutes, ${edits} changes of files, ` +
      `${faults} faults, ${requests} requests (most in 10 s: ${Math.max(...samples.map((one) => one.requests))}).`,
    "",
    "| Memory of the window (app, web and network process) | PSS | Times an empty window |",
    "|---|---|---|",
    `| an empty window | ${mb(empty)} | 1 |`,
  ];
  // The second half of each: what was there before has settled.
  const settled = (phase) => of(phase).slice(Math.floor(of(phase).length / 2));
  const phases = [
    ["at rest after the start", "rest"],
    ["at the end of ten minutes through all screens", "work"],
    ["two minutes after the last of them was left", "left"],
  ];
  for (const [name, phase] of phases) {
    const kib = median(settled(phase).map(together));
    lines.push(`| ${name} | ${mb(kib)} | ${times(kib, empty)} |`);
  }
  const steady = of("steady");
  lines.push(
    "",
    `| In the ${Math.round((steady.at(-1)?.minute ?? 0) - (steady[0]?.minute ?? 0))} minutes after that | First third | Last third | An hour |`,
    "|---|---|---|---|",
  );
  const third = Math.ceil(steady.length / 3);
  const row = (name, value, shown) => {
    const points = steady.map((sample) => [sample.minute, value(sample)]);
    const values = points.map(([, each]) => each);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    const change = growth(points);
    lines.push(`| ${name} | ${shown(first)} | ${shown(last)} | ${change < 0 ? "-" : "+"}${shown(Math.abs(change))} |`);
  };
  const whole = (value) => `${Math.round(value)}`;
  for (const role of [...WINDOW, "fieldctl", "service"]) {
    const part = (name) => (sample) => sample.roles[role]?.[name] ?? 0;
    row(`${role}: memory`, part("kib"), mb);
    row(`${role}: handles`, part("handles"), whole);
    row(`${role}: threads`, part("threads"), whole);
  }
  row("requests in 10 s", (sample) => sample.requests, whole);
  row("logs of the app and fieldctl", (sample) => sample.logBytes / 1024, mb);
  const text = `${lines.join("\n")}\n`;
  writeFileSync(join(out, "soak.md"), text);
  writeFileSync(join(out, "soak.json"), `${JSON.stringify({ commit, empty, edits, faults, requests, samples }, null, 1)}\n`);
  console.log(text);
}
