import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure } from "../../shared/testing/bridge";
import { axeFindings } from "../../shared/testing/render";
import { useLoss, useUnsavedUsers } from "../../shared/unsaved";
import { found, reportOf } from "./reports-for-tests";
import { at, check, clientId, draftsOf, fill, first, office_, paste, type Shown, two } from "./screen-for-tests";

describe("first start", () => {
  it("offers two ways in", async () => {
    const { user } = await at("/connect");
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Connect…" }));
    expect(await screen.findByRole("heading", { name: "Connect to your company" })).toBeVisible();
  });

  it("sample data leads to the documents, or says why it could not start", async () => {
    const { user, bridge } = await at("/connect");
    bridge.refuses("startSampleData", failure("diskFull"));
    await user.click(screen.getByRole("button", { name: "Try it with sample data" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The disk is full.");
    bridge.answers({ startSampleData: office_ });
    await user.click(screen.getByRole("button", { name: "Try it with sample data" }));
    expect(await screen.findByRole("heading", { name: "The documents" })).toBeVisible();
  });
});

describe("the form", () => {
  it("names its fields, says what an address is not, and puts the cursor where something is missing", async () => {
    const shown = await at("/connect?form=true");
    const { user } = shown;
    await user.click(screen.getByText("Addresses"));
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Check the connection" }));
    await waitFor(() => expect(screen.getByLabelText("Client ID")).toHaveFocus());
    expect(screen.getAllByText("Required")).toHaveLength(4);
    expect(draftsOf(shown, "checkConnection")).toEqual([]);
    await user.type(screen.getByLabelText("Sign-in"), "identity");
    await user.tab();
    expect(screen.getByText(/Not an address/)).toBeVisible();
    await paste(shown, [found(null)]);
    expect((await screen.findAllByText(/Nothing was recognised/))[0]).toBeVisible();
  });

  it("takes what the administrator sent, keeps none of the text, and never sees the secret", async () => {
    const shown = await at("/connect?form=true");
    const box = screen.getByLabelText("Paste the administrator’s message");
    await paste(shown, [found("test", "office-9")]);
    const words = await screen.findAllByText("Filled in: environment, client ID, client secret, addresses.");
    expect(words[0]).toBeVisible();
    expect(screen.getByLabelText("Client ID")).toHaveValue("office-9");
    expect(screen.getByRole("radio", { name: "Test" })).toBeChecked();
    expect(box).toHaveValue("");
    expect(document.body.innerHTML).not.toContain("do-not-show-me");

    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "Connected to Fjordvik Anlegg AS, Test" });
    expect(draftsOf(shown, "checkConnection")).toMatchObject([{ clientId: "office-9", secret: { kind: "pasted" } }]);
  });

  it("asks which environment is meant where the text has both, and knows the other one too", async () => {
    const shown = await at("/connect?form=true");
    await paste(shown, [found("test", "test-office"), found("production", "production-office")]);
    const choice = await screen.findByRole("group", { name: /^The text has both environments/ });
    expect(screen.getByLabelText("Client ID")).toHaveValue("");
    expect(await axeFindings()).toEqual([]);
    await shown.user.click(within(choice).getByRole("button", { name: "Use Test" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("test-office");
    expect(screen.getByRole("radio", { name: "Test" })).toBeChecked();

    await shown.user.click(screen.getByRole("radio", { name: "Production" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("production-office");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "Connected to Fjordvik Anlegg AS, Production" });
    const [draft] = draftsOf(shown, "checkConnection");
    expect(draft).toMatchObject({ environment: "production", identityUrl: "https://identity.production.example" });
  });

  it("takes the environment that is chosen in the form, or that stands there, of a text with both", async () => {
    const both = [found("test", "test-office"), found("production", "production-office")];
    const shown = await at("/connect?form=true");
    await paste(shown, both);
    const choice = await screen.findByRole("group", { name: /^The text has both environments/ });
    const names = within(choice)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names, "as in the form").toEqual(["Use Production", "Use Test"]);
    fireEvent.keyDown(screen.getByLabelText("Paste the administrator’s message"), { key: "Enter" });
    expect(within(choice).getByRole("button", { name: "Use Production" })).toHaveFocus();
    await shown.user.click(screen.getByRole("radio", { name: "Test" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("test-office");
    expect(screen.queryByRole("group", { name: /^The text has both environments/ })).toBeNull();

    await paste(shown, both);
    await screen.findByRole("group", { name: /^The text has both environments/ });
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "Connected to Fjordvik Anlegg AS, Test" });
    expect(draftsOf(shown, "checkConnection")).toMatchObject([{ clientId: "test-office", secret: { kind: "pasted" } }]);
  });

  it("keeps a good check while a name is typed", async () => {
    const shown = await at("/connect?form=true", two);
    await check(shown);
    await screen.findByRole("button", { name: "Start" });
    await shown.user.type(screen.getByLabelText(/^Connection name/), "Site office");
    expect(screen.getByRole("button", { name: "Start" })).toBeVisible();
    await shown.user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(draftsOf(shown, "saveConnection")).toMatchObject([{ name: "Site office" }]));
    expect(screen.queryByText(/^No account yet/)).toBeNull();
  });

  it("checks in the other environment with the secret that was pasted for it", async () => {
    const shown = await at("/connect?form=true", first, "refused");
    await paste(shown, [found("test", "test-office"), found("production", "production-office")]);
    await shown.user.click(await screen.findByRole("button", { name: "Use Test" }));
    await shown.user.click(screen.getByRole("button", { name: "Paste again" }));
    const field = document.querySelector<HTMLInputElement>("input[name=secret]");
    fireEvent.change(field as HTMLInputElement, { target: { value: "wr0ng" } });
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await shown.user.click(await screen.findByRole("button", { name: "Check in Production" }));
    await waitFor(() => expect(draftsOf(shown, "checkConnection")).toHaveLength(2));
    expect(draftsOf(shown, "checkConnection")).toMatchObject([
      { clientId: "test-office", secret: { kind: "typed", value: "wr0ng" } },
      { clientId: "production-office", secret: { kind: "pasted" } },
    ]);
  });

  it("says what a message without addresses leaves to fill in", async () => {
    const shown = await at("/connect?form=true");
    await paste(shown, [{ ...found("test", "office-9"), identityUrl: null, baseUrl: null, reportingUrl: null }]);
    expect(await screen.findByText(/Still missing: addresses\.$/)).toBeVisible();
    expect(screen.queryByText(/Press Enter to check/)).toBeNull();
    await shown.user.type(screen.getByLabelText("Sign-in"), "https://identity.example");
    await shown.user.type(screen.getByLabelText("Main server"), "https://core.example");
    expect(screen.getByText(/Press Enter to check/)).toBeVisible();
  });

  it("refuses the addresses of one environment under the other, and follows them", async () => {
    const shown = await at("/connect?form=true");
    await paste(shown, [found("test", "office-9")]);
    await screen.findAllByText(/^Filled in/);
    await shown.user.click(screen.getByRole("radio", { name: "Production" }));
    shown.bridge.answers({ checkConnection: reportOf("addressMismatch") });
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "These addresses belong to Test" });
    shown.bridge.answers({ checkConnection: ({ environment }) => reportOf("connected", environment) });
    expect(screen.getByText("The addresses are those of Test, not of Production")).toBeVisible();
    await shown.user.click(screen.getByRole("button", { name: "Use Test" }));
    await screen.findByRole("heading", { name: "Connected to Fjordvik Anlegg AS, Test" });
  });

  it("Enter in the box checks what was pasted", async () => {
    const shown = await at("/connect?form=true");
    await paste(shown, [found("test", "office-9")]);
    await screen.findByText(/Press Enter to check/);
    fireEvent.keyDown(screen.getByLabelText("Paste the administrator’s message"), { key: "Enter" });
    await waitFor(() => expect(draftsOf(shown, "checkConnection")).toMatchObject([{ clientId: "office-9" }]));
  });

  it("says at the field what a check found wrong with it", async () => {
    const shown = await at("/connect?form=true", two, "refused");
    await check(shown);
    expect(await screen.findAllByText("Not accepted by the server")).toHaveLength(2);
    for (const name of ["clientId", "secret"])
      expect(document.querySelector(`input[name=${name}]`)).toHaveAccessibleDescription(
        expect.stringContaining("Not accepted by the server") as unknown as string,
      );
  });

  it("Enter checks", async () => {
    const shown = await at("/connect?form=true");
    fill();
    await shown.user.type(screen.getByLabelText("Client ID"), "-2{Enter}");
    expect(await screen.findByRole("heading", { name: /^Connected to/ })).toBeVisible();
  });
});

describe("a connection that is changed", () => {
  it("comes with its fields and its kept secret", async () => {
    const shown = await at("/connect?form=true&edit=Trial", two);
    expect(screen.getByLabelText("Client ID")).toHaveValue(clientId);
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: /^Connected to/ });
    expect(draftsOf(shown, "checkConnection")).toMatchObject([{ secret: { kind: "stored" }, environment: "test" }]);
  });

  it("asks in the other environment with the addresses known there", async () => {
    const shown = await at("/connect?form=true&edit=Trial", two, "refused");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await shown.user.click(await screen.findByRole("button", { name: "Check in Production" }));
    await waitFor(() => expect(draftsOf(shown, "checkConnection")).toHaveLength(2));
    expect(draftsOf(shown, "checkConnection")[1]).toMatchObject({
      environment: "production",
      identityUrl: "https://identity.production.example",
    });
  });
});

it("asks about unsaved users where another connection is used from now on", async () => {
  useUnsavedUsers.setState({ count: 1 });
  const start = async (edited: string) => {
    const shown = await at(`/connect?form=true&edit=${edited}`, two);
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await shown.user.click(await screen.findByRole("button", { name: "Start" }));
    return shown;
  };
  const trial = await start("Trial");
  expect(draftsOf(trial, "saveConnection")).toEqual([]);
  expect(useLoss.getState().loss?.by).toBe("connection");
  useLoss.setState({ loss: null });
  trial.unmount();
  const office = await start("Office");
  await waitFor(() => expect(draftsOf(office, "saveConnection")).toHaveLength(1));
  expect(useLoss.getState().loss, "the one in use stays that").toBeNull();
  useUnsavedUsers.setState({ count: 0 });
});

describe("signing in with a token", () => {
  const choose = async ({ user }: Shown) => {
    await user.click(screen.getByText("Advanced"));
    await user.click(screen.getByRole("radio", { name: "Access token" }));
  };

  it("never takes what was typed as a client's secret for a token", async () => {
    const shown = await at("/connect?form=true");
    fill();
    await choose(shown);
    expect(screen.getByLabelText("Access token", { selector: "input[name=secret]" })).toHaveValue("");
  });

  it("does not send a client's kept secret as a token", async () => {
    const shown = await at("/connect?form=true&edit=Office", two);
    expect(screen.getByLabelText("Client secret, kept from before")).toBeVisible();
    await choose(shown);
    expect(screen.getByLabelText("Access token", { selector: "input[name=secret]" })).toHaveValue("");
  });
});

it("asks for the permissions that were given by hand", async () => {
  const shown = await at("/connect?form=true");
  await shown.user.click(screen.getByText("Advanced"));
  fireEvent.change(screen.getByLabelText(/^Permissions/), { target: { value: " serviceapiv3  masstransport " } });
  await check(shown);
  await screen.findByRole("heading", { name: /^Connected/ });
  expect(draftsOf(shown, "checkConnection")).toMatchObject([
    { scopes: "serviceapiv3  masstransport", clientId: "office" },
  ]);
});
