import { describe, expect, it } from "vitest";
import { supervisor, userFrom } from "../users-for-tests";
import { changesOf, chosenOf, emptyDraft, formOf, typedInto, withPrimary, withSupervisor } from "./draft";
import { isInForm } from "./fields";
import { arrange } from "./rows";
import { searcher } from "./search";
import { oddIn, readCell } from "./show";
import { supervisorNames } from "./types";
import { cardExpires, daysUntil, inView, isLeaver, isOverdue } from "./views";

const to = { date: (at: string) => at.slice(0, 10) };
// Late in the evening: days are days of the calendar.
const today = new Date(2026, 10, 23, 23, 50);
const kari = userFrom("1001", "Kari", {}, [supervisor("2", "Ola Vik")]);

describe("the views", () => {
  it.each([
    ["2026-11-23", 0],
    ["2026-11-22T00:00:00Z", -1],
    ["2026-12-23", 30],
    ["", null],
    ["not a day", null],
    [null, null],
  ])("%s is in %s days", (value, days) => {
    expect(daysUntil(value, today)).toBe(days);
  });

  it.each([
    ["2026-10-23", false],
    ["2026-10-24", true],
    ["2026-11-22", true],
    ["2026-11-23", false],
  ])("an employment that ended %s has ended in the last 30 days: %s", (employmentEndDate, left) => {
    expect(inView("left", today)(userFrom("1", "Ada", { employmentEndDate }))).toBe(left);
  });

  it("a new user has no ids yet, a known one is disabled by a button", () => {
    const fields = (isNew: boolean) => ["isDisabled", "identityId", "email"].filter((name) => isInForm(name, isNew));
    expect([fields(true), fields(false)]).toEqual([
      ["isDisabled", "email"],
      ["identityId", "email"],
    ]);
  });

  it("is searched by its company", () => {
    const [own, other] = ["c-own", "c-other"].map((companyId) => userFrom("1", "Ada", { companyId }));
    expect([own, other].filter((user) => user !== undefined && searcher("c-other", null)(user))).toEqual([other]);
  });

  it.each([
    ["2026-11-22", false, true],
    ["2026-11-23", true, false],
    ["2026-12-23", true, false],
    ["2026-12-24", false, false],
  ])("an employment that ends %s leaves: %s, is overdue: %s", (employmentEndDate, leaves, overdue) => {
    const user = userFrom("1", "Ada", { employmentEndDate });
    expect(inView("leaving", today)(user)).toBe(leaves);
    expect(isOverdue(user, today)).toBe(overdue);
    expect(isLeaver(user, today)).toBe(leaves || overdue);
    const disabled = userFrom("1", "Ada", { employmentEndDate, isDisabled: true });
    expect(isOverdue(disabled, today)).toBe(false);
  });

  it("a disabled user lacks no supervisor and no card", () => {
    const none = userFrom("1", "Ada", { cardExpirationDate: "2026-11-01" });
    expect([inView("noSupervisor", today)(none), inView("noSupervisor", today)(kari)]).toEqual([true, false]);
    expect([cardExpires(none, today), inView("cardExpiring", today)(none)]).toEqual([true, true]);
    const disabled = userFrom("1", "Ada", { cardExpirationDate: "2026-11-01", isDisabled: true });
    expect(inView("noSupervisor", today)(disabled)).toBe(false);
    expect(inView("cardExpiring", today)(disabled)).toBe(false);
    expect(inView("disabled", today)(disabled)).toBe(true);
  });
});

describe("the list", () => {
  it("sorts days by the calendar, numbers as people count, empty ones last", () => {
    const users = [
      userFrom("10", "A", { employmentEndDate: "2026-12-01" }),
      userFrom("9", "B", { employmentEndDate: "2027-01-01" }),
      userFrom("1", "C"),
    ];
    const numbers = (column: "employeeNumber" | "employmentEndDate", descending = false) =>
      arrange(users, { column, descending }, to).map(({ user }) => user.values.employeeNumber);
    expect(numbers("employeeNumber")).toEqual(["1", "9", "10"]);
    expect(numbers("employmentEndDate")).toEqual(["10", "9", "1"]);
    expect(numbers("employmentEndDate", true)).toEqual(["9", "10", "1"]);
  });

  it.each([["kari berg"], ["1001"], ["90000"], ["+47 900"], ["vik"]])("is searched for “%s”", (typed) => {
    expect([kari, userFrom("5", "Jo", { mobileWork: "+46 70 1" })].filter(searcher(typed, null))).toEqual([kari]);
  });

  it("shows people by name, the primary one first, and odd values as they came", () => {
    const both = [supervisor("2", "Ola Vik", false), supervisor("3", "Eva Dal")];
    expect(supervisorNames(both)).toBe("Eva Dal, Ola Vik");
    const odd = { ...kari, odd: [{ field: "birthDate", raw: "soon", expected: "instant" as const }] };
    expect(readCell("birthDate", odd, to)).toBe("soon");
    expect(oddIn("name", odd)).toEqual([]);
    expect(readCell("isDisabled", kari, to)).toBe("Active");
  });
});

describe("a form", () => {
  it("sends what differs, and a cleared field as an empty text", () => {
    const typed = typedInto(typedInto(emptyDraft, "workTitle", "", "Foreman"), "department", "Fjell", "");
    expect(formOf(typed)).toEqual({
      inputs: [
        { field: "workTitle", input: { kind: "text", value: "" } },
        { field: "department", input: { kind: "text", value: "Fjell" } },
      ],
      supervisors: null,
      tags: [],
    });
    expect(changesOf(typedInto(typedInto(typed, "workTitle", "Foreman", "Foreman"), "department", "", ""))).toBe(0);
  });

  it("has one primary supervisor at most, and keeps those it has as the service knows them", () => {
    const stored = chosenOf(kari.supervisors, "hidden");
    const two = withSupervisor(stored, "p9", "9 Eva Dal");
    expect(two.map(({ primary }) => primary)).toEqual([true, false]);
    expect(withPrimary(two, "p9").map(({ primary }) => primary)).toEqual([false, true]);
    expect(withPrimary(two, null).some(({ primary }) => primary)).toBe(false);
    expect(withSupervisor(two, "p9", "again")).toHaveLength(2);
    expect(formOf({ ...emptyDraft, supervisors: two }).supervisors).toEqual([
      { supervisorId: "2", primary: true },
      { supervisorId: "p9", primary: false },
    ]);
  });

  it("names tags to attach and to detach", () => {
    expect(formOf({ ...emptyDraft, attach: ["Crane"], detach: ["Old"] }).tags).toEqual([
      { name: "Crane", enabled: true },
      { name: "Old", enabled: false },
    ]);
  });
});
