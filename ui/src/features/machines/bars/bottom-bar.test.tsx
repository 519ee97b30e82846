import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PendingEdit } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending } from "../fleet/store";
import { BottomBar } from "./BottomBar";

const edit = (field: string, problem: PendingEdit["problem"]): PendingEdit => ({
  machineId: field,
  field,
  base: null,
  value: problem === null ? 12 : null,
  text: problem === null ? null : "twelve",
  problem,
  changed: false,
  theirs: null,
  failure: null,
});

it("saves nothing while no edit can go as it stands", async () => {
  const onSave = vi.fn();
  const rows = { all: [], shown: [], counts: { all: 0, blocked: 0, noFuel: 0, serviceDue: 0, inactive: 0 } };
  const { user } = await show(
    <KindProvider value={machineKind}>
      <BottomBar
        acts={{} as never}
        chosen={() => []}
        door={{ current: {} as never }}
        edits={{} as never}
        on={{} as never}
        onSave={onSave}
        readOnly={false}
        rows={{ ...rows, filtered: false }}
      />
    </KindProvider>,
  );
  const bad = edit("hourMeter", { code: "notNumber", message: "", params: {} });
  act(() => replacePending([bad]));
  // As wide as once it can save: *Discard* must not stand there.
  const save = screen.getByRole("button", { name: /^Save 1 change/ });
  expect(save).toBeDisabled();
  expect(screen.getByRole("button", { name: /1 not understood/ })).toBeEnabled();
  act(() => replacePending([bad, edit("name", null)]));
  await user.click(screen.getByRole("button", { name: /^Save 1 change/ }));
  expect(onSave).toHaveBeenCalledOnce();
});
