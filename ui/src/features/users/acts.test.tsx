/** Keys on users: letters that open a panel, the panel of many, and saving forms that are closed. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { tickOnly } from "./users/selection";
import { forgetUsers, setView, useView } from "./users/view";
import { answersOf, open, openPanel, report, row } from "./users-for-tests";

const panel = (name: string | RegExp) => screen.findByRole("complementary", { name });
const switchTicked = (disabled: boolean) => act(() => openPanel({ kind: "switch", ids: "ticked", disabled }));

it("the panel of more users than a handful begins on Cancel, the one of a few on its button", async () => {
  const many = Array.from({ length: 26 }, (_, at) => row(String(2001 + at), "Kari"));
  const { user, bridge } = await open(answersOf(many));
  act(() => tickOnly(many.slice(1).map(({ id }) => id)));
  switchTicked(true);
  expect(within(await panel("Disable users")).getByRole("button", { name: /^Disable 25 users/ })).toHaveFocus();
  act(() => openPanel(null));
  act(() => tickOnly(many.map(({ id }) => id)));
  switchTicked(true);
  expect(within(await panel("Disable users")).getByRole("button", { name: "Cancel" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(bridge.calls("setUsersDisabled")).toEqual([]);
});

it("where all are so already it says that, and has nothing to press", async () => {
  await open(answersOf([row("1001", "Kari"), row("1002", "Ola")]));
  act(() => tickOnly(["p1001", "p1002"]));
  switchTicked(false);
  const preview = await panel("Enable users");
  expect(preview).toHaveTextContent("2already active");
  expect(preview).not.toHaveTextContent("No user is selected");
  expect(within(preview).getByRole("button", { name: /^Enable 0 users/ })).toBeDisabled();
});

it("Ctrl S saves forms that are closed one after the other, and opens the one that it cannot save", async () => {
  const rows = [row("1001", "Kari"), row("1002", "Ola")] as const;
  const wrong = { field: "mobileWork", problem: { code: "notPhone" as const, message: "", params: { text: "x" } } };
  const { user, bridge } = await open({
    ...answersOf([...rows]),
    checkUser: (id) => ({ problems: id === "p1002" ? [wrong] : [], read: [] }),
    saveUser: (id) =>
      id === "p1001"
        ? { report: report("edits", rows[0]), problems: [], cleaned: false }
        : { report: null, problems: [wrong], cleaned: false },
  });
  for (const [id, field] of [
    ["p1001", "Title (optional)"],
    ["p1002", "Phone"],
  ] as const) {
    act(() => openPanel({ kind: "detail", id }));
    await user.type(within(await panel(/^100/)).getByRole("textbox", { name: field }), "x");
    await user.keyboard("{Escape}");
  }
  expect(await screen.findByRole("region", { name: "2 users with unsaved changes" })).toBeVisible();
  await user.keyboard("{Control>}s{/Control}");
  const phone = within(await panel(/^1002/)).getByRole("textbox", { name: "Phone" });
  await waitFor(() => expect(phone).toBeInvalid());
  expect(phone).toHaveFocus();
  expect(bridge.calls("saveUser").map(([id]) => id)).toEqual(["p1001", "p1002"]);
  // Mended; the focus is elsewhere.
  bridge.answers({ saveUser: { report: report("edits", rows[1]), problems: [], cleaned: false } });
  await user.type(phone, "{Backspace}1");
  act(() => screen.getByRole("textbox", { name: "Search users" }).focus());
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(useView.getState().drafts).toEqual({}));
  expect(bridge.calls("saveUser")).toHaveLength(3);
});

it("what one company's users were searched for is not searched for in another's", () => {
  setView({ search: "berg" });
  forgetUsers();
  expect(useView.getState().search).toBe("");
});
