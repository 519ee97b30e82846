/** All pages of the guide and their headings; the current one is marked. The arrow keys go from link to link, Esc closes. */

import type { KeyboardEvent, ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import type { GuidePlace } from "../../shared/guide";
import type { Book, Page } from "./book";
import css from "./guide.module.css";

type Props = {
  book: Book;
  page: Page;
  /** The heading that is being read; `null` above the first. */
  heading: string | null;
  open: boolean;
  onGo: (place: GuidePlace) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
};

export function Contents({ book, page, heading, open, onGo, onClose, ref }: Props) {
  const { t } = useTranslation("shell");
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      return onClose();
    }
    const links = [...event.currentTarget.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, to))]?.focus();
  };
  return (
    <nav
      aria-label={t("guideContents")}
      className={css.contents}
      data-open={open || undefined}
      id="guide-contents"
      lang={book.language}
      onKeyDown={onKeyDown}
      ref={ref}
    >
      <ol>
        {book.pages.map(({ name, title, headings }) => {
          const here = name === page.name;
          return (
            <li key={name}>
              <Entry current={here ? "page" : null} onGo={onGo} place={name}>
                {title}
              </Entry>
              <ol>
                {headings.map(({ id, text }) => (
                  <li key={id}>
                    <Entry current={here && id === heading ? "location" : null} onGo={onGo} place={`${name}#${id}`}>
                      {text}
                    </Entry>
                  </li>
                ))}
              </ol>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type EntryProps = { place: GuidePlace; current: "page" | "location" | null; onGo: Props["onGo"]; children: ReactNode };

function Entry({ place, current, onGo, children }: EntryProps) {
  return (
    <a
      aria-current={current ?? undefined}
      href={`#${place}`}
      onClick={(event) => {
        event.preventDefault();
        onGo(place);
      }}
    >
      {children}
    </a>
  );
}
