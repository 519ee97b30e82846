import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { OnPage, PlanRow } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { plan as recorded } from "../../shared/testing/recorded";
import { review } from "./plan-for-tests";

giveElementsASize();

function open(change: Partial<PlanRow>) {
  const rows = [{ ...(recorded.rows[0] as PlanRow), rowId: 9, name: "Twin.pdf", shownName: "Twin.pdf", ...change }];
  return review({ ...recorded, rows });
}

it("numbers documents of one name and dates them alike in the menu and beside each other", async () => {
  const [first, second] = ["a", "b"].map(
    (id): OnPage => ({
      ...{ id, name: "Twin.pdf", sizeBytes: 10 },
      sentAt: "2026-11-18T08:52:00Z",
      savedAt: "2026-11-18T08:50:00Z",
    }),
  ) as [OnPage, OnPage];
  const { user, bridge } = await open({ what: "twoWithThisName", onPage: [first, second], replaceId: null });
  bridge.refuses("openDocument", failure("localFile", { noProgram: "yes" }));
  await user.click(await screen.findByRole("button", { name: /2 with this name: choose/ }));
  const answers = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  const uploaded = /^No\. 1, (uploaded .*?)1?$/.exec(answers[0] ?? "")?.[1];
  expect(uploaded).toBeDefined();
  expect(answers[1]).toMatch(/^No\. 2, uploaded/);
  await user.click(screen.getByRole("menuitem", { name: "Compare…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const row = within(dialog.getByRole("row", { name: /^In the project, No\. 1/ }));
  expect(row.getByText(new RegExp(`^${uploaded} · saved `))).toBeVisible();
  expect(dialog.getByRole("row", { name: /^In the project, No\. 2/ })).toBeVisible();
  await user.click(row.getByRole("button", { name: "Open" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(screen.getAllByRole("alert", { hidden: true }), "not behind it as well").toHaveLength(1);
});

it("Esc closes the comparison, and the next one the plan", async () => {
  const onPage: OnPage = { id: "a", name: "Twin.pdf", sizeBytes: 10, sentAt: null, savedAt: null };
  const { user } = await open({ what: "replaces", onPage: [onPage], replaceId: "a" });
  await user.click(await screen.findByRole("button", { name: /Twin\.pdf/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Compare…" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toHaveAttribute("role", "treegrid"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("heading", { name: "Review upload" })).toBeNull();
});

it("says of a file that cannot be read what to do, not which names are alike", async () => {
  const why = { reason: "noSimilarName", name: null, count: null } as const;
  await open({ what: "unreadable", ticked: false, failure: failure("fileUnreadable"), why });
  expect(await screen.findByText(/^The file may be open in another program/)).toBeVisible();
  expect(screen.queryByText("No similar name in the project")).toBeNull();
});
