import { afterEach, beforeEach, expect, it } from "vitest";
import { showWholeTexts } from "./whole-text";

let stop: () => void;
beforeEach(() => {
  stop = showWholeTexts();
});
afterEach(() => stop());

/** A text in a box that is `room` wide, as the browser would measure it. */
function textIn(room: number, style = "text-overflow: ellipsis"): HTMLElement {
  document.body.innerHTML = `<div><p style="${style}"><b>E39 Byrkjelo–Sandane, parsell 2</b></p></div>`;
  const box = document.querySelector("p") as HTMLElement;
  measure(box, room);
  return box;
}

function measure(box: HTMLElement, room: number): void {
  Object.defineProperties(box, {
    scrollWidth: { value: 200, configurable: true },
    clientWidth: { value: room, configurable: true },
  });
}

const point = () => document.querySelector("b")?.dispatchEvent(new Event("pointerover", { bubbles: true }));

it("gives a cut text its whole text, and takes it back once there is room", () => {
  const box = textIn(100);
  point();
  expect(box.title).toBe("E39 Byrkjelo–Sandane, parsell 2");
  measure(box, 200);
  point();
  expect(box.hasAttribute("title")).toBe(false);
});

it("takes the place of what it wrote around a text before, which may be another text by now", () => {
  const inner = textIn(100);
  const outer = inner.parentElement as HTMLElement;
  outer.style.textOverflow = "ellipsis";
  measure(inner, 200);
  measure(outer, 100);
  point();
  expect(outer.title).toBe("E39 Byrkjelo–Sandane, parsell 2");
  measure(inner, 100);
  (inner.firstChild as HTMLElement).textContent = "Kai 3, utfylling i sjø";
  point();
  expect(inner.title).toBe("Kai 3, utfylling i sjø");
  expect(outer.hasAttribute("title")).toBe(false);
});

it("gives a line whose last parts have no room all of them", () => {
  const line = textIn(200, "");
  line.dataset.whole = "";
  Object.defineProperties(line, { scrollHeight: { value: 36 }, clientHeight: { value: 18 } });
  point();
  expect(line.title).toBe("E39 Byrkjelo–Sandane, parsell 2");
});

it("leaves alone what is whole, what has a title, and everything once it is stopped", () => {
  const whole = textIn(200);
  point();
  expect(whole.hasAttribute("title")).toBe(false);
  const titled = textIn(100);
  titled.title = "More than the text";
  point();
  expect(titled.title).toBe("More than the text");
  stop();
  const later = textIn(100);
  point();
  expect(later.hasAttribute("title")).toBe(false);
});
