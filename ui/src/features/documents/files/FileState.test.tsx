import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FailureKind, Transfer } from "../../../ipc";
import { failure } from "../../../shared/testing/bridge";
import { sending } from "../../../shared/testing/recorded";
import { show } from "../../../shared/testing/render";
import { showAt } from "../../../shared/testing/routes";
import { FileState } from "./FileState";
import type { FileRow } from "./model";
import type { RowActs } from "./row-acts";
import { useStateWords } from "./use-state-words";

const [model] = sending.items;
if (model === undefined) throw new Error("The recorded transfers have one.");

function Shown({ row }: { row: FileRow }) {
  return <FileState active={false} acts={{} as RowActs} row={row} words={useStateWords()(row)} />;
}

it.each([
  ["waiting", {}, "Waiting in queue"],
  ["working", { bytesDone: 100 }, "Uploading · 50 %"],
  ["waiting", { failure: failure("unreachable"), nextTryAt: "2026-11-20T11:00:00Z" }, /^Waiting, next try \d/],
] as const)("a file that is %s tells how far it is: %o", async (state, change, cell) => {
  const transfer = { ...model, state, failure: null, bytesDone: 0, bytesTotal: 200, ...change };
  await show(<Shown row={{ state, fetching: null, alike: 1, askedBy: null, transfer } as unknown as FileRow} />);
  expect(await screen.findByText(cell)).toBeVisible();
});

it("a failed file says in its cell what is the matter, not its name again; the sentence is under the pointer", async () => {
  const failed = (kind: FailureKind, change: Partial<Transfer>) => ({
    ...{ state: "failed", fetching: null, alike: 1, askedBy: null },
    transfer: { ...model, state: "failed", failure: failure(kind, { file: "K-401.pdf" }), remedies: [], ...change },
  });
  for (const [kind, change, cell, sentence] of [
    [
      "conflict",
      { remedies: ["replace", "keepBoth"] },
      "Name taken: replace or keep both",
      "The project already has a document with this name.",
    ],
    ["tooLarge", {}, "Too large for the server", /^K-401.pdf is larger/],
  ] as const) {
    const row = failed(kind, change as Partial<Transfer>) as unknown as FileRow;
    const { unmount } = await show(<Shown row={row} />);
    const shown = await screen.findByText(cell);
    expect(shown.closest("[title]")?.getAttribute("title")).toMatch(sentence);
    unmount();
  }
});

it("a folder that asks has a line of its own, so that a long name is shortened in its middle", async () => {
  const name = "03 Tegninger vann og avløp, etappe 2, revidert 2026";
  const row = { state: "needsDecision", fetching: null, transfer: null, alike: 1, askedBy: { id: 1, name } };
  await showAt({ "/documents": () => <Shown row={row as unknown as FileRow} /> });
  const folder = await screen.findByText(name);
  expect(folder.parentElement?.parentElement).toHaveTextContent(/^Action needed03 Tegninger/);
  expect(screen.getByTitle(`Action needed in ${name}`), "the whole of it").toContainElement(folder);
});
