import { act, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFocus, useFocusHome } from "./focus-home";
import { show } from "./testing/render";
import { tellDone } from "./undo/store";

let stop = () => {};
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

function Screen({ withPanel = true, onList = () => {} }: { withPanel?: boolean; onList?: () => void }) {
  const [gone, setGone] = useState<"" | "act" | "panel">("");
  const region = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFocusHome(region, () => {
    onList();
    list.current?.focus();
  });
  return (
    <main tabIndex={-1}>
      <div ref={region}>
        <div aria-label="list" ref={list} role="listbox" tabIndex={0} />
        {withPanel && gone !== "panel" ? (
          <aside aria-label="panel" tabIndex={-1}>
            {gone === "" ? (
              <button onClick={() => setGone("act")} type="button">
                act
              </button>
            ) : null}
            <button onClick={() => setGone("panel")} type="button">
              close
            </button>
          </aside>
        ) : null}
        <button type="button">beside</button>
      </div>
    </main>
  );
}

function TwoScreens() {
  const [at, setAt] = useState(0);
  return at === 0 ? (
    <button onClick={() => setAt(1)} type="button">
      next
    </button>
  ) : (
    <Screen withPanel={false} />
  );
}

it("of a control that is gone the keyboard goes to the panel around it", async () => {
  const { user } = await show(<Screen />);
  await user.click(screen.getByRole("button", { name: "act" }));
  await waitFor(() => expect(focused()).toBe("panel"));
});

it("of a panel that is gone it goes to what takes it for the screen", async () => {
  const { user } = await show(<Screen />);
  await user.click(screen.getByRole("button", { name: "close" }));
  await waitFor(() => expect(focused()).toBe("list"));
});

it("of a toast it goes back to what had it before, and where that is gone to the region around it", async () => {
  const { user } = await show(<Screen />);
  screen.getByRole("button", { name: "beside" }).focus();
  act(() => void tellDone("Saved."));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(focused()).toBe("beside"));

  screen.getByRole("button", { name: "act" }).focus();
  act(() => void tellDone("Saved."));
  screen.getByRole("button", { name: "Close" }).focus();
  act(() => screen.getByRole("button", { name: "act" }).click());
  act(() => screen.getByRole("button", { name: "Close" }).click());
  await waitFor(() => expect(focused()).toBe("panel"));
});

it("a screen that is gone as a whole leaves the keyboard to what takes it on the next one", async () => {
  const { user } = await show(<TwoScreens />);
  await user.click(screen.getByRole("button", { name: "next" }));
  await waitFor(() => expect(focused()).toBe("list"));
});

it("one that was left by a click beside it stays left", async () => {
  vi.useFakeTimers();
  const onList = vi.fn();
  await show(<Screen onList={onList} />);
  screen.getByRole("button", { name: "beside" }).focus();
  screen.getByRole("button", { name: "beside" }).blur();
  act(() => screen.getByRole("button", { name: "act" }).click());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(document.activeElement).toBe(document.body);
  expect(onList).not.toHaveBeenCalled();
});

it("of a control that is disabled while it waits the keyboard goes around it, and comes back with it", async () => {
  const { user } = await show(<Screen />);
  const waiting = screen.getByRole<HTMLButtonElement>("button", { name: "act" });
  await user.tab();
  await user.tab();
  expect(waiting).toHaveFocus();
  // The browser lets it have the keyboard until the next picture.
  act(() => {
    waiting.disabled = true;
  });
  await waitFor(() => expect(focused()).toBe("panel"));
  act(() => {
    waiting.disabled = false;
  });
  await waitFor(() => expect(waiting).toHaveFocus());
});
