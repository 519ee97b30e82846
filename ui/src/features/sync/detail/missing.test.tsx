import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { folderNamed, office } from "../../../shared/testing/recorded";
import { axeFindings } from "../../../shared/testing/render";
import { changed, needs, open, va } from "../sync-for-tests";

it("files that are missing and checked again are told where they are not listed, with the way to them", async () => {
  const counts = { all: 8, needsDecision: 0, failed: 0, waiting: 3, working: 0, inStep: 5, offline: 0, paused: 0 };
  const { user, router } = await open(`/folders/${va.id}/waiting`, { folderFiles: { files: [], total: 0, counts } });
  expect(await screen.findByText(/^3 uploaded files are missing from the folder/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "All files" }));
  expect(router.state.location.pathname).toBe(`/folders/${va.id}/files`);
});

it("the whole folder is said to have moved only where all its files are gone", async () => {
  const files = office.files[va.name]?.files.slice(0, 2) ?? [];
  const gone = (of: number) => ({
    folders: changed(va.id, { conflicts: 0, gone: 2, renamed: 0, unsettled: 0 }),
    folderConflicts: [],
    folderGone: { files, renamed: [], of, guard: true },
    folderUnsettled: [],
  });
  const offer = () => screen.queryByRole("button", { name: "Folder was moved…" });
  const { unmount } = await open(needs, gone(3));
  expect(await screen.findByText(/^If a subfolder was moved out of the folder, move it back/)).toBeVisible();
  expect(offer()).toBeNull();
  unmount();
  await open(needs, gone(2));
  await screen.findByRole("heading", { name: "2 files were deleted from the folder" });
  expect(offer()).toBeVisible();
  expect(screen.queryByText(/^If a subfolder was moved/)).toBeNull();
});

it("a folder that is where it was can be said to be elsewhere", async () => {
  const hms = folderNamed(office, "HMS felles");
  const { user, bridge } = await open("/folders", { moveFolder: null });
  await user.click(await screen.findByRole("button", { name: `More for ${hms.name}` }));
  await user.click(await screen.findByRole("menuitem", { name: "Folder was moved…" }));
  expect(bridge.calls("moveFolder")).toEqual([[hms.id]]);
});

it("a paused folder tells what was pending when it was paused as past", async () => {
  const deponi = folderNamed(office, "Deponi Retvet");
  await open("/folders", { folders: changed(deponi.id, { pending: 3 }) });
  expect(await screen.findByText(/^3 changes pending when paused\. They are uploaded when you resume/)).toBeVisible();
});
