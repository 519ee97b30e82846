/**
 * What of a page cannot be read: text that is cut, and buttons outside of the window.
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

/** What was looked at: what is wrong, and the words that were judged and found on the page. */
export interface Looked {
  findings: Finding[];
  /** Texts that the page shows, each with its place; with the words around it, too, if a part of it is set off. */
  texts: [text: string, place: string][];
  /** How many letters a text of each place may have until something is cut, in the narrowest such place. */
  rooms: [place: string, letters: number, width: number][];
  /** Names that only a pointer or a screen reader finds. */
  names: string[];
}

/** A box on the page, in pixels. */
type Box = { left: number; top: number; right: number; bottom: number };

/** What is read: the page or a part of it. */
export interface Wanted {
  /** Patterns of words that may not be cut in buttons and their like. */
  fixed: string[];
  part: string;
  /**
   * Puts longer and longer texts into each place to see how many letters it takes, but for places of which one at most
   * as wide was tried before. Without it no text is changed.
   */
  tried?: Record<string, number>;
}

export function findCut({ fixed, part, tried }: Wanted): Looked {
  /** A part of a pixel is not seen; a line is lower than its letters are high. */
  const slack = { x: 1, y: 4 };
  const words = fixed.map((pattern) => new RegExp(pattern));
  const findings: Finding[] = [];
  const shownTexts = new Map<string, [text: string, place: string]>();
  const places = new Map<string, { node: Text; width: number; isFixed: boolean }>();
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

  /** What a text is part of, if words stand beside it or around it. */
  const mixed = (start: Element): Element[] => {
    const hasWords = (element: Element) =>
      [...element.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && plain(part.textContent ?? "") !== "");
    const around = start.parentElement;
    return [
      ...(start.childNodes.length > 1 && hasWords(start) ? [start] : []),
      ...(around !== null && hasWords(around) ? [around] : []),
    ];
  };

  /** The element of a text by the names of its styles, as far up as the first of ours. */
  const placeOf = (start: Element): string => {
    const names: string[] = [];
    for (let element: Element | null = start; element !== null && names.length < 5; element = element.parentElement) {
      const own = [...element.classList]
        .filter((name) => /-module_|^fd-|^ag-header/.test(name))
        .map((name) => name.replace(/_[^_]{4}$/, ""));
      names.push([element.tagName.toLowerCase(), ...own].join("."));
      if (own.some((name) => name.includes("-module_"))) break;
    }
    return names.join(" in ");
  };

  /** The width of the nearest box around a text that has one. */
  const widthOf = (start: Element): number => {
    let element: Element = start;
    while (element.clientWidth === 0 && element.parentElement !== null) element = element.parentElement;
    return element.clientWidth;
  };

  /** How many letters a place takes without any text beside it being cut, at most as many as the longest texts have. */
  const roomIn = ({ node, isFixed }: { node: Text; isFixed: boolean }): number => {
    const before = node.data;
    let around = node.parentElement ?? document.body;
    for (let level = 0; level < 3 && around !== root; level += 1) around = around.parentElement ?? around;
    const isWell = (): boolean => {
      const beside = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
      for (let other = beside.nextNode(); other !== null; other = beside.nextNode()) {
        const element = other.parentElement;
        const text = plain(other.textContent ?? "");
        if (element === null || text === "" || element.closest("script, style, [class*=module_shortened]") !== null)
          continue;
        const range = document.createRange();
        range.selectNodeContents(other);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        const by = cutBy(element, box, true);
        if (by === null || by === "unseen") continue;
        if ((other === node && isFixed) || !isAtHand(text, element, by)) return false;
      }
      return document.documentElement.scrollWidth <= document.documentElement.clientWidth;
    };
    const words = "Sammenligningsgrunnlag for anleggsmaskiner i prosjektet ";
    const steps = [6, 9, 12, 16, 21, 27, 34, 43, 55, 70, 90, 120, 160, 240];
    const takes = (at: number) => {
      node.data = words.repeat(5).slice(0, steps[at]).trim();
      return isWell();
    };
    let [most, tooMany] = takes(steps.length - 1) ? [steps.length - 1, steps.length] : [-1, steps.length - 1];
    while (tooMany - most > 1) {
      const middle = (most + tooMany) >> 1;
      if (takes(middle)) most = middle;
      else tooMany = middle;
    }
    node.data = before;
    // Titles of cut texts are those of the text that is there.
    for (const element of around.querySelectorAll("*"))
      if (element.hasAttribute("title")) element.dispatchEvent(new Event("pointerover", { bubbles: true }));
    return Math.max(steps[most] ?? 0, plain(before).length);
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
    if (by === "unseen") continue;
    const place = placeOf(element);
    // The guide, whose article names its language, has words of the window in it, in other places than theirs.
    for (const whole of element.closest("article[lang]") === null ? [node, ...mixed(element)] : []) {
      const words = plain(whole.textContent ?? "");
      const at = whole instanceof Element ? placeOf(whole) : place;
      if (words.length < 1_000) shownTexts.set(`${words}\n${at}`, [words, at]);
    }
    const isHead = element.closest("[role=columnheader]") !== null;
    const isFixedPlace = isHead || element.closest(fixedPlaces) !== null;
    const width = widthOf(element);
    if (width <= (places.get(place)?.width ?? width))
      places.set(place, { node: node as Text, width, isFixed: isFixedPlace });
    if (by === null) continue;
    const where = `${nameOf(element)} in ${nameOf(by)}`;
    const isName = element.closest("[translate=no]") !== null;
    const isFixed = isHead || (isFixedPlace && !isName && words.some((word) => word.test(text)));
    if (isFixed) findings.push({ what: "fixed words are cut", text, where });
    else if (!isAtHand(text, element, by)) findings.push({ what: "cut without its whole text", text, where });
  }

  const measure = document.createElement("canvas").getContext("2d");
  for (const field of root.querySelectorAll("input")) {
    const shown = field.value === "" ? field.placeholder : field.readOnly ? field.value : "";
    if (shown !== "" && field.checkVisibility({ visibilityProperty: true }))
      shownTexts.set(`${shown}\n`, [plain(shown), ""]);
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
  const rooms: Looked["rooms"] = [];
  for (const [place, at] of tried === undefined ? [] : places)
    if (at.width < (tried?.[place] ?? Number.POSITIVE_INFINITY)) rooms.push([place, roomIn(at), at.width]);
  const named = [
    ...root.querySelectorAll("[aria-label], [title], [alt], [placeholder]"),
    ...document.querySelectorAll("[aria-live]"),
  ];
  const names = named.flatMap((element) => [
    ...["aria-label", "title", "alt", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    element.hasAttribute("aria-live") ? (element.textContent ?? "") : "",
  ]);
  return {
    findings,
    texts: [...shownTexts.values()],
    rooms,
    names: [...new Set(names.map(plain))].filter((name) => name !== ""),
  };
}
