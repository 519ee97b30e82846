import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CheckOutcome, CheckReport } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { axeFindings } from "../../shared/testing/render";
import { reportOf } from "./reports-for-tests";
import { appState, at, check, draftsOf, first, office_ } from "./screen-for-tests";

it("states of the documents only what was looked at: that they can be read", async () => {
  const shown = await at("/connect?form=true", first, "connected");
  await check(shown);
  const result = within(await screen.findByRole("region", { name: "Result of the check" }));
  expect(await result.findByText("Projects, work orders and documents can be read")).toBeVisible();
  expect(result.queryByText(/upload|Everything works/i)).toBeNull();
});

it("says of a client that may only read what it may not do", async () => {
  const report = { ...reportOf("connected", "test"), readOnly: true };
  const shown = await at("/connect?form=true", { ...first, checkConnection: report });
  await check(shown);
  const result = within(await screen.findByRole("region", { name: "Result of the check" }));
  const told = "Everything can be read. Uploads, deletions and changes are not allowed for this client";
  expect(await result.findByText(told)).toBeVisible();
});

describe("the result", () => {
  it.each([
    ["partly", "Connected, without haul trips", ["Continue without haul trips", "Copy message"]],
    [
      "refused",
      "The server did not accept this client ID and secret",
      ["Check in Test", "Paste again", "Copy message"],
    ],
    ["addressMismatch", "These addresses belong to Test", ["Use Test", "Show the addresses"]],
    ["wrongEnvironment", "This client belongs to the other environment", ["Use Test instead", "Copy message"]],
    ["noAddress", "Nothing answers at identity.example", ["Show the addresses", "Enter a proxy", "Try again"]],
    [
      "certificate",
      "The address answers, but its certificate is not trusted",
      ["Copy message", "Show the addresses", "Try again"],
    ],
    [
      "proxyRefused",
      "The proxy proxy.example:3128 refused the connection to identity.example",
      ["Copy message", "Enter a proxy", "Try again"],
    ],
    [
      "proxyPage",
      "A login page of the network answered instead of the server",
      ["Open in the browser", "Try again", "Enter a proxy"],
    ],
    ["notAdministrator", "Connected, but documents are not allowed", ["Copy message", "Continue without documents"]],
    ["failed", "The server could not process the request", ["Try again", "Copy message"]],
  ] as [CheckOutcome, string, string[]][])(
    "%s: headline, helps, focus, announcement",
    async (outcome, headline, buttons) => {
      const shown = await at("/connect?form=true", first, outcome);
      await check(shown);
      const title = await screen.findByRole("heading", { name: headline });
      const result = screen.getByRole("region", { name: "Result of the check" });
      const offered = within(result)
        .getAllByRole("button")
        .map((button) => button.textContent);
      expect(offered.slice(0, buttons.length)).toEqual(buttons);
      await waitFor(() => expect(within(result).getAllByRole("button")[0]).toHaveFocus());
      expect(title).toBeVisible();
      await waitFor(() =>
        expect([...document.querySelectorAll("[aria-live]")].map((region) => region.textContent)).toContain(headline),
      );
      // The screens differ in words only: one of each look is enough.
      if (outcome === "partly" || outcome === "refused") expect(await axeFindings()).toEqual([]);
    },
  );

  it("connected: Start says what could not be kept, saves under the company's name, and leads to the documents", async () => {
    const shown = await at("/connect?form=true");
    await check(shown);
    shown.bridge.refuses("saveConnection", failure("keyring"));
    await shown.user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The credential store of this computer did not answer.");
    shown.bridge.answers({ saveConnection: office_ });
    await shown.user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByRole("heading", { name: "The documents" })).toBeVisible();
    expect(draftsOf(shown, "saveConnection").slice(1)).toMatchObject([
      { name: "Fjordvik Anlegg AS", secret: { kind: "typed", value: "s3cret-of-the-office" } },
    ]);
  });

  it("says where there is no credential store", async () => {
    const shown = await at("/connect?form=true", {
      appState: { ...appState, connections: [], keyringAvailable: false },
    });
    await check(shown);
    expect(
      await screen.findByRole("heading", { name: "Connected. The secret is kept until you close Fielddesk" }),
    ).toBeVisible();
  });

  it("Esc ends a check", async () => {
    const shown = await at("/connect?form=true");
    let end: (report: CheckReport) => void = () => {};
    const ended = new Promise<CheckReport>((resolve) => {
      end = resolve;
    });
    shown.bridge.answers({ checkConnection: () => ended });
    await check(shown);
    act(() => shown.bridge.emit("checkProgressed", reportOf("checking")));
    expect(await screen.findByRole("heading", { name: "Checking…" })).toBeVisible();
    // The step in progress says so.
    expect(await screen.findByText("Under way")).toBeVisible();
    await shown.user.keyboard("{Escape}");
    expect(shown.bridge.calls("cancelCheck")).toHaveLength(1);
    end(reportOf("cancelled"));
    expect(await screen.findByText("Cancelled. Nothing was saved or changed.")).toBeVisible();
  });

  it("the copied message is the one of the desktop side, and copying is said", async () => {
    const shown = await at("/connect?form=true", first, "notAdministrator");
    await check(shown);
    await shown.user.click(await screen.findByRole("button", { name: "Copy message" }));
    const [copied] = draftsOf(shown, "copyText");
    expect(copied).toContain("Client office");
    expect(copied).not.toContain("s3cret");
    await waitFor(() => expect(screen.getByText("Message copied")).toBeInTheDocument());
  });

  it("nothing is saved by a check that did not work; its secret is pasted again, and a change forgets the result", async () => {
    const shown = await at("/connect?form=true", first, "refused");
    await check(shown);
    expect(await screen.findByText(/^Nothing was saved or changed\./)).toBeVisible();
    expect(draftsOf(shown, "saveConnection")).toEqual([]);
    await shown.user.type(screen.getByLabelText("Client ID"), "2");
    expect(screen.getByText("Four things are checked. It takes a few seconds.")).toBeVisible();
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await shown.user.click(await screen.findByRole("button", { name: "Paste again" }));
    const secret = screen.getByLabelText("Client secret");
    await waitFor(() => expect(secret).toHaveFocus());
    expect(secret).toHaveValue("");
  });
});
