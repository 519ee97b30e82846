/** What the cells are made of. Plain elements, no React: twenty thousand rows scroll past. Texts are never read as markup. */

import type { ColumnName } from "../model/fields";
import { isBlocked, isEquipment, type Machine, text } from "../model/types";

export type CellWords = {
  blocked: string;
  open: string;
  noCheckIn: string;
  equipmentWhy: string;
  block: (number: string) => string;
  release: (number: string) => string;
  fold: (number: string) => string;
  unfold: (number: string) => string;
  due: string;
  noFuel: string;
  waits: string;
  more: (number: string) => string;
};

const svg = "http://www.w3.org/2000/svg";
const icons = {
  blocked: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M7 12h10"],
  waiting: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M12 7v5.3l3.3 2"],
  needs: ["M12 2.8L21.2 12 12 21.2 2.8 12z M12 8v4.8 M12 15.7v.3"],
  down: ["M6 9.5l6 6 6-6"],
  right: ["M9.5 6l6 6-6 6"],
  more: ["M5.5 12h.01M12 12h.01M18.5 12h.01"],
} as const;

function icon(name: keyof typeof icons): SVGElement {
  const drawn = document.createElementNS(svg, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("class", "fd-cell-icon");
  for (const d of icons[name]) {
    const path = document.createElementNS(svg, "path");
    path.setAttribute("d", d);
    drawn.append(path);
  }
  return drawn;
}

function element(tag: "span" | "button" | "b", name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

/** The switch of check-in: a click or Enter on its cell blocks or releases at once. */
export function checkInCell(
  machine: Machine,
  waits: boolean,
  canAct: boolean,
  words: CellWords,
  act: () => void,
  odd: HTMLElement | null,
) {
  if (isEquipment(machine)) {
    const none = element("span", "fd-cell-none", words.noCheckIn);
    none.title = words.equipmentWhy;
    return none;
  }
  const blocked = isBlocked(machine);
  const shown = blocked
    ? element("span", "fd-cell-blocked fd-chip", icon("blocked"), words.blocked)
    : element("span", "fd-cell-open", words.open);
  const parts: Node[] = [odd ?? shown];
  if (waits) {
    const clock = element("span", "fd-cell-waits", icon("waiting"));
    clock.title = words.waits;
    parts.push(clock);
  }
  if (!canAct) return element("span", "fd-cell-switch", ...parts);
  const button = element("button", "fd-cell-switch", ...parts) as HTMLButtonElement;
  button.type = "button";
  button.tabIndex = -1;
  // What an unreadable value is told by stands on the value itself.
  if (odd === null) button.title = (blocked ? words.release : words.block)(text(machine.machineNumber));
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

/** The number, under its machine when it is equipment, with what folds the equipment of a machine. */
export function numberCell(
  shown: string,
  row: { depth: 0 | 1; children: number; folded: boolean },
  words: CellWords,
  onFold: () => void,
) {
  const number = element("b", "fd-cell-number", shown);
  if (row.depth === 1) return element("span", "fd-cell-under", element("span", "fd-cell-branch", "└"), number);
  if (row.children === 0) return element("span", "fd-cell-top", number);
  const button = element("button", "fd-cell-fold", icon(row.folded ? "right" : "down")) as HTMLButtonElement;
  button.type = "button";
  button.tabIndex = -1;
  button.title = (row.folded ? words.unfold : words.fold)(shown);
  button.setAttribute("aria-expanded", String(!row.folded));
  button.setAttribute("aria-label", button.title);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    onFold();
  });
  return element("span", "fd-cell-top", number, button);
}

/** The name, and at its end the ⋯ of the row: seen under the pointer and where the focus is. */
export function nameCell(shown: string, number: string, words: CellWords, onMenu: (x: number, y: number) => void) {
  const button = element("button", "fd-cell-more", icon("more")) as HTMLButtonElement;
  button.type = "button";
  // By keyboard it is Shift F10.
  button.tabIndex = -1;
  button.title = words.more(number);
  button.setAttribute("aria-label", button.title);
  button.setAttribute("aria-haspopup", "menu");
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    const { left, bottom } = button.getBoundingClientRect();
    onMenu(left, bottom);
  });
  return element("span", "fd-cell-name", element("span", "fd-cell-cut", shown), button);
}

export function dateCell(shown: string, due: boolean, words: CellWords) {
  if (!due || shown === "") return plain(shown);
  return element("span", "fd-cell-due", `${shown} `, element("b", "", words.due));
}

/** Fuel that is missing, filled in by half or unusual has the sign; what is wrong with it is told. */
export function fuelCell(shown: string, said: readonly string[], words: CellWords) {
  if (said.length === 0) return plain(shown);
  if (shown === "") return element("span", "fd-cell-lacks", icon("needs"), words.noFuel);
  const cell = element("span", "fd-cell-lacks", icon("needs"), element("span", "fd-cell-cut", shown));
  cell.append(element("span", "fd-heard", ` ${said.join(" ")}`));
  cell.title = [shown, ...said].join("\n");
  return cell;
}

/** The reason of a block: on two lines where one is too short, whole under the pointer. */
export function messageCell(shown: string) {
  const cell = element("span", "fd-cell-name", element("span", "fd-cell-message", shown));
  if (shown !== "") cell.title = shown;
  return cell;
}

/** A value that cannot be read, as it came: told by the sign, by its line below, and in words. */
export function oddCell(shown: string, label: string, said: readonly string[]) {
  const cell = element("span", "fd-cell-odd", icon("needs"), element("span", "fd-heard", `${label}: `));
  cell.append(element("span", "fd-cell-raw", shown));
  cell.title = said.join("\n");
  return cell;
}

/** Equipment has no type of the company's, as a rule; then the cell says what it is. */
export function typeCell(shown: string, machine: Machine | undefined, word: string) {
  const equipment = machine !== undefined && isEquipment(machine) && shown === "";
  return equipment ? element("span", "fd-cell-none", word) : plain(shown);
}

/** A text as it is, whatever signs it holds. */
export const plain = (shown: string) => element("span", "", shown);

/** Whether a column draws itself. */
export const drawn: ReadonlySet<ColumnName> = new Set([
  "machineNumber",
  "name",
  "typeId",
  "blockCheckIn",
  "serviceDate",
  "fuel",
  "blockCheckInMessage",
]);
