/** Elements of cells. Plain elements, no React: twenty thousand rows scroll past. Texts are never read as markup. */

const svg = "http://www.w3.org/2000/svg";
const icons = {
  blocked: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M7 12h10"],
  waiting: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "M12 7v5.3l3.3 2"],
  needs: ["M12 2.8L21.2 12 12 21.2 2.8 12z M12 8v4.8 M12 15.7v.3"],
  down: ["M6 9.5l6 6 6-6"],
  right: ["M9.5 6l6 6-6 6"],
  more: ["M5.5 12h.01M12 12h.01M18.5 12h.01"],
} as const;

export function icon(name: keyof typeof icons): SVGElement {
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

export function element(tag: "span" | "button" | "b", name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

/** A text as it is, whatever signs it holds. */
export const plain = (shown: string) => element("span", "", shown);

/** A value that asks for a look: the word says why. Nothing where the cell is empty. */
export function markedCell(shown: string, mark: string | null) {
  if (mark === null || shown === "") return plain(shown);
  return element("span", "fd-cell-due", `${shown} `, element("b", "", mark));
}

/** The clock of an act that the service has not answered yet. */
export function waitsSign(title: string) {
  const clock = element("span", "fd-cell-waits", icon("waiting"));
  clock.title = title;
  return clock;
}

/** Draws a value that cannot be read, as it came: marked by the sign, by its line below, and in words. */
export function oddCell(shown: string, label: string, said: readonly string[]) {
  const cell = element("span", "fd-cell-odd", icon("needs"), element("span", "fd-heard", `${label}: `));
  cell.append(element("span", "fd-cell-raw", shown));
  const whole = said.join("\n");
  // The cell may have less room than the value needs, and a value of two parts is said part by part.
  cell.title = whole.includes(shown) ? whole : `${shown}\n${whole}`;
  return cell;
}
