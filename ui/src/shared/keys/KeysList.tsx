/** The keys of the window and of each screen. */

import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isAnswered, type ShortcutName, shortcutLabel } from "../keyboard";
import { Keys } from "../parts/Keys";
import css from "./keys.module.css";
import { everywhere, goTo, type KeyLine, opens, sections } from "./sections";
import { closeKeys, useKeysList } from "./store";

export function KeysList() {
  const { t } = useTranslation(["keys", "common"]);
  const wanted = useKeysList((list) => list.opened);
  // Opened after it is there: then the keyboard goes back to where it was.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(wanted), [wanted]);
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("common:close") }}
      // Esc below: it must close nothing of the screen.
      closeOnEscape={false}
      onClose={closeKeys}
      onKeyDown={deaf}
      opened={opened}
      size="60rem"
      // What is pressed right after it closed is meant for the screen.
      transitionProps={{ duration: 0 }}
      title={t("title")}
    >
      <Sections />
    </Modal>
  );
}

/** The screens below hear nothing of what is pressed here; Tab stays within the list. */
function deaf(event: KeyboardEvent): void {
  if (event.key === "Tab") return;
  event.stopPropagation();
  if (event.key === "Escape") closeKeys();
}

function Sections() {
  const { t } = useTranslation(["keys", "shell", "documents", "transfers"]);
  const titles: Record<keyof typeof sections, string> = {
    documents: t("shell:documents"),
    plan: t("documents:plan.title"),
    folders: t("shell:folders"),
    machines: t("shell:machines"),
    users: t("shell:users"),
    trips: t("shell:trips"),
    settings: t("shell:settings"),
    transfers: t("transfers:title"),
  };
  const named: Record<(typeof opens)[number], string> = {
    palette: t("shell:findAnything"),
    transfers: t("transfers:title"),
    guide: t("shell:guide"),
  };
  const line = (what: string, by: readonly ShortcutName[]): Line => ({ what, by, also: [] });
  const lineOf = ({ what, by = [], also = [] }: KeyLine): Line => ({ what: t(what), by, also });
  // Without a connection there are no screens to go to: only what is answered now is listed.
  const app = [
    ...opens.map((name) => line(named[name], [name])),
    ...goTo.map((name) => line(t("shell:palette.goTo", { screen: t(`shell:${name}`) }), [name])),
    ...everywhere.map(lineOf),
    line(t("shell:leave.quit"), ["quit"]),
  ].filter(({ by }) => by.some(isAnswered));
  return (
    <div className={css.lists}>
      <Section lines={app} title={t("app")} />
      {(Object.keys(sections) as (keyof typeof sections)[]).map((name) => (
        <Section key={name} lines={sections[name].map(lineOf)} title={titles[name]} />
      ))}
    </div>
  );
}

type Line = { what: string; by: readonly ShortcutName[]; also: readonly string[] };

function Section({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title} className={css.section}>
      <h3 className="fd-small">{title}</h3>
      <dl className={css.list}>
        {lines.map(({ what, by, also }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {[...by.map(shortcutLabel), ...also].map((label) => (
                <Keys key={label}>{label}</Keys>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
