/** The keys of the machines, listed: opened by `?` or from the menu of the toolbar. */

import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Keys } from "../../../shared/parts";
import css from "../../../shared/records/screen.module.css";

const useOpened = create<{ opened: boolean }>(() => ({ opened: false }));

/** Opens the list. */
export function openKeys(): void {
  useOpened.setState({ opened: true });
}

/** In the order in which a day needs them. Those of the grid act only while the focus is in it. */
const grid = [
  ["block", () => shortcutLabel("blockCheckIn")],
  ["unblock", () => shortcutLabel("releaseCheckIn")],
  ["select", () => "Space"],
  ["selectRange", () => "Shift Space"],
  ["edit", () => "Enter"],
  ["details", () => "Alt Enter"],
  ["menu", () => "Shift F10"],
  ["copy", () => "Ctrl C"],
  ["paste", () => "Ctrl V"],
  ["fill", () => "Ctrl D"],
  ["clear", () => "Del"],
] as const;

const screen = [
  ["find", () => shortcutLabel("find")],
  ["save", () => shortcutLabel("saveChanges")],
  ["undo", () => shortcutLabel("undo")],
  ["redo", () => shortcutLabel("redo")],
  ["problem", () => shortcutLabel("nextProblem")],
  ["pane", () => shortcutLabel("nextPane")],
  ["refresh", () => shortcutLabel("readAgain")],
  ["list", () => "?"],
] as const;

export function KeysList() {
  const { t } = useTranslation("machines");
  const opened = useOpened((store) => store.opened);
  useShortcut("keys", openKeys);
  const close = () => useOpened.setState({ opened: false });
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("close") }}
      onClose={close}
      opened={opened}
      size="lg"
      title={t("keys.title")}
    >
      <div className={css.keyLists}>
        {[["inGrid", grid] as const, ["onScreen", screen] as const].map(([part, keys]) => (
          <section key={part}>
            <h3 className="fd-small">{t(`keys.${part}`)}</h3>
            <dl className={css.keyList}>
              {keys.map(([what, label]) => (
                <div key={what}>
                  <dt>{t(`keys.${what}`)}</dt>
                  <dd>
                    <Keys>{label()}</Keys>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
