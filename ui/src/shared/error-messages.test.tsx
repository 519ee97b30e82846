import { expect, it } from "vitest";
import type { Failure, FailureKind } from "../ipc";
import { smallPrint, useFailureWords } from "./error-messages";
import en from "./i18n/en/failures.json";
import { failure } from "./testing/bridge";
import { show } from "./testing/render";

function Words({ given }: { given: Failure }) {
  const { sentence, fix, small } = useFailureWords()(given);
  return <p>{[sentence, fix, small].join("|")}</p>;
}

async function worded(given: Failure) {
  const { container, unmount } = await show(<Words given={given} />);
  const [sentence = "", fix = "", small = ""] = container.querySelector("p")?.textContent.split("|") ?? [];
  unmount();
  return { sentence, fix, small };
}

it("every kind has a sentence and a way forward", async () => {
  for (const kind of Object.keys(en) as FailureKind[]) {
    const words = await worded(failure(kind));
    expect(words.sentence, kind).not.toBe("");
    expect(words.fix, kind).not.toBe("");
    expect(words.sentence, kind).not.toContain("{{");
  }
});

it("names the thing it is about", async () => {
  const { sentence } = await worded(failure("fileVanished", { file: "Plan A.pdf" }));
  expect(sentence).toBe("Plan A.pdf was not found.");
});

it("names both connections where a screen of another one asked", async () => {
  const words = await worded(failure("conflict", { shownFor: "Bygg – prøve", connection: "Bygg AS" }));
  expect(words).toMatchObject({
    sentence: "This is shown for Bygg – prøve, but belongs to Bygg AS. Nothing was changed.",
    fix: "Switch to Bygg AS, then try again.",
  });
});

it.each([
  ["certificate", { certificate: "issuer" }, /does not trust the issuer/, /Ask IT/, ""],
  ["certificate", { certificate: "expired", clock: "2026-11-29T14:05:00" }, /has expired/, /it shows .*2026/, ""],
  ["certificate", { certificate: "notYetValid", clock: "2006-11-29T14:05:00" }, /not valid yet/, /shows .*2006/, ""],
  ["certificate", { certificate: "otherName", names: "b.example" }, /another name/, /spelling/, "b.example"],
  ["certificate", { certificate: "somethingNew" }, /is not trusted/, /Ask IT/, ""],
  ["proxyRefused", { proxy: "proxy:3128", password: "true" }, /^The proxy proxy:3128 requires/, /HTTPS_PROXY/, ""],
  ["proxyRefused", { proxy: "proxy:3128" }, /^The proxy proxy:3128 refused .* id.example/, /Ask IT/, ""],
  ["proxyRefused", { password: "true" }, /^A proxy refused/, /Ask IT/, ""],
  ["unreachable", { proxy: "proxy:3128" }, /^The proxy proxy:3128 does not answer/, /network/, ""],
  ["unreachable", {}, /^id.example does not answer/, /network/, ""],
  ["usage", { variable: "SSL_CERT_FILE", path: "/etc/gone.pem" }, /SSL_CERT_FILE is set to \/etc\/gone/, /remove/, ""],
] as [FailureKind, Record<string, string>, RegExp, RegExp, string][])(
  "%s %j: what stands in the way of a connection, and who can mend it",
  async (kind, params, sentence, fix, small) => {
    const words = await worded(failure(kind, { host: "id.example", ...params }));
    expect(words.sentence).toMatch(sentence);
    expect(words.fix).toMatch(fix);
    expect(words.small).toBe(small);
    expect(`${words.sentence} ${words.fix}`).not.toContain("{{");
  },
);

it("keeps codes out of the sentence", async () => {
  const words = await worded(failure("invalidClient", {}, { status: 401, code: "invalid_client" }));
  expect(words.sentence).not.toMatch(/401|invalid/);
  expect(words.small).toBe("401 invalid_client");
});

it("shows a name from outside as text, whatever is in it", async () => {
  const { sentence } = await worded(failure("fileVanished", { file: "<b>{{kind}}</b>.pdf" }));
  expect(sentence).toContain("<b>{{kind}}</b>.pdf");
});

it("passes on what the server said, of every kind", () => {
  const server = "no such type";
  expect(smallPrint(failure("refused", { server }, { status: 422, code: "TYPE_ID_INVALID", field: "typeId" }))).toBe(
    "422 TYPE_ID_INVALID · typeId · “no such type”",
  );
  expect(smallPrint(failure("notAllowed", { server: "closed project" }, { status: 403 }))).toBe(
    "403 · “closed project”",
  );
});
