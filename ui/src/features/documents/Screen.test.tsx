import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { office, plan } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { finishUndo, finishUndos, useUndoStore } from "../../shared/undo/store";
import { showActionNeeded, showTarget } from ".";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();

/** Documents lead to the synced folders that keep them: the screen stands in a router. */
function open(answers: Answers = {}) {
  return showAt({ "/documents": DocumentsScreen }, answers);
}
const file = (name: RegExp) => screen.findByRole("row", { name });
const { documents } = office;
const noVersions = { versions: [], total: 0, bytes: 0, days: 30, full: false, places: [], folders: [] };

describe("the documents screen", () => {
  it("opens on the project used last, with its facts and its files, and reviews an upload before it", async () => {
    const { user } = await open({ pickFiles: plan.drop, planDrop: plan, otherProject: null });
    expect(await screen.findByRole("heading", { name: "Høydebasseng Storåsen", level: 1 })).toBeVisible();
    const time = await screen.findByText(/^ ?· refreshed/);
    expect(time.parentElement).toHaveTextContent(/^P-2026-004 · 3 sections, \d+ documents · refreshed .*\d+:\d+$/);
    expect(await file(/In project\. Riggplan Hoveveien rev B\.pdf/)).toBeVisible();
    expect(await file(/plan␦gpj\.exe/), "a direction mark as a symbol").toBeVisible();
    const theirs = within(await file(/SJA sprengning uke 47/));
    for (const known of ["Not known", "Uploaded elsewhere", "Someone else"])
      expect(theirs.getByText(known)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Upload files…" }));
    expect(await screen.findByRole("heading", { name: "Review upload" })).toBeVisible();
  });

  it("marks both of two with one name and keeps the one that is chosen", async () => {
    const { user, bridge } = await open();
    bridge.answers({ deleteDocuments: (_, ids) => ({ undoId: "undo-1", deleted: ids, refused: [] }) });
    const twins = await screen.findAllByRole("row", { name: /2 duplicates\. HB-140/ });
    expect(twins).toHaveLength(2);
    await user.click(within(twins[0] as HTMLElement).getByRole("button", { name: "Review" }));
    await user.click(await screen.findByRole("menuitem", { name: "Keep this one, delete the other" }));
    const listed = documents.sections.flatMap((section) => section.documents).filter(({ name }) => /HB-140/.test(name));
    expect(bridge.calls("deleteDocuments")).toEqual([[documents.target, [listed[1]?.id]]]);
  });

  it("brings the row back when it was not deleted, or not restored, and says which file", async () => {
    const { user, bridge } = await open();
    bridge.refuses("deleteDocuments", failure("diskFull"));
    await user.click(await file(/Riggplan/));
    await user.keyboard("{Delete}");
    expect(await screen.findByText("Riggplan Hoveveien rev B.pdf was not deleted.")).toBeVisible();
    bridge.answers({ deleteDocuments: (_, ids) => ({ undoId: "undo-1", deleted: ids, refused: [] }) });
    bridge.refuses("undoDelete", failure("localFile"));
    await user.click(await file(/Riggplan/));
    await user.keyboard("{Delete}");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Riggplan Hoveveien rev B.pdf was not restored.")).toBeVisible();
  });

  it("says what was not opened until the next act or tab", async () => {
    const { user, bridge } = await open({ saveDocuments: null, keptVersions: noVersions });
    bridge.refuses("openDocument", failure("localFile"));
    const refused = async () => {
      await user.dblClick(await file(/Riggplan/));
      return screen.findByText("Riggplan Hoveveien rev B.pdf was not opened.");
    };
    const tab = (name: string) => user.click(screen.getByRole("radio", { name }));
    bridge.answers({ deleteDocuments: (_, ids) => ({ undoId: "undo-1", deleted: ids, refused: [] }) });
    for (const next of [
      () => user.keyboard("{Control>}{Shift>}S{/Shift}{/Control}"),
      () => tab("History").then(() => tab("Documents")),
      () => user.keyboard("{Delete}"),
    ]) {
      const said = await refused();
      await next();
      await waitFor(() => expect(said).not.toBeInTheDocument());
    }
  });

  it("keeps what was not opened while nothing else was done: a picker without files is no act", async () => {
    const { user, bridge } = await open({ pickFiles: null });
    bridge.refuses("openDocument", failure("localFile"));
    await user.dblClick(await file(/Riggplan/));
    const refused = "Riggplan Hoveveien rev B.pdf was not opened.";
    await screen.findByText(refused);
    await user.keyboard("{Control>}o{/Control}");
    await waitFor(() => expect(bridge.calls("pickFiles")).toHaveLength(1));
    expect(screen.getByText(refused)).toBeVisible();
    bridge.refuses("pickFiles", failure("localFile"));
    await user.keyboard("{Control>}o{/Control}");
    expect(await screen.findByText("Nothing was uploaded.")).toBeVisible();
    expect(screen.queryByText(refused)).toBeNull();
    bridge.refuses("saveDocuments", failure("localFile"));
    await user.keyboard("{Control>}{Shift>}S{/Shift}{/Control}");
    expect(await screen.findByText("Riggplan Hoveveien rev B.pdf was not saved.")).toBeVisible();
    bridge.answers({ pasteFiles: null });
    await user.keyboard("{Control>}v{/Control}");
    expect((await screen.findAllByText(/^There are no files on the clipboard\./))[0]).toBeVisible();
  });

  it("says when a file of an unsafe kind was shown in its folder instead of opened", async () => {
    const { user } = await open({ openDocument: { opened: false } });
    await user.dblClick(await file(/plan␦gpj\.exe/));
    expect(await screen.findByText(/gpj\.exe is shown in its folder/)).toBeVisible();
  });

  it("names a new section once, and refuses one that is there", async () => {
    const { user } = await open({
      sectionProblem: (name, existing) => (existing.includes(name) ? "taken" : null),
    });
    await user.click(await screen.findByRole("button", { name: "New section" }));
    const field = await screen.findByRole("textbox", { name: /Name of the section/ });
    await user.type(field, "HMS og rigg{Enter}");
    expect(await screen.findByText("The project already has this section")).toBeVisible();
    await user.clear(field);
    await user.type(field, "Uke 48{Enter}");
    expect(await screen.findByRole("row", { name: /Uke 48/ })).toBeVisible();
  });

  it("reads once behind a cached answer, and again when the service is back", async () => {
    const { bridge } = await open({
      online: { ...office.online, state: "offline" },
      listProjects: { ...office.projects, cached: true },
      listDocuments: { ...documents, cached: true },
    });
    const fresh = () => bridge.calls("listDocuments").filter(([, wanted]) => wanted === true).length;
    await waitFor(() => expect(fresh()).toBe(1));
    await file(/Riggplan/);
    expect(fresh(), "an answer that stays cached is not asked for again and again").toBe(1);
    act(() => bridge.emit("onlineChanged", { state: "online", since: null, nextTryAt: null, failure: null }));
    await waitFor(() => expect(fresh()).toBe(2));
  });

  it("reads the page again each minute, and not while the server is away", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { bridge } = await open();
    await file(/Riggplan/);
    const read = () => bridge.calls("listDocuments").length;
    const before = read();
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(read()).toBe(before + 1));
    await act(async () => {
      bridge.emit("onlineChanged", { ...office.online, state: "offline" });
      // Queries tell their readers in a turn of their own.
      await new Promise((done) => setTimeout(done));
    });
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(read()).toBe(before + 1);
  });

  it("begins with what needs action where a link led to it, and says how much is hidden when nothing is left", async () => {
    showActionNeeded(documents.target);
    const { user } = await open();
    const pill = await screen.findByRole("button", { name: /Action needed ?[1-9]/ });
    await waitFor(() => expect(pill).toHaveAttribute("aria-pressed", "true"));
    expect(screen.getAllByRole("row", { name: /HB-140/ })).toHaveLength(2);
    expect(screen.queryByRole("row", { name: /Riggplan/ })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "File name" }), "zzz");
    expect(await screen.findByText(/^\d+ documents are hidden by the search and the filter\.$/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await file(/Riggplan/)).toBeVisible();
  });

  it("has the keyboard in the list of projects, where arrows and Enter choose, and stands on what is shown", async () => {
    // Taken from the navigation that led here.
    const link = document.body.appendChild(document.createElement("nav")).appendChild(document.createElement("a"));
    link.href = "#";
    link.focus();
    const { user } = await open();
    await file(/Riggplan/);
    const list = screen.getByRole("tree");
    expect(list).toHaveFocus();
    const before = useDesk.getState().target;
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(useDesk.getState().target).not.toEqual(before);
    act(() => screen.getByRole("treegrid").focus());
    await user.keyboard("{Control>}1{/Control}");
    expect(list).toHaveFocus();
    const other = office.projects.projects.find(({ active, id }) => active && id !== documents.target.project);
    if (other === undefined) throw new Error("There is one project only.");
    act(() => showTarget({ project: other.id, workOrder: null }));
    const standing = () => document.getElementById(list.getAttribute("aria-activedescendant") ?? "")?.textContent;
    await waitFor(() => expect(standing()).toContain(other.number));
  });

  it("offers History once the time of a delete is over, and nothing where its note was closed", async () => {
    const { user, bridge } = await open({
      deleteDocuments: (_, ids) => ({ undoId: "act-1", deleted: ids, refused: [] }),
      finishDelete: [],
      restoreAct: { act: "act-2", done: 1, unchanged: 0, failed: [] },
    });
    const remove = async (why: "over" | "closed") => {
      await user.click(await file(/Riggplan/));
      await user.keyboard("{Delete}");
      await screen.findByRole("button", { name: "Undo" });
      await act(async () => finishUndo(useUndoStore.getState().toasts.at(-1)?.id ?? 0, why));
    };
    await remove("closed");
    await waitFor(() => expect(bridge.calls("finishDelete")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Restore from History" })).toBeNull();
    await remove("over");
    await user.click(await screen.findByRole("button", { name: "Restore from History" }));
    expect(bridge.calls("restoreAct")).toEqual([["act-1"]]);
    expect(bridge.calls("undoDelete")).toEqual([]);
  });

  it("a delete whose connection is left is carried out first, and a note stays that shows what became of it", async () => {
    const answers = {
      deleteDocuments: (_: unknown, ids: string[]) => ({ undoId: "act-1", deleted: ids, refused: [] }),
      finishDelete: [],
    };
    const { user, bridge } = await open(answers);
    const all = documents.sections.flatMap((section) => section.documents);
    const riggplan = all.find(({ name }) => name.startsWith("Riggplan"));
    const leave = async () => {
      await user.click(await file(/Riggplan/));
      await user.keyboard("{Delete}");
      await screen.findByRole("button", { name: "Undo" });
      await act(finishUndos);
    };
    await leave();
    expect(bridge.calls("finishDelete")).toEqual([["act-1"]]);
    expect(await screen.findByText(/^Riggplan.* was deleted /)).toBeVisible();
    // Undone there, it would be undone through another connection.
    expect(screen.queryByRole("button", { name: "Restore from History" })).toBeNull();
    bridge.answers({ finishDelete: (_) => [{ id: String(riggplan?.id), failure: failure("unreachable") }] });
    const lists = bridge.calls("listDocuments").length;
    await leave();
    expect(bridge.calls("listDocuments")[lists], "as it is remembered").toEqual([documents.target, false]);
    expect(await file(/Riggplan/)).toBeVisible();
    act(() => useDesk.getState().reset());
    expect(await screen.findByText(/^Riggplan.* was not deleted\. /)).toBeVisible();
  });

  it("closes the details by Esc from the button that opened them, and from nothing at all", async () => {
    const { user } = await open({ keptVersions: noVersions });
    await user.click(await file(/Riggplan/));
    const panel = () => screen.queryByRole("complementary", { name: /Riggplan/ });
    const details = screen.getByRole("button", { name: "Details" });
    for (const from of [details, document.body]) {
      await user.click(details);
      expect(panel()).not.toBeNull();
      act(() => details.focus());
      fireEvent.keyDown(from, { key: "Escape" });
      await waitFor(() => expect(panel()).toBeNull());
    }
  });

  it("lists a project among the recent ones once it is opened, but moves none under files that are dragged", async () => {
    const other = office.projects.projects.find((project) => project.usedAt === null && project.active);
    if (other === undefined) throw new Error("All projects were used.");
    const { bridge } = await open();
    const all = await screen.findByText("All projects");
    const isRecent = async () => {
      const row = await screen.findByRole("treeitem", { name: new RegExp(other.number) });
      return all.compareDocumentPosition(row) !== Node.DOCUMENT_POSITION_FOLLOWING;
    };
    const { setDrag } = useDesk.getState();
    act(() => setDrag({ x: 1, y: 1, files: 1, folders: 0, bytes: 1, counting: false, over: null }));
    act(() => showTarget({ project: other.id, workOrder: null }));
    await waitFor(() => expect(bridge.calls("noteProjectUsed")).toContainEqual([other.id]));
    expect(await isRecent()).toBe(false);
    act(() => setDrag(null));
    await waitFor(async () => expect(await isRecent()).toBe(true));
  });
});
