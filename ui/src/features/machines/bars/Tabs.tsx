/** The two views of the fleet: its list, and its fuel data. Arrows go from tab to tab and down into the rows, Enter opens one. */

import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import css from "../../../shared/records/screen.module.css";

const tabs = [
  { name: "list", to: "/machines" },
  { name: "fuel", to: "/machines/fuel" },
] as const;

type Tab = (typeof tabs)[number]["name"];

/** What the tabs open; the screens give it to their part below the head. */
export const tabPanel = (tab: Tab) =>
  ({ role: "tabpanel", id: "machines-panel", "aria-labelledby": `machines-tab-${tab}` }) as const;

/** A tab was opened from the tabs: it keeps the focus on the next screen. */
let opened = false;

export function Tabs({ tab, toRows }: { tab: Tab; toRows: () => void }) {
  const { t } = useTranslation("machines");
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    opened = false;
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!["ArrowRight", "ArrowLeft", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "ArrowDown") return toRows();
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    all.find((each) => each !== document.activeElement)?.focus();
  };
  return (
    <div aria-label={t("title")} className={css.tabs} onKeyDown={onKeyDown} ref={list} role="tablist">
      {tabs.map(({ name, to }) => (
        <button
          aria-controls="machines-panel"
          aria-selected={tab === name}
          className={css.tab}
          id={`machines-tab-${name}`}
          key={name}
          onClick={() => {
            if (tab === name) return;
            opened = true;
            void navigate({ to });
          }}
          role="tab"
          tabIndex={tab === name ? 0 : -1}
          type="button"
        >
          {t(`tab.${name}`)}
        </button>
      ))}
    </div>
  );
}
