import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Folders, SyncedFolder } from "../../../ipc";
import { folderNamed, office } from "../../../shared/testing/recorded";
import { open, va } from "../sync-for-tests";

const hms = folderNamed(office, "HMS felles");

/** The recorded folder with conflicts alone, changed. */
const alone = (change: Partial<SyncedFolder>): Folders => ({ ...office.folders, folders: [{ ...va, ...change }] });

const folderRow = (name: RegExp) => screen.findByRole("listitem", { name });

describe("a row of the list", () => {
  it("opens the folder wherever it is clicked, but not where it has a button", async () => {
    const { user, router } = await open("/folders");
    await user.click(await screen.findByRole("button", { name: `More for ${hms.name}` }));
    await user.click(within(await screen.findByRole("menu")).getByText("Pause"));
    expect(router.state.location.pathname).toBe("/folders");
    await user.keyboard("{Escape}");
    await user.click(await folderRow(/HMS felles/));
    expect(router.state.location.pathname).toBe(`/folders/${hms.id}/files`);
  });
});

describe("a folder with conflicts that does not sync", () => {
  const claims = () => screen.queryByText(/keeps? syncing\.|others synced/);

  it("says that it is paused, and not that the rest keeps syncing", async () => {
    const { bridge, unmount } = await open("/folders", { folders: alone({}) });
    const row = await folderRow(/Tegninger VA/);
    expect(screen.getByText(/^\d+ needs? action\. Everything else keeps syncing\.$/)).toBeVisible();
    act(() => bridge.emit("foldersChanged", alone({ paused: { until: null } })));
    expect(await within(row).findByText(/^Paused\. \d+ conflicts/)).toBeVisible();
    expect(screen.getByText(/^\d+ needs? action$/)).toBeVisible();
    expect(claims()).toBeNull();
    act(() => bridge.emit("foldersChanged", { ...alone({}), paused: { until: null } }));
    expect(await within(row).findByText(/^Paused\. /)).toBeVisible();
    unmount();
    await open(`/folders/${va.id}/needs`, { folders: alone({ paused: { until: null } }) });
    expect(await screen.findByText("Nothing here is overwritten until you choose.")).toBeVisible();
    expect(claims()).toBeNull();
  });

  it("says that it is not found, with the way to where it is now", async () => {
    await open("/folders", { folders: alone({ polledSeconds: 60, polledBecause: "folderAway" }) });
    const row = within(await folderRow(/Action needed\. Tegninger VA/));
    expect(row.getByText(/^Folder not found: .+ \d+ conflicts/)).toBeVisible();
    expect(row.getByRole("button", { name: /^Folder was moved…/ })).toBeVisible();
    expect(claims()).toBeNull();
  });
});

describe("the trail of a file", () => {
  const trail = {
    ...{ folder: va.id, folderName: va.name, section: "VA", name: "HA-101.pdf", shownName: "HA-101.pdf" },
    ...{ seen: ["HA-101.pdf"], ignoredBy: null, onPage: 0, waitsForAnswer: false, file: null },
  };

  it("has the server's words of a refusal, and the window's own of a file that is too large", async () => {
    const { user } = await open("/folders", {
      explainFiles: async () => [
        { ...trail, refused: "The name is taken.", refusedStatus: 422 },
        { ...trail, name: "HA-102.pdf", refused: "more bytes than this server takes", refusedStatus: 413 },
      ],
    });
    await user.type(await screen.findByLabelText("Why isn't this file uploaded?"), "HA-10");
    expect(await screen.findByText("Rejected by the server: The name is taken.")).toBeVisible();
    expect(screen.getByText("It is larger than the server accepts.")).toBeVisible();
    expect(screen.queryByText(/this server takes/)).toBeNull();
  });
});

describe("the menu of a folder", () => {
  it("opens by right click and by Shift F10, has the keys of the row, and gives the focus back to it", async () => {
    const { user, bridge } = await open("/folders");
    bridge.answers({ pauseFolders: null });
    const row = await folderRow(/HMS felles/);
    fireEvent.contextMenu(row, { clientX: 40, clientY: 60 });
    const menu = await screen.findByRole("menu");
    const items = within(menu).getAllByRole("menuitem");
    expect(items[0]).toHaveTextContent("OpenEnter");
    expect(within(menu).getByRole("menuitem", { name: /P$/ })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(row).toHaveFocus());
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await user.click(await screen.findByRole("menuitem", { name: /P$/ }));
    expect(bridge.calls("pauseFolders")).toHaveLength(1);
  });
});
