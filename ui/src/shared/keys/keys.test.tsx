import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useCommandStore, useCommands } from "../commands";
import { type ShortcutName, useShortcut } from "../keyboard";
import { axeFindings, show } from "../testing/render";
import { everywhere, goTo, type KeyLine, opens, sections } from "./sections";

/** A screen with a field, and with a list that takes every letter. */
function Screen({ onLetter }: { onLetter: () => void }) {
  useShortcut("palette", () => {});
  useShortcut("machines", () => {});
  return (
    <>
      <input aria-label="Name" />
      <button onKeyDown={onLetter} type="button">
        List
      </button>
    </>
  );
}

it("opens over every screen, also where letters are taken, but not in a field; Esc returns to where it was", async () => {
  const onLetter = vi.fn();
  const { user } = await show(<Screen onLetter={onLetter} />);
  await user.type(screen.getByLabelText("Name"), "?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByLabelText("Name")).toHaveValue("?");

  const list = screen.getByRole("button", { name: "List" });
  list.focus();
  fireEvent.keyDown(list, { key: "?", shiftKey: true });
  expect(onLetter).not.toHaveBeenCalled();
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const titles = within(dialog)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
  expect(titles).toEqual([
    "On all screens",
    "Documents",
    "Review upload",
    "Synced folders",
    "Machines",
    "Users",
    "Haul trips",
    "Settings",
    "Transfers",
  ]);
  // Of the window only what is answered now.
  const app = within(dialog).getByRole("region", { name: "On all screens" });
  expect([...app.querySelectorAll("dt")].map(({ textContent }) => textContent)).toEqual([
    "Find anything",
    "Go to Machines",
    "Show this list",
  ]);
  expect(await axeFindings()).toEqual([]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(list).toHaveFocus());
});

it("is a command below those of the screens, which are shown later", async () => {
  const { rerender } = render(<Offers id="list" key="list" last />);
  rerender([<Offers id="list" key="list" last />, <Offers id="screen" key="screen" />]);
  expect([...useCommandStore.getState().sets.values()].flat().map(({ id }) => id)).toEqual(["screen", "list"]);
});

function Offers({ id, last = false }: { id: string; last?: boolean }) {
  useCommands([{ id, label: id, run: () => {} }], last);
  return null;
}

/** Folder in which the keys of each section are answered. */
const homes: Record<keyof typeof sections, string> = {
  documents: "documents",
  plan: "documents/plan",
  folders: "sync",
  machines: "machines",
  users: "users",
  trips: "trips",
  settings: "settings",
  transfers: "transfers",
};
const sources = Object.entries(
  import.meta.glob<string>(["../../features/**/*.{ts,tsx}", "../../app/**/*.{ts,tsx}", "../**/*.{ts,tsx}", "!./*"], {
    eager: true,
    import: "default",
    query: "?raw",
  }),
).filter(([path]) => !/\.test\./.test(path));
const answers = (home: string, name: ShortcutName) =>
  sources.some(
    ([path, text]) =>
      path.includes(home) && new RegExp(`(useShortcut(Below|Above)?\\(|matches\\([^)]*, )"${name}"`).test(text),
  );

it.each(Object.entries(sections))(
  "of %s lists only keys that its screen answers",
  (section, lines: readonly KeyLine[]) => {
    const home = `/features/${homes[section as keyof typeof homes]}/`;
    // The records share the walk over the panes.
    const shared = section === "machines" || section === "users" ? ["nextPane", "previousPane"] : [];
    const silent = lines.flatMap(({ by = [] }) => by).filter((name) => !shared.includes(name) && !answers(home, name));
    expect(silent).toEqual([]);
  },
);

it("lists only keys of the window that something answers everywhere", () => {
  const names = [...opens, ...everywhere.flatMap(({ by = [] }) => by), "quit" as const];
  const inShell = (name: ShortcutName) =>
    answers("/app/", name) || (name === "transfers" ? answers("/features/transfers/", name) : name === "keys");
  expect(names.filter((name) => !inShell(name))).toEqual([]);
  expect(goTo).toHaveLength(8);
});
