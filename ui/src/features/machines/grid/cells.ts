/**
 * Elements of the cells. Plain elements, no React: twenty thousand rows scroll past. Texts are never read as markup.
 */

import { element, icon, plain, waitsSign } from "../../../shared/records/grid/elements";
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
  planned: (at: string) => string;
  more: (number: string) => string;
};

/** The switch of check-in: a click or Enter on its cell blocks or releases at once. `planned`: when it is unblocked. */
export function checkInCell(
  machine: Machine,
  waits: boolean,
  planned: string | undefined,
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
  if (waits) parts.push(waitsSign(words.waits));
  else if (blocked && planned !== undefined) {
    const said = words.planned(planned);
    parts.push(waitsSign(said), element("span", "fd-heard", ` ${said}`));
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

/** Fuel that is missing, filled in by half or unusual has the sign; what is wrong with it is told. */
export function fuelCell(shown: string, said: readonly string[], words: CellWords) {
  if (said.length === 0) {
    const whole = plain(shown);
    if (shown !== "") whole.title = shown;
    return whole;
  }
  const text = element("span", "fd-cell-cut", shown === "" ? words.noFuel : shown);
  const cell = element("span", "fd-cell-lacks", icon("needs"), text);
  if (shown === "") return cell;
  cell.append(element("span", "fd-heard", ` ${said.join(" ")}`));
  cell.title = [shown, ...said].join("\n");
  return cell;
}

/** A value that only grows and is lower than before, not saved yet. */
export function lowerCell(shown: string, said: string) {
  const cell = element("span", "fd-cell-odd", icon("needs"), element("span", "fd-heard", `${said}: `), plain(shown));
  cell.title = said;
  return cell;
}

/** The reason of a block: on two lines where one is too short, whole under the pointer. */
export function messageCell(shown: string) {
  const cell = element("span", "fd-cell-name", element("span", "fd-cell-message", shown));
  if (shown !== "") cell.title = shown;
  return cell;
}

/** Equipment has no type of the company's, as a rule; then the cell says what it is. */
export function typeCell(shown: string, machine: Machine | undefined, word: string) {
  const equipment = machine !== undefined && isEquipment(machine) && shown === "";
  return equipment ? element("span", "fd-cell-none", word) : plain(shown);
}

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
