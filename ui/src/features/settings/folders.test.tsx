import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure, type Scenario, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { SyncedFolders } from "./folders/SyncedFolders";

async function folders(over: Scenario = scenario()) {
  const shown = await show(<SyncedFolders />, over);
  await screen.findByRole("textbox", { name: "Own ignore rules" });
  const called = (command: string) => shown.bridge.fake.calls.filter(({ name }) => name === command);
  const part = (name: string) => within(screen.getByRole("region", { name }));
  return { ...shown, called, part };
}

describe("pause of all folders", () => {
  it("says until when, and goes on", async () => {
    const { user, part } = await folders();
    expect(await axeFindings()).toEqual([]);
    await user.click(part("Pause").getByRole("button", { name: "Until you go on" }));
    expect(await part("Pause").findByText("All folders are paused until you go on.")).toBeVisible();
    await user.click(part("Pause").getByRole("button", { name: "Go on" }));
    await user.click(await part("Pause").findByRole("button", { name: "For 1 hour" }));
    expect(await part("Pause").findByText(/^All folders are paused until .*\d\d:\d\d\.$/)).toBeVisible();
  });
});

describe("speed", () => {
  it("is set at once, by the clock as well", async () => {
    const { user, called, part } = await folders();
    const speed = part("Speed");
    await user.click(speed.getByRole("button", { name: "Add hours…" }));
    await waitFor(() => expect(speed.getAllByRole("group")).toHaveLength(2));
    const from = within(speed.getAllByRole("group")[1] as HTMLElement).getByLabelText("From");
    await user.clear(from);
    await user.type(from, "18:30");
    await user.tab();
    await waitFor(() =>
      expect(called("setFolderSettings").at(-1)?.args).toMatchObject([
        { windows: [{ from: "07:00" }, { from: "18:30", to: "16:00" }] },
      ]),
    );
    const first = within(speed.getAllByRole("group")[0] as HTMLElement);
    await user.click(first.getByRole("button", { name: /^Remove these hours/ }));
    await waitFor(() => expect(speed.getAllByRole("group")).toHaveLength(1));
  });

  it("goes back to what it was if it could not be kept", async () => {
    const { user, part, bridge } = await folders();
    bridge.fake.refuse("setFolderSettings", failure("diskFull"));
    await user.click(part("Speed").getByRole("button", { name: "Add hours…" }));
    expect(await part("Speed").findByRole("alert")).toBeVisible();
    expect(part("Speed").getAllByRole("group")).toHaveLength(1);
  });
});

describe("own ignore rules", () => {
  it("are tried on what is there before they are used", async () => {
    const { user, called, part } = await folders();
    const rules = part("Own ignore rules");
    await user.type(rules.getByRole("textbox"), "*.bak{enter}Gammelt/");
    await user.click(rules.getByRole("button", { name: "What would change now?" }));
    expect(await rules.findByText(/2 files would be left out:/)).toBeVisible();
    expect(rules.getByText("HA-201 Plan og profil 0–450.bak")).toBeVisible();
    expect(rules.getAllByText(/: nothing changes\.$/).length).toBeGreaterThan(0);
    expect(called("setFolderSettings"), "trying sets nothing").toEqual([]);
    await user.click(rules.getByRole("button", { name: "Use these rules" }));
    expect(await rules.findByText("In use.")).toBeVisible();
    expect(called("setFolderSettings").at(-1)?.args).toMatchObject([{ rules: ["*.bak", "Gammelt/"] }]);
  });

  it("name the one that cannot be read, and nothing is lost of what was typed", async () => {
    const { user, part } = await folders();
    const rules = part("Own ignore rules");
    await user.click(rules.getByRole("textbox"));
    await user.paste("*.bak\n[a");
    await user.click(rules.getByRole("button", { name: "Use these rules" }));
    expect(await rules.findByRole("alert")).toHaveTextContent("“[a” cannot be read as a rule.");
    expect(rules.getByRole("textbox")).toHaveValue("*.bak\n[a");
  });
});

describe("a new computer", () => {
  it("says of each folder whether it was taken, and why not", async () => {
    const { user, part } = await folders();
    const carry = part("New computer");
    await user.click(carry.getByRole("button", { name: "Import a list…" }));
    expect(await carry.findByText("1 folder was imported and is paused. Review it, then resume it:")).toBeVisible();
    expect(carry.getByText("2 folders were not taken:")).toBeVisible();
    expect(carry.getByText("It is kept in step already.")).toBeVisible();
    expect(carry.getByText("There is no such folder on this computer.")).toBeVisible();
  });

  it("a file that is no list is called so", async () => {
    const { user, part, bridge } = await folders();
    bridge.fake.refuse("importFolders", failure("usage"));
    await user.click(part("New computer").getByRole("button", { name: "Import a list…" }));
    expect(await part("New computer").findByRole("alert")).toHaveTextContent("no list of synced folders");
  });

  it("a closed dialog says nothing", async () => {
    const { user, part, bridge } = await folders();
    bridge.exportFolders = async () => false;
    await user.click(part("New computer").getByRole("button", { name: "Export the list…" }));
    expect(part("New computer").queryByText("The list is written.")).toBeNull();
  });
});
