import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending } from "../fleet/store";
import { setView } from "../fleet/view";
import { notNumber, pendingEdit } from "../model/machine-for-tests";
import { BottomBar } from "./BottomBar";

it("saves nothing while no edit can go as it stands, and says what of a paste did not fit", async () => {
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
  const bad = pendingEdit("1", "hourMeter", notNumber);
  act(() => replacePending([bad]));
  // As wide as once it can save: *Discard* must not stand there.
  const save = screen.getByRole("button", { name: /^Save 1 change/ });
  expect(save).toBeDisabled();
  expect(screen.getByRole("button", { name: /1 not understood/ })).toBeEnabled();
  act(() => replacePending([bad, pendingEdit("2", "name", { value: 12 })]));
  await user.click(screen.getByRole("button", { name: /^Save 1 change/ }));
  expect(onSave).toHaveBeenCalledOnce();
  act(() => setView({ pasted: { cells: 6, problems: 1, outside: 2, headings: false } }));
  expect(screen.getByText("2 cells did not fit")).toBeVisible();
  act(() => setView({ pasted: { cells: 6, problems: 0, outside: 2, headings: true } }));
  expect(screen.getByText("The row of headings was not pasted. 2 cells did not fit")).toBeVisible();
});
