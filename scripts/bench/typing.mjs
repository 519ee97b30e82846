// Types into the search of users: `typing.mjs PROGRAM DATA_FOLDER` prints how many users there are, how many keys were
// pressed, and in milliseconds until the letter was painted and until the list stood: the median and the slowest of each.
import { until, Window } from "../soak/window.mjs";

const TEXTS = ["hansen", "+47 9", "o", "kranf", "zzz"];

const window = await Window.open(...process.argv.slice(2));
await window.run("document.querySelector('nav a[href$=\"/users\"]').click()");
const people = () => window.run("return document.querySelector('main [role=grid], main [role=treegrid]')?.ariaRowCount ?? '0'");
await until("the users", async () => Number(await people()) > 1000);
const all = Number(await people()) - 1; // the headings are a row

/** Within the window: presses a key; what follows the next painting is asked for first, so that it is told first. */
const keystroke = `
  const field = document.querySelector("main [role=toolbar] input");
  let last = 0;
  const watch = new MutationObserver(() => (last = performance.now()));
  watch.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
  const begun = performance.now();
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(() => {
      const painted = performance.now();
      setTimeout(() => { watch.disconnect(); done([painted - begun, Math.max(last, painted) - begun]); }, 1500);
    }));
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, arguments[0]);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });`;
const took = [];
for (const text of TEXTS) {
  for (let end = 1; end <= text.length; end += 1) took.push(await window.run(keystroke, text.slice(0, end)));
  took.push(await window.run(keystroke, ""));
}
await window.close();
const figures = [0, 1].flatMap((which) => {
  const sorted = took.map((each) => each[which]).sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(Math.round);
});
console.log(all, took.length, ...figures);
