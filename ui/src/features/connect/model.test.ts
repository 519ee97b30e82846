import { describe, expect, it } from "vitest";
import type { CheckOutcome, Failure } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import {
  draftOf,
  emptyFields,
  helps,
  helpsAfter,
  inEnvironment,
  nameFor,
  problemOf,
  problemsOf,
  problemsOfCheck,
  recognised,
  withHttp,
  withPasted,
} from "./model";
import { reportOf } from "./reports-for-tests";

const filled = {
  ...emptyFields,
  clientId: "office",
  identityUrl: "https://identity.example",
  baseUrl: "https://api.example",
};
const nothing = {
  environment: null,
  name: null,
  identityUrl: null,
  baseUrl: null,
  reportingUrl: null,
  clientId: null,
  secret: null,
};

describe("what is wrong with a field", () => {
  it.each([
    ["", "missing"],
    ["identity.example", "notAnAddress"],
    ["ftp://identity.example", "notAnAddress"],
    ["http://identity.example", "notSecure"],
    ["https://identity.example", null],
    ["http://127.0.0.1:4000", null],
    ["http://localhost:4000", null],
  ] as const)("the sign-in address %j: %s", (identityUrl, problem) => {
    expect(problemOf("identityUrl", { ...filled, identityUrl })).toBe(problem);
  });

  it("haul trips and proxy may be empty", () => {
    expect(problemsOf(filled, true).size).toBe(0);
    expect(problemOf("proxy", { ...filled, proxy: "proxy:8080" })).toBe("notAnAddress");
    expect(problemOf("proxy", { ...filled, proxy: "http://proxy:8080" })).toBeNull();
  });

  it("the first problem is the first field of the form", () => {
    expect([...problemsOf(emptyFields, false).keys()]).toEqual(["clientId", "secret", "identityUrl", "baseUrl"]);
  });
});

describe("what was pasted", () => {
  it("fills what it has and leaves the rest", () => {
    const pasted = { ...nothing, environment: "test" as const, clientId: "office-2" };
    expect(withPasted(filled, pasted)).toEqual({ ...filled, environment: "test", clientId: "office-2" });
    expect(recognised(pasted)).toEqual(["environment", "clientId"]);
  });

  it("is nothing when nothing was recognised", () => {
    expect(recognised(nothing)).toEqual([]);
  });
});

it("another environment brings the addresses of a connection that knows it", () => {
  const known = office.appState.connections.map((connection) => ({
    ...connection,
    environment: "test" as const,
    identityUrl: "https://identity.test.example",
  }));
  expect(inEnvironment(filled, "test", known).identityUrl).toBe("https://identity.test.example");
  expect(inEnvironment(filled, "test", []).identityUrl).toBe(filled.identityUrl);
});

it("a connection without a name is called after its company, told apart by a number", () => {
  expect(nameFor("  Office ", ["Company", "client", "Test"], [])).toBe("Office");
  expect(nameFor("", ["Company", "client", "Test"], ["Company", "Company 2"])).toBe("Company 3");
  expect(nameFor("", [null, " client ", "Test"], [])).toBe("client");
  expect(nameFor("", [null, "", "Test"], [])).toBe("Test");
});

it("empty addresses are sent as none", () => {
  expect(draftOf({ ...filled, clientId: " office " }, { kind: "stored" }, "Office")).toMatchObject({
    clientId: "office",
    reportingUrl: null,
    proxy: null,
  });
});

it("there are at most three helps", () => {
  for (const kinds of Object.values(helps)) expect(kinds.length).toBeLessThanOrEqual(3);
});

describe("after a check", () => {
  const ended = (outcome: CheckOutcome, why: Failure) => {
    const report = reportOf("noAddress");
    return { ...report, outcome, steps: report.steps.map((step) => (step.failure ? { ...step, failure: why } : step)) };
  };
  const host = "api.example";
  const at = { field: "baseUrl" };

  it.each([
    ["404", "failed", failure("notFound", { host }, { ...at, status: 404 }), "noServer", ["addresses"]],
    ["no https", "failed", failure("usage", { host, noTls: "true" }, at), "noHttps", ["rightAddress"]],
    ["no address", "noAddress", failure("usage", {}, at), "notAnAddress", ["addresses"]],
    ["no answer", "noAddress", failure("unreachable", { host }, at), "noAnswer", ["addresses", "proxy", "tryAgain"]],
  ] as const)(
    "%s: the address is marked; a proxy is offered where it can be the cause",
    (_, outcome, why, problem, offered) => {
      expect(helpsAfter(ended(outcome, why))).toEqual(offered);
      expect([...problemsOfCheck(ended(outcome, why), filled)]).toEqual([["baseUrl", problem]]);
    },
  );

  it("on this computer http is offered where https is not answered, for all addresses there", () => {
    const here = "127.0.0.1:4640";
    const report = ended("failed", failure("usage", { host: here, noTls: "true" }, { field: "identityUrl" }));
    expect(helpsAfter(report)).toEqual(["useHttp", "rightAddress"]);
    const local = { ...filled, identityUrl: `https://${here}/identity`, baseUrl: `https://${here}` };
    expect(withHttp(local, here)).toEqual({
      ...local,
      ...{ identityUrl: `http://${here}/identity`, baseUrl: `http://${here}` },
    });
  });

  it("a page of the network may need a proxy, and is at no address", () => {
    const report = ended("proxyPage", failure("proxyPage", { host }, { ...at, status: 200 }));
    expect(helpsAfter(report)).toEqual(helps.proxyPage);
    expect(problemsOfCheck(report, filled).size).toBe(0);
  });

  it("a refused sign-in marks what signs in", () => {
    expect([...problemsOfCheck(reportOf("refused"), filled).keys()]).toEqual(["clientId", "secret"]);
    expect([...problemsOfCheck(reportOf("refused"), { ...filled, signIn: "token" }).keys()]).toEqual(["secret"]);
    expect([...problemsOfCheck(reportOf("wrongEnvironment"), filled)]).toEqual([["clientId", "otherEnvironment"]]);
  });
});
