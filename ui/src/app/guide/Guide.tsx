/** The user guide over a screen: contents and text in the language of the window. No HTML in it is ever used. */

import { Button } from "@mantine/core";
import { use, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { closeGuide, type GuidePlace, guidePages, openGuide, useGuide } from "../../shared/guide";
import { useShortcut } from "../../shared/keyboard";
import { Icon } from "../../shared/parts";
import { bookIn, headingOf } from "./book";
import { Contents } from "./Contents";
import css from "./guide.module.css";
import { useReading } from "./use-reading";

/** Returns the place that a link in the text leads to: `folders.md#conflict`. The window goes nowhere else. */
function placeOf(href: string): GuidePlace | null {
  const [, name, hash = ""] = /^([a-z]+)\.md(#[a-z-]+)?$/.exec(href) ?? [];
  const page = guidePages.find((each) => each === name);
  return page === undefined ? null : (`${page}${hash}` as GuidePlace);
}

export function Guide() {
  const { t, i18n } = useTranslation("shell");
  const { t: common } = useTranslation("common");
  const book = use(bookIn(i18n.language));
  const [asked = "", hash = ""] = useGuide(({ place }) => place)?.split("#") ?? [];
  const [first] = book.pages;
  const page = book.pages.find(({ name }) => name === asked) ?? first;
  if (page === undefined) throw new Error("The guide has no pages.");
  const text = useRef<HTMLElement>(null);
  const { heading, onScroll, show } = useReading(text, page, hash);
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const contents = useRef<HTMLElement>(null);

  const go = (place: GuidePlace) => {
    setOpen(false);
    if (place === useGuide.getState().place) show(hash);
    else openGuide(place);
  };
  const otherPane = () => {
    const list = contents.current;
    if (list?.contains(document.activeElement)) return text.current?.focus();
    // Folded away in a narrow window: the button that opens it.
    if (list?.getClientRects().length === 0) return toggle.current?.focus();
    list?.querySelector<HTMLElement>("a[aria-current=location], a[aria-current=page]")?.focus();
  };
  // The mark in the contents stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the mark depends on
  useEffect(() => {
    const mark = contents.current?.querySelector("[aria-current=location]");
    mark?.scrollIntoView({ block: "nearest" });
  }, [page, heading, open]);
  useShortcut("nextPane", otherPane);
  useShortcut("previousPane", otherPane);

  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  const components = useMemo<Components>(
    () => ({
      h1: ({ children }) => <h1 tabIndex={-1}>{children}</h1>,
      h2: ({ children }) => {
        const { id, text } = headingOf(String(children));
        return (
          <h2 id={id} tabIndex={-1}>
            {text}
          </h2>
        );
      },
      a: ({ href, children }) => {
        const place = placeOf(href ?? "");
        return place === null ? (
          <span className="fd-copyable">{children}</span>
        ) : (
          <a
            href={href}
            onClick={(event) => {
              event.preventDefault();
              latest.current(place);
            }}
          >
            {children}
          </a>
        );
      },
      img: () => null,
    }),
    [],
  );
  const written = useMemo(
    () => (
      <Markdown components={components} remarkPlugins={[remarkGfm]}>
        {page.text}
      </Markdown>
    ),
    [components, page.text],
  );
  return (
    <section
      aria-label={t("guide")}
      className={css.guide}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        // The screen below listens again at once, and would take the key for its own.
        event.stopPropagation();
        closeGuide();
      }}
    >
      <header className={css.head}>
        <Button leftSection={<Icon name="left" />} onClick={closeGuide} size="xs">
          {common("back")}
        </Button>
        <span className="fd-title">{t("guide")}</span>
        <Button
          aria-controls="guide-contents"
          aria-expanded={open}
          className={css.toggle}
          onClick={() => setOpen(!open)}
          ref={toggle}
          rightSection={<Icon name={open ? "up" : "down"} size={14} />}
          size="xs"
        >
          {t("guideContents")}
        </Button>
      </header>
      <div className={css.body}>
        <Contents
          book={book}
          heading={heading}
          onClose={() => {
            setOpen(false);
            toggle.current?.focus();
          }}
          onGo={go}
          open={open}
          page={page}
          ref={contents}
        />
        <article
          aria-label={page.title}
          className={`fd-copyable ${css.text}`}
          lang={book.language}
          onScroll={onScroll}
          ref={text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
        >
          {written}
        </article>
      </div>
    </section>
  );
}
