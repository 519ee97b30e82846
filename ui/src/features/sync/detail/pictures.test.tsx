import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FailureError, type FolderConflict, type ReadFolderFile } from "../../../ipc";
import { UnreadableDocument } from "../../../shared/preview";
import { failure } from "../../../shared/testing/bridge";
import { openPdf } from "../../../shared/testing/pdf";
import { office } from "../../../shared/testing/recorded";
import { needs, open, va } from "../sync-for-tests";

const both = office.conflicts[va.name]?.find(({ reason }) => reason === "bothChanged");
const yours = "Preview of your version. Opens the file.";
const theirs = "Preview of the project version. Opens the file.";

/** A recorded conflict with another name or with documents that were downloaded. */
function conflictOf(change: Partial<FolderConflict>, downloaded = true): FolderConflict {
  if (both === undefined) throw new Error("A conflict is recorded.");
  const remote = both.remote.map((each) => ({ ...each, bytes: downloaded ? 12 : null }));
  return { ...both, remote, ...change };
}

/** jsdom's own has no bytes to give. */
const content = () => Promise.resolve(Object.assign(new Blob(["x"]), { arrayBuffer: async () => new ArrayBuffer(1) }));

async function shown(conflict: FolderConflict, read: ReadFolderFile = content) {
  const readFolderFile = vi.fn(read);
  return { ...(await open(needs, { folderConflicts: [conflict], readFolderFile })), readFolderFile };
}

beforeEach(() => {
  openPdf.mockReset().mockResolvedValue({ sheets: 3, draw: vi.fn(() => Promise.resolve()), close: vi.fn() });
  URL.createObjectURL = vi.fn(() => "blob:shown");
  URL.revokeObjectURL = vi.fn();
});

describe("the pictures of a conflict", () => {
  it("have no time of a download that was not made", async () => {
    const conflict = conflictOf({}, false);
    await shown({ ...conflict, remote: conflict.remote.map((each) => ({ ...each, fetchedAt: null })) });
    await screen.findByRole("button", { name: yours });
    expect(screen.queryByText("Downloaded")).toBeNull();
  });

  it("are none for a type without a preview", async () => {
    vi.useFakeTimers();
    const { readFolderFile } = await shown(conflictOf({ name: "Kum.dwg", shownName: "Kum.dwg" }, false));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole("heading", { name: "Kum.dwg" })).toBeVisible();
    expect(readFolderFile).not.toHaveBeenCalled();
    expect(screen.queryByText(/Not downloaded/)).toBeNull();
  });

  it("say in words why there is none", async () => {
    openPdf.mockRejectedValue(new UnreadableDocument("encrypted", null));
    await shown(conflictOf({}), (_, __, document) =>
      document === null ? content() : Promise.reject(new FailureError(failure("tooLarge"))),
    );
    expect(await screen.findByText("Protected by a password")).toBeVisible();
    expect(await screen.findByText("Too large for a preview")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Preview of/ })).toBeNull();
  });

  it("say that the file is gone", async () => {
    await shown(conflictOf({}), (_, __, document) =>
      document === null ? Promise.reject(new FailureError(failure("fileVanished", { file: "a.pdf" }))) : content(),
    );
    expect(await screen.findByRole("button", { name: theirs })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: yours })).toBeNull());
    expect(screen.getByText("a.pdf was not found.")).toBeVisible();
  });
});
