import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GoneFiles } from "../../../ipc";
import { SETTLE_MS } from "../../../shared/click-guard";
import { stopClock } from "../../../shared/testing/clock";
import { office } from "../../../shared/testing/recorded";
import { axeFindings } from "../../../shared/testing/render";
import { changed, first, made, needs, open, press, va } from "../sync-for-tests";

const conflicts = office.conflicts[va.name] ?? [];
const gone = "No longer in the list";

const heading = (name: string) => screen.queryByRole("heading", { name });

type Opened = Awaited<ReturnType<typeof open>>;

/** The folder reports a run after which these conflicts are listed. */
function afterRun({ bridge }: Opened, comparedAt: string, listed: typeof conflicts) {
  bridge.answers({ folderConflicts: listed });
  act(() => bridge.emit("foldersChanged", changed(va.id, { comparedAt, conflicts: listed.length })));
}

const withoutFirst = conflicts.filter(({ name }) => name !== first);

it("shows no other conflict where the one on the screen leaves by itself, and this one when it is back", async () => {
  const shown = await open(needs);
  await waitFor(() => expect(heading(first)).toBeVisible());
  afterRun(shown, "2026-11-20T12:00:00Z", withoutFirst);
  expect(await screen.findByText(gone)).toBeVisible();
  expect(screen.getAllByRole("option").filter(({ ariaSelected }) => ariaSelected === "true")).toEqual([]);
  expect(screen.queryByRole("button", { name: /^Keep/ })).toBeNull();
  expect(await axeFindings()).toEqual([]);
  const { pass } = stopClock();
  pass(SETTLE_MS);
  for (const key of ["1", "2", "3", "Enter"]) press(key);
  expect(made(), "nothing is shown to be answered").toBe(0);

  afterRun(shown, "2026-11-20T12:00:10Z", conflicts);
  await waitFor(() => expect(heading(first)).toBeVisible());
  press("1");
  expect(made(), "pressed before it could be seen").toBe(0);
  pass(SETTLE_MS);
  press("1");
  expect(made()).toBe(1);
});

it("goes on from the place of what left: down to the one that stands there now", async () => {
  const shown = await open(needs);
  await waitFor(() => expect(heading(first)).toBeVisible());
  afterRun(shown, "2026-11-20T12:00:00Z", withoutFirst);
  await screen.findByText(gone);
  press("ArrowDown");
  expect(screen.queryByText(gone)).toBeNull();
  expect(screen.getAllByRole("option")[0]).toHaveAttribute("aria-selected", "true");
  press("1");
  expect(made(), "one that was chosen can be answered at once").toBe(1);
});

it("a case that comes when nothing was left is shown", async () => {
  const shown = await open(needs);
  await waitFor(() => expect(heading(first)).toBeVisible());
  shown.bridge.answers({ folderGone: { ...(office.gone[va.name] as GoneFiles), files: [], renamed: [] } });
  afterRun(shown, "2026-11-20T12:00:00Z", []);
  expect(await screen.findByText("No action needed")).toBeVisible();
  afterRun(shown, "2026-11-20T12:00:10Z", withoutFirst);
  await waitFor(() => expect(screen.getAllByRole("option")[0]).toHaveAttribute("aria-selected", "true"));
});
