import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FolderSettings } from "../../ipc";
import { type Answers, failure } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import { show } from "../../shared/testing/render";
import { SyncedFolders } from "./folders/SyncedFolders";

const limited: FolderSettings = {
  bytesPerSecond: 2_500_000,
  windows: [{ from: "07:00", to: "16:00", bytesPerSecond: 1_000_000 }],
  rules: [],
};

async function folders(more: Answers = {}) {
  const answers = { folders: office.folders, folderSettings: limited, startAtLogin: false, setFolderSettings: null };
  const shown = await show(<SyncedFolders />, { ...answers, ...more });
  await screen.findByRole("textbox", { name: "Custom ignore rules" });
  const part = (name: string) => within(screen.getByRole("region", { name }));
  return { ...shown, part };
}

describe("pause of all folders", () => {
  it("says until when, and goes on", async () => {
    const { user, part, bridge } = await folders({ pauseFolders: null, resumeFolders: null });
    await user.click(part("Pause").getByRole("button", { name: "Until resumed" }));
    expect(bridge.calls("pauseFolders")).toEqual([[null, null]]);
    act(() => bridge.emit("foldersChanged", { ...office.folders, paused: { until: null } }));
    expect(await part("Pause").findByText("All folders are paused until resumed.")).toBeVisible();
    await user.click(part("Pause").getByRole("button", { name: "Resume" }));
    expect(bridge.calls("resumeFolders")).toEqual([[null]]);
    act(() => bridge.emit("foldersChanged", { ...office.folders, paused: { until: "2026-11-23T07:00:00Z" } }));
    expect(await part("Pause").findByText(/^All folders are paused until .*\d\d:\d\d\.$/)).toBeVisible();
  });
});

describe("speed", () => {
  it("is set at once, by the clock as well", async () => {
    const { user, bridge, part } = await folders();
    const speed = part("Bandwidth limit");
    await user.click(speed.getByRole("button", { name: "Add hours…" }));
    await waitFor(() => expect(speed.getAllByRole("group")).toHaveLength(2));
    const from = within(speed.getAllByRole("group")[1] as HTMLElement).getByLabelText("From");
    await user.clear(from);
    await user.type(from, "18:30");
    await user.tab();
    await waitFor(() =>
      expect(bridge.calls("setFolderSettings").at(-1)).toMatchObject([
        { windows: [{ from: "07:00" }, { from: "18:30", to: "16:00" }] },
      ]),
    );
    const first = within(speed.getAllByRole("group")[0] as HTMLElement);
    await user.click(first.getByRole("button", { name: /^Remove these hours/ }));
    await waitFor(() => expect(speed.getAllByRole("group")).toHaveLength(1));
  });

  it("goes back to what it was if it could not be kept", async () => {
    const { user, part, bridge } = await folders();
    bridge.refuses("setFolderSettings", failure("diskFull"));
    await user.click(part("Bandwidth limit").getByRole("button", { name: "Add hours…" }));
    expect(await part("Bandwidth limit").findByRole("alert")).toBeVisible();
    expect(part("Bandwidth limit").getAllByRole("group")).toHaveLength(1);
  });
});

describe("own ignore rules", () => {
  it("name the one that cannot be read, and nothing is lost of what was typed", async () => {
    const { user, part, bridge } = await folders();
    bridge.refuses("setFolderSettings", failure("usage", { rule: "[a" }));
    const rules = part("Custom ignore rules");
    await user.click(rules.getByRole("textbox"));
    await user.paste("*.bak\n[a");
    await user.click(rules.getByRole("button", { name: "Apply rules" }));
    expect(await rules.findByRole("alert")).toHaveTextContent("“[a” cannot be read as a rule.");
    expect(rules.getByRole("textbox")).toHaveValue("*.bak\n[a");
  });
});

describe("a new computer", () => {
  it("a file that is no list is called so", async () => {
    const { user, part, bridge } = await folders();
    bridge.refuses("importFolders", failure("usage"));
    await user.click(part("Move to a new computer").getByRole("button", { name: "Import a list…" }));
    expect(await part("Move to a new computer").findByRole("alert")).toHaveTextContent("not a list of synced folders");
  });

  it("a closed dialog says nothing", async () => {
    const { user, part } = await folders({ exportFolders: false });
    await user.click(part("Move to a new computer").getByRole("button", { name: "Export the list…" }));
    expect(part("Move to a new computer").queryByText("List saved")).toBeNull();
  });
});
