import { expect, it } from "vitest";
import { isOfSeveralCompanies } from "./companies";
import { machine } from "./machine-for-tests";

const of = (...companies: (string | null)[]) =>
  isOfSeveralCompanies(companies.map((companyId, at) => machine(String(at), { companyId })));

it("counts companies, not machines that have none", () => {
  expect(of()).toBe(false);
  expect(of("7", null, "7", "")).toBe(false);
  expect(of("7", null, "8")).toBe(true);
});
