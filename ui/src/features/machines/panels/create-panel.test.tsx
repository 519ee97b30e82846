import { fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { FieldInput } from "../../../ipc";
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
    { createMachine: { problems: [], report: null, cleaned: false } },
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

it("names the machine that has almost the same number, and creates another one where it is meant", async () => {
  const params = { number: "42", known: "0042 Volvo EC220", id: "m42" };
  const problem = { code: "sameNumberOtherwise" as const, message: "", params };
  const refused = { problems: [{ field: "machineNumber", problem }], report: null, cleaned: false };
  const { user, bridge } = await show(
    <KindProvider value={machineKind}>
      <CreatePanel acts={{ created: vi.fn() }} from={{}} onClose={vi.fn()} />
    </KindProvider>,
    { createMachine: refused },
  );
  const number = screen.getByLabelText("Number (required)");
  const create = () => user.click(screen.getByRole("button", { name: "Create the machine" }));
  const sent = () => (bridge.calls("createMachine") as [FieldInput[]][]).at(-1)?.[0][0];
  await user.type(number, "42");
  await create();
  expect(await screen.findByText(/^42 is almost the same number as 0042 Volvo EC220/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "It is another machine" }));
  expect(screen.queryByText(/almost the same number/)).toBeNull();
  await create();
  expect(sent()).toEqual({ field: "machineNumber", input: { kind: "value", value: "42" } });
  await user.type(number, "0");
  await create();
  expect(sent(), "another number is judged again").toEqual({
    field: "machineNumber",
    input: { kind: "text", value: "420" },
  });
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
