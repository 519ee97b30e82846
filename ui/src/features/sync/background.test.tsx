import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SyncedFolder } from "../../ipc";
import { office } from "../../shared/testing/recorded";
import { axeFindings } from "../../shared/testing/render";
import { open, va } from "./sync-for-tests";

const other = "Fjordvik Anlegg AS – prøve";

const through = (name: string, id: string, change: Partial<SyncedFolder> = {}): SyncedFolder => ({
  ...{ ...va, id, name: id, otherConnection: name, state: "inStep", paused: null },
  ...change,
});

it("shows in a line what another connection syncs in the background, and switches to it", async () => {
  const elsewhere = [through(other, "Stikning"), through(other, "Foto", { state: "needsDecision" })];
  const { user, bridge } = await open("/folders", {
    folders: { ...office.folders, folders: [va], elsewhere },
    activateConnection: null,
  });
  const list = await screen.findByRole("list", { name: "Synced folders" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  const words = `2 folders of ${other} · Test sync in the background · action needed in 1`;
  await user.click(screen.getByRole("button", { name: new RegExp(words) }));
  expect(bridge.calls("activateConnection")).toEqual([[other]]);
});

it("is there without a folder of the connection in use, and shows that those of another one are paused", async () => {
  const elsewhere = [through(other, "Foto", { state: "paused", paused: { until: null } })];
  await open("/folders", { folders: { ...office.folders, folders: [], elsewhere } });
  expect(
    await screen.findByRole("button", { name: new RegExp(`1 folder of ${other} · Test is paused`) }),
  ).toBeVisible();
  expect(screen.queryByRole("list", { name: "Synced folders" })).toBeNull();
});

it("has folders whose connection was removed under a heading of their own", async () => {
  await open("/folders", { folders: { ...office.folders, folders: [va, through("", "Left")] } });
  const left = await screen.findByRole("list", { name: "Removed connections" });
  expect(within(left).getByText(/its connection was removed$/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
