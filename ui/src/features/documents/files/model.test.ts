import { describe, expect, it } from "vitest";
import type { Document, Page, Transfer } from "../../../ipc";
import { office, sending } from "../../../shared/testing/recorded";
import { counts, groupPage, hasLongStates, successors, type TableRow, tableRows, typeAhead, type View } from "./model";

const target = { project: "p", workOrder: null };
const view: View = {
  filter: "all",
  query: "",
  kind: null,
  folded: new Set(),
  newSection: null,
  sort: { by: "name", down: false },
};

const [like] = office.documents.sections.flatMap((section) => section.documents) as [Document];
const document = (name: string, more: Partial<Document> = {}): Document => ({
  ...{ ...like, id: `id ${name}`, name, nameKey: name, shownName: name, sizeBytes: 10 },
  ...{ sentAt: "2026-11-18T08:00:00Z", origin: "byHand" as const, ...more },
});
const page = (sections: Record<string, Document[]>): Page => ({
  ...office.documents,
  target,
  sections: Object.entries(sections).map(([section, documents]) => ({ section, pageExternalId: section, documents })),
});
const [sent] = sending.items as [Transfer];
const transfer = (name: string, more: Partial<Transfer> = {}): Transfer => ({
  ...{ ...sent, name, nameKey: name, shownName: name, target, section: null, state: "working", failure: null },
  ...{ finishedAt: null, remedies: [], ...more },
});
const shown = (rows: TableRow[]) =>
  rows.map((row) =>
    row.kind === "file" ? row.row.name : row.kind === "section" ? `# ${row.group.section}` : `+ ${row.section}`,
  );

describe("a page of documents", () => {
  it("counts the files that wait and are not listed, in their sections", () => {
    const [a, b] = groupPage(
      page({ A: [document("a.pdf")] }),
      [],
      [
        { target: page({}).target, section: "A", count: 4_800 },
        { target: page({}).target, section: "B", count: 30 },
        { target: { project: "another", workOrder: null }, section: "A", count: 7 },
      ],
    );
    expect([a?.unlisted, a?.worst, a?.total]).toEqual([4_800, "waiting", 1]);
    expect([b?.section, b?.unlisted, b?.total]).toEqual(["B", 30, 0]);
    expect(counts([a, b].filter((group) => group !== undefined))).toMatchObject({ all: 1, notUploaded: 4_830 });
  });

  it("shows the default section first if it has files, then by name, names by number", () => {
    const groups = groupPage(
      page({
        "Tegninger VA": [document("HA-10.pdf"), document("HA-9.pdf")],
        "HMS og rigg": [],
        Documents: [document("a")],
      }),
      [],
    );
    expect(shown(tableRows(groups, view))).toEqual([
      "# Documents",
      "a",
      "# HMS og rigg",
      "# Tegninger VA",
      "HA-9.pdf",
      "HA-10.pdf",
    ]);
  });

  it("marks both of two whose keys are one name", () => {
    const nameKey = "plan å.pdf";
    const [group] = groupPage(
      page({ S: [document("Plan å.pdf", { nameKey }), document("PLAN Å.pdf", { nameKey }), document("other.pdf")] }),
      [],
    );
    expect(group?.rows.map((row) => [row.name, row.alike, row.state])).toEqual([
      ["Plan å.pdf", 2, "needsDecision"],
      ["PLAN Å.pdf", 2, "needsDecision"],
      ["other.pdf", 1, "listed"],
    ]);
    expect(group?.worst).toBe("needsDecision");
  });

  it("does not mix names of different sections", () => {
    const groups = groupPage(page({ A: [document("x.pdf")], B: [document("x.pdf", { id: "2" })] }), []);
    expect(groups.map((group) => group.worst)).toEqual(["listed", "listed"]);
  });

  it("shows a file on its way in its section, and a replacement at the row it replaces", () => {
    const groups = groupPage(page({ S: [document("old.pdf")] }), [
      transfer("new.pdf", { id: 1, section: "S" }),
      transfer("OLD.pdf", { id: 2, nameKey: "old.pdf", kind: "replace", section: "S", state: "failed" }),
      transfer("elsewhere.pdf", { id: 3, target: { project: "q", workOrder: null } }),
      transfer("done.pdf", { id: 4, section: "S", state: "done" }),
    ]);
    expect(groups[0]?.rows.map((row) => [row.name, row.state])).toEqual([
      ["old.pdf", "failed"],
      ["new.pdf", "working"],
    ]);
    expect(counts(groups)).toEqual({ all: 1, actionNeeded: 0, notUploaded: 2, someoneElse: 0 });
  });

  it("gives a section of its own to the first file that is sent there", () => {
    const groups = groupPage(page({}), [transfer("a.pdf", { section: "Ny seksjon" })]);
    expect(shown(tableRows(groups, view))).toEqual(["# Ny seksjon", "a.pdf"]);
  });

  it("hides sections without a match while filtered, and finds in folded sections", () => {
    const groups = groupPage(page({ A: [document("a.pdf")], B: [document("b.pdf", { origin: "someoneElse" })] }), []);
    expect(shown(tableRows(groups, { ...view, filter: "someoneElse" }))).toEqual(["# B", "b.pdf"]);
    expect(shown(tableRows(groups, { ...view, folded: new Set(["A"]) }))).toEqual(["# A", "# B", "b.pdf"]);
    expect(shown(tableRows(groups, { ...view, folded: new Set(["A"]), query: "A." }))).toEqual(["# A", "a.pdf"]);
  });

  it("orders within a section by any column and puts what is not known last", () => {
    const documents = [
      document("a", { sizeBytes: null }),
      document("b", { sizeBytes: 5 }),
      document("c", { sizeBytes: 9 }),
    ];
    const groups = groupPage(page({ S: documents }), []);
    const names = (down: boolean) => shown(tableRows(groups, { ...view, sort: { by: "size", down } })).join(" ");
    expect(names(false)).toBe("# S b c a");
    expect(names(true)).toBe("# S c b a");
  });

  it("says at the row that a file is being fetched", () => {
    const [group] = groupPage(page({ S: [document("a.pdf"), document("b.pdf")] }), [
      transfer("b.pdf", { kind: "open" }),
    ]);
    expect(group?.rows.map((row) => row.fetching?.id ?? null)).toEqual([null, 1]);
  });

  it("jumps to the name that starts with what was typed, and round the end", () => {
    const rows = tableRows(groupPage(page({ S: [document("alpha"), document("beta")] }), []), view);
    expect(typeAhead(rows, "b", 0)).toBe(2);
    expect(typeAhead(rows, "al", 2)).toBe(1);
    expect(typeAhead(rows, "zz", 0)).toBe(-1);
  });
});

it("a document that was replaced has a successor, one of two with its name that was deleted has none", () => {
  const at = (hour: string) => `2026-11-20T${hour}:00:00Z`;
  const groups = (...documents: Document[]) => groupPage(page({ S: [document("other.pdf"), ...documents] }), []);
  const old = document("a.pdf", { id: "old", sentAt: at("08") });
  const mine = document("a.pdf", { id: "mine", sentAt: at("09") });
  const another = document("a.pdf", { id: "another", sentAt: null, origin: "someoneElse" });
  expect(successors(groups(old), groups(mine))("old")).toBe("mine");
  expect(successors(groups(old, mine), groups(mine))("old"), "both were there for a moment").toBe("mine");
  expect(successors(groups(old), groups(another))("old"), "replaced by someone else").toBe("another");
  expect(successors(groups(old, another), groups(another))("old"), "deleted").toBeUndefined();
  expect(successors(groups(old, mine), groups(old))("mine"), "deleted").toBeUndefined();
  expect(successors(groups(old), groups())("old")).toBeUndefined();
});

it("states need more room than a word as soon as one has a sentence, a share or a button", () => {
  const long = (documents: Document[], transfers: Transfer[] = []) =>
    hasLongStates(groupPage(page({ S: [document("a.pdf"), ...documents] }), transfers));
  expect(long([document("b.pdf", { state: "verified" })])).toBe(false);
  expect(long([document("a.pdf", { id: "2" })]), "duplicates").toBe(true);
  expect(long([document("b.pdf", { askedBy: { id: "1", name: "Tegninger" } })]), "a folder asks").toBe(true);
  expect(long([], [transfer("b.pdf", { section: "S" })]), "on its way").toBe(true);
  expect(long([], [transfer("a.pdf", { kind: "open" })]), "being opened").toBe(false);
});
