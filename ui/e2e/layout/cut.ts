/**
 * Finds unreadable parts of a page: text that is cut, and buttons outside of the window.
 *
 * Sent into the browser as text, so it stands alone.
 */

/** What is wrong with one text or button of the page. */
export interface Finding {
  what: "cut without its whole text" | "fixed words are cut" | "outside of the window" | "page scrolls sideways";
  text: string;
  /** The element, and what cuts it. */
  where: string;
}

/** A box on the page, in pixels. */
type Box = { left: number; top: number; right: number; bottom: number };

/** What is read: the page or a part of it. */
export interface Wanted {
  /** Patterns of words that may not be cut in buttons and their like. */
  fixed: string[];
  part: string;
}

export function findCut({ fixed, part }: Wanted): Finding[] {
  /** A part of a pixel is not seen; a line is lower than its letters are high. */
  const slack = { x: 1, y: 4 };
  const words = fixed.map((pattern) => new RegExp(pattern));
  const findings: Finding[] = [];
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  // A title may have a line for each part of a list.
  const plain = (text: string) => text.replaceAll(/[;\s]+/g, " ").trim();
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}${[...element.classList]
      .slice(0, 2)
      .map((name) => `.${name}`)
      .join("")}`;
  const isScrolled = (element: Element, overflow: string) =>
    overflow === "auto" || overflow === "scroll" || /\bag-[\w-]*viewport\b/.test(element.className);

  /** The room for content of an element: for text within its padding, where an ellipsis would take its place. */
  const roomOf = (element: Element, style: CSSStyleDeclaration, isText: boolean): Box => {
    const { left, top } = element.getBoundingClientRect();
    const from = { x: left + element.clientLeft, y: top + element.clientTop };
    const padding = isText && style.textOverflow === "ellipsis" ? Number.parseFloat(style.paddingRight) : 0;
    return {
      left: from.x,
      top: from.y,
      right: from.x + element.clientWidth - padding,
      bottom: from.y + element.clientHeight,
    };
  };

  /** The element that cuts a box of content, and `null` where nothing does; `unseen` is what only a reader hears. */
  const cutBy = (start: Element, content: Box, isText: boolean): Element | "unseen" | null => {
    const box = { left: content.left, top: content.top, right: content.right, bottom: content.bottom };
    /** What is positioned is cut only by what it is positioned in. */
    let escapes: "" | "absolute" | "fixed" = "";
    for (let element: Element | null = start; element !== null; element = element.parentElement) {
      const style = styleOf(element);
      const placed = style.position !== "static" || style.transform !== "none";
      if ((escapes === "absolute" && placed) || (escapes === "fixed" && style.transform !== "none")) escapes = "";
      const cuts = style.display !== "inline" && style.display !== "contents" && element !== document.body;
      if (escapes === "" && cuts && (style.overflowX !== "visible" || style.overflowY !== "visible")) {
        if (element.clientWidth <= 1 || style.clipPath !== "none") return "unseen";
        const room = roomOf(element, style, isText);
        for (const [overflow, from, to, least] of [
          [style.overflowX, "left", "right", slack.x],
          [style.overflowY, "top", "bottom", slack.y],
        ] as const) {
          if (isScrolled(element, overflow)) {
            // What is scrolled away is no longer here, and not cut either.
            if (box[to] <= room[from] || box[from] >= room[to]) return null;
            box[from] = Math.max(box[from], room[from]);
            box[to] = Math.min(box[to], room[to]);
          } else if (overflow !== "visible" && (box[to] > room[to] + least || box[from] < room[from] - least))
            return element;
        }
      }
      if (style.position === "fixed") escapes = "fixed";
      else if (style.position === "absolute" && escapes === "") escapes = "absolute";
    }
    const window_ = { right: document.documentElement.clientWidth, bottom: document.documentElement.clientHeight };
    const within = box.left >= -slack.x && box.right <= window_.right + slack.x && box.top >= -slack.y;
    return within && box.bottom <= window_.bottom + slack.y ? null : document.documentElement;
  };

  /** Whether the whole text is at hand: in the title under the pointer, or in the name of what is cut. */
  const isAtHand = (text: string, start: Element, cut: Element): boolean => {
    if (cut === document.documentElement) return false;
    start.dispatchEvent(new Event("pointerover", { bubbles: true }));
    let beyond = 0;
    for (let element: Element | null = start; element !== null && beyond < 3; element = element.parentElement) {
      if (plain(element.getAttribute("title") ?? "").includes(text)) return true;
      if (beyond === 0 && plain(element.getAttribute("aria-label") ?? "").includes(text)) return true;
      if (beyond > 0 || element === cut) beyond += 1;
    }
    return false;
  };

  const fixedPlaces =
    "button, th, .fd-chip, [role=tab], [role=columnheader], [role=menuitem], [class*=state-module_text], .mantine-SegmentedControl-label";
  const root = document.querySelector(part) ?? document.body;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = plain(node.textContent ?? "");
    if (element === null || text === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
    // The short form of a name: its whole form stands beside it, unseen, with a title.
    if (element.closest("script, style, [class*=module_shortened]") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const by = cutBy(element, box, true);
    if (by === null || by === "unseen") continue;
    const isHead = element.closest("[role=columnheader]") !== null;
    const isFixedPlace = isHead || element.closest(fixedPlaces) !== null;
    const where = `${nameOf(element)} in ${nameOf(by)}`;
    const isName = element.closest("[translate=no]") !== null;
    const isFixed = isHead || (isFixedPlace && !isName && words.some((word) => word.test(text)));
    if (isFixed) findings.push({ what: "fixed words are cut", text, where });
    else if (!isAtHand(text, element, by)) findings.push({ what: "cut without its whole text", text, where });
  }

  const measure = document.createElement("canvas").getContext("2d");
  for (const field of root.querySelectorAll("input")) {
    const shown = field.value === "" ? field.placeholder : field.readOnly ? field.value : "";
    if (shown === "" || measure === null || !field.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(field);
    measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (room <= 1 || measure.measureText(shown).width <= room + slack.x) continue;
    if (!plain(field.title).includes(plain(shown)))
      findings.push({ what: "cut without its whole text", text: plain(shown), where: `field ${nameOf(field)}` });
  }

  const primary = ".mantine-Button-root[data-variant=filled]";
  for (const button of root.querySelectorAll("button")) {
    const box = button.getBoundingClientRect();
    const isPrimary = button.matches(primary);
    // Buttons with text were judged by their text.
    if (!isPrimary && plain(button.textContent) !== "") continue;
    if (box.width <= 1 || !button.checkVisibility({ visibilityProperty: true })) continue;
    const by = cutBy(button.parentElement ?? button, box, false);
    const isBelow = isPrimary && box.bottom > document.documentElement.clientHeight + slack.y;
    if ((by === null || by === "unseen") && !isBelow) continue;
    findings.push({
      what: "outside of the window",
      text: plain(button.textContent) || (button.getAttribute("aria-label") ?? ""),
      where: `${nameOf(button)} in ${by instanceof Element ? nameOf(by) : "what scrolls"}`,
    });
  }

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth)
    findings.push({ what: "page scrolls sideways", text: `${scrollWidth} of ${clientWidth} pixels`, where: "html" });
  return findings;
}
