import { fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useShortcut } from "../../../shared/keyboard";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { useNewMachine } from "../../../shared/unsaved";
import { machineKind } from "../fleet/kind";
import { CreatePanel } from "./CreatePanel";

it("Ctrl S creates the machine like Ctrl Enter, and is the grid's while nothing is typed", async () => {
  const saveGrid = vi.fn();
  renderHook(() => useShortcut("saveChanges", saveGrid));
  const { user, bridge } = await show(
    <KindProvider value={machineKind}>
      <CreatePanel acts={{ created: vi.fn() }} from={{}} onClose={vi.fn()} />
    </KindProvider>,
    { createMachine: { problems: [], report: null } },
  );
  const save = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: "s", ctrlKey: true });
  save();
  expect([saveGrid.mock.calls.length, bridge.calls("createMachine").length]).toEqual([1, 0]);
  await user.type(screen.getByLabelText("Number (required)"), "1099");
  save();
  await waitFor(() => expect(bridge.calls("createMachine")).toHaveLength(1));
  expect(bridge.calls("createMachine")[0]?.[0]).toContainEqual({
    field: "machineNumber",
    input: { kind: "text", value: "1099" },
  });
  expect(saveGrid).toHaveBeenCalledTimes(1);
});

it("says that a machine was begun until it is left", async () => {
  const { user, unmount } = await show(
    <KindProvider value={machineKind}>
      <CreatePanel acts={{ created: vi.fn() }} from={{}} onClose={vi.fn()} />
    </KindProvider>,
  );
  await user.type(screen.getByLabelText("Number (required)"), "1");
  expect(useNewMachine.getState().begun).toBe(true);
  unmount();
  expect(useNewMachine.getState().begun).toBe(false);
});
