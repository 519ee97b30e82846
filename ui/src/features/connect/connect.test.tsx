import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CheckOutcome } from "../../ipc";
import { failure, type Switch, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { ConnectScreen } from "./index";

/** The screen at an address, with empty screens where it leads. */
async function at(path: string, on: Switch[] = ["first"], check: CheckOutcome = "connected") {
  const root = createRootRoute();
  const connect = createRoute({
    getParentRoute: () => root,
    path: "/connect",
    validateSearch: (search: Record<string, unknown>) => search as { edit?: string; form?: boolean },
    component: ConnectScreen,
  });
  const documents = createRoute({
    getParentRoute: () => root,
    path: "/documents",
    component: () => <h1>The documents</h1>,
  });
  const guide = createRoute({ getParentRoute: () => root, path: "/guide/$page", component: () => <h1>The guide</h1> });
  const router = createRouter({
    routeTree: root.addChildren([connect, documents, guide]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const shown = await show(<RouterProvider router={router as never} />, scenario(on, { check }));
  await screen.findByRole("heading", { level: 1 });
  return shown;
}

type Shown = Awaited<ReturnType<typeof at>>;

/** Each field as a whole: typing letter by letter is tested once, below. */
function fill() {
  const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  set("Client ID", "office");
  set("Client secret", "s3cret-of-the-office");
  set("Sign-in", "https://identity.example");
  set("Main service", "https://api.example");
}

async function check(shown: Shown) {
  fill();
  await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
}

const draftsOf = (shown: Shown, command: string) =>
  shown.bridge.fake.calls.filter(({ name }) => name === command).map(({ args }) => args[0]);

describe("first start", () => {
  it("offers two ways in", async () => {
    const { user } = await at("/connect");
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Connect…" }));
    expect(await screen.findByRole("heading", { name: "Connect to your company" })).toBeVisible();
  });

  it("sample data leads to the documents", async () => {
    const shown = await at("/connect");
    await shown.user.click(screen.getByRole("button", { name: "Try it with sample data" }));
    expect(await screen.findByRole("heading", { name: "The documents" })).toBeVisible();
  });

  it("says why sample data could not start, and stays", async () => {
    const shown = await at("/connect");
    shown.bridge.fake.refuse("startSampleData", failure("diskFull"));
    await shown.user.click(screen.getByRole("button", { name: "Try it with sample data" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no room left on this computer.");
  });
});

describe("the form", () => {
  it("is usable without a mouse and names its fields", async () => {
    const shown = await at("/connect?form=true");
    await shown.user.click(screen.getByText("Addresses"));
    expect(await axeFindings()).toEqual([]);
  });

  it("asks for what is missing and puts the cursor there", async () => {
    const shown = await at("/connect?form=true");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await waitFor(() => expect(screen.getByLabelText("Client ID")).toHaveFocus());
    expect(screen.getAllByText("Needed for the check")).toHaveLength(4);
    expect(draftsOf(shown, "checkConnection")).toEqual([]);
  });

  it("says on leaving a field that an address is none", async () => {
    const shown = await at("/connect?form=true");
    fireEvent.click(screen.getByText("Addresses"));
    await shown.user.type(screen.getByLabelText("Sign-in"), "identity");
    await shown.user.tab();
    expect(screen.getByText(/Not an address/)).toBeVisible();
  });

  it("takes what the administrator sent, keeps none of the text, and never sees the secret", async () => {
    const shown = await at("/connect?form=true");
    const box = screen.getByLabelText("Paste what the administrator sent");
    await shown.user.click(box);
    await shown.user.paste("Environment: Test\nClient ID: office-9\nSecret: do-not-show-me");
    const words = await screen.findAllByText("Filled in: environment, client ID, client secret, addresses.");
    expect(words[0]).toBeVisible();
    expect(screen.getByLabelText("Client ID")).toHaveValue("office-9");
    expect(screen.getByRole("radio", { name: "Test" })).toBeChecked();
    expect(box).toHaveValue("");
    expect(document.body.innerHTML).not.toContain("do-not-show-me");

    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "Connected to Strømhaug Anlegg AS, Test" });
    expect(draftsOf(shown, "checkConnection")).toMatchObject([{ clientId: "office-9", secret: { kind: "pasted" } }]);
  });

  it("asks which environment is meant where the text has both, and knows the other one too", async () => {
    const shown = await at("/connect?form=true");
    await shown.user.click(screen.getByLabelText("Paste what the administrator sent"));
    await shown.user.paste("Test and Production\nClient ID: office\nSecret: do-not-show-me");
    const choice = await screen.findByRole("group", { name: /^The text has both environments/ });
    expect(screen.getByLabelText("Client ID")).toHaveValue("");
    expect(await axeFindings()).toEqual([]);
    await shown.user.click(within(choice).getByRole("button", { name: "Use Test" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("test-office");
    expect(screen.getByRole("radio", { name: "Test" })).toBeChecked();

    await shown.user.click(screen.getByRole("radio", { name: "Production" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("production-office");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "Connected to Strømhaug Anlegg AS, Production" });
    const [draft] = draftsOf(shown, "checkConnection");
    expect(draft).toMatchObject({ environment: "production", identityUrl: "https://identity.feltdrift.example" });
  });

  it("refuses the addresses of one environment under the other, and follows them", async () => {
    const shown = await at("/connect?form=true");
    await shown.user.click(screen.getByLabelText("Paste what the administrator sent"));
    await shown.user.paste("Environment: Test\nClient ID: office-9\nSecret: do-not-show-me");
    await screen.findAllByText(/^Filled in/);
    await shown.user.click(screen.getByRole("radio", { name: "Production" }));
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: "These addresses belong to Test" });
    expect(screen.getByText("The addresses are those of Test, not of Production")).toBeVisible();
    await shown.user.click(screen.getByRole("button", { name: "Use Test" }));
    await screen.findByRole("heading", { name: "Connected to Strømhaug Anlegg AS, Test" });
  });

  it("says when nothing in a paste was recognised", async () => {
    const shown = await at("/connect?form=true");
    await shown.user.click(screen.getByLabelText("Paste what the administrator sent"));
    await shown.user.paste("Hei, ha en fin dag.");
    expect((await screen.findAllByText(/Nothing in it was recognised/))[0]).toBeVisible();
  });

  it("Enter checks", async () => {
    const shown = await at("/connect?form=true");
    fill();
    await shown.user.type(screen.getByLabelText("Client ID"), "-2{Enter}");
    expect(await screen.findByRole("heading", { name: /^Connected to/ })).toBeVisible();
  });
});

describe("the result", () => {
  it.each([
    ["partly", "Connected, without haul trips", ["Start without", "Copy message"]],
    [
      "refused",
      "The service did not accept this client ID and secret",
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
      "proxyPage",
      "A login page of the network answered instead of the service",
      ["Open it in the browser", "Try again", "Enter a proxy"],
    ],
    ["notAdministrator", "Connected, but documents are not allowed", ["Copy message", "Start without documents"]],
    ["failed", "The check did not get to the end", ["Try again", "Copy message"]],
  ] as [CheckOutcome, string, string[]][])(
    "%s: headline, helps, focus, announcement",
    async (outcome, headline, buttons) => {
      const shown = await at("/connect?form=true", ["first"], outcome);
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

  it("nothing is saved by a check that did not work", async () => {
    const shown = await at("/connect?form=true", ["first"], "refused");
    await check(shown);
    expect(await screen.findByText(/^Nothing was saved or changed\./)).toBeVisible();
    expect(draftsOf(shown, "saveConnection")).toEqual([]);
  });

  it("connected: Start saves under the company's name and leads to the documents", async () => {
    const shown = await at("/connect?form=true");
    await check(shown);
    await shown.user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByRole("heading", { name: "The documents" })).toBeVisible();
    expect(draftsOf(shown, "saveConnection")).toMatchObject([
      { name: "Strømhaug Anlegg AS", secret: { kind: "typed", value: "s3cret-of-the-office" } },
    ]);
  });

  it("a secret that could not be kept is said, and the form stays", async () => {
    const shown = await at("/connect?form=true");
    await check(shown);
    shown.bridge.fake.refuse("saveConnection", failure("keyring"));
    await shown.user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The credential store of this computer did not answer.");
  });

  it("says where there is no credential store", async () => {
    const shown = await at("/connect?form=true", ["first", "noKeyring"]);
    await check(shown);
    expect(
      await screen.findByRole("heading", { name: "Connected. The secret is kept until you close Fielddesk" }),
    ).toBeVisible();
  });

  it("Esc ends a check", async () => {
    const shown = await at("/connect?form=true", ["first"], "checking");
    await check(shown);
    expect(await screen.findByRole("heading", { name: "Checking…" })).toBeVisible();
    // The step in progress says so.
    expect(await screen.findByText("Under way")).toBeVisible();
    await shown.user.keyboard("{Escape}");
    expect(await screen.findByText("Cancelled. Nothing was saved or changed.")).toBeVisible();
  });

  it("Paste again empties the secret and puts the cursor there", async () => {
    const shown = await at("/connect?form=true", ["first"], "refused");
    await check(shown);
    await shown.user.click(await screen.findByRole("button", { name: "Paste again" }));
    const secret = screen.getByLabelText("Client secret");
    await waitFor(() => expect(secret).toHaveFocus());
    expect(secret).toHaveValue("");
  });

  it("the copied message is the one of the desktop side, and copying is said", async () => {
    const shown = await at("/connect?form=true", ["first"], "notAdministrator");
    await check(shown);
    await shown.user.click(await screen.findByRole("button", { name: "Copy message" }));
    const [copied] = draftsOf(shown, "copyText");
    expect(copied).toContain("Client office");
    expect(copied).not.toContain("s3cret");
    await waitFor(() => expect(screen.getByText("Message copied")).toBeInTheDocument());
  });

  it("a change of a field forgets the result", async () => {
    const shown = await at("/connect?form=true", ["first"], "refused");
    await check(shown);
    await screen.findByRole("heading", { name: /did not accept/ });
    await shown.user.type(screen.getByLabelText("Client ID"), "2");
    expect(screen.getByText("Four things are checked. It takes a few seconds.")).toBeVisible();
  });
});

describe("a connection that is changed", () => {
  it("comes with its fields and its kept secret", async () => {
    const shown = await at(`/connect?form=true&edit=${encodeURIComponent("Strømhaug Anlegg – prøve")}`, []);
    expect(screen.getByLabelText("Client ID")).toHaveValue("strh-kontor-4f81c2");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByRole("heading", { name: /^Connected to/ });
    expect(draftsOf(shown, "checkConnection")).toMatchObject([{ secret: { kind: "stored" }, environment: "test" }]);
  });

  it("asks in the other environment with the addresses known there", async () => {
    const shown = await at(`/connect?form=true&edit=${encodeURIComponent("Strømhaug Anlegg – prøve")}`, [], "refused");
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await shown.user.click(await screen.findByRole("button", { name: "Check in Production" }));
    await waitFor(() => expect(draftsOf(shown, "checkConnection")).toHaveLength(2));
    expect(draftsOf(shown, "checkConnection")[1]).toMatchObject({
      environment: "production",
      identityUrl: "https://identity.feltdrift.example",
    });
  });
});

describe("signing in with a token", () => {
  const choose = async ({ user }: Shown) => {
    await user.click(screen.getByText("Advanced"));
    await user.click(screen.getByRole("radio", { name: "Access token" }));
  };

  it("asks for the token and the main address alone, and sends no client", async () => {
    const shown = await at("/connect?form=true");
    await choose(shown);
    expect(screen.queryByLabelText("Client ID")).toBeNull();
    expect(screen.queryByLabelText("Sign-in")).toBeNull();
    const field = screen.getByLabelText("Access token", { selector: "input[name=secret]" });
    fireEvent.change(field, { target: { value: "t0ken" } });
    fireEvent.change(screen.getByLabelText("Main service"), { target: { value: "https://api.example" } });
    await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
    await screen.findByText("The access token is used as it is");
    expect(draftsOf(shown, "checkConnection")).toMatchObject([
      { clientId: null, identityUrl: "", scopes: "", secret: { kind: "typed", value: "t0ken" } },
    ]);
  });

  it("never takes what was typed as a client's secret for a token", async () => {
    const shown = await at("/connect?form=true");
    fill();
    await choose(shown);
    expect(screen.getByLabelText("Access token", { selector: "input[name=secret]" })).toHaveValue("");
  });

  it("does not send a client's kept secret as a token", async () => {
    const shown = await at("/connect?form=true&edit=Str%C3%B8mhaug%20Anlegg", []);
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
  await screen.findByText(/^Connected/);
  expect(draftsOf(shown, "checkConnection")).toMatchObject([
    { scopes: "serviceapiv3  masstransport", clientId: "office" },
  ]);
});
