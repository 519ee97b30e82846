import { describe, expect, it } from "vitest";
import type { Transfer, Transfers } from "../../ipc";
import { office, sending } from "../../shared/testing/recorded";
import { groupTransfers, nextTry, onlyFetching, quarter, sendingState, share, timeLeft } from "./model";

const [sent] = sending.items as [Transfer];
const transfer = (state: Transfer["state"], more: Partial<Transfer> = {}): Transfer => ({
  ...{ ...sent, state, nextTryAt: null, failure: null, finishedAt: null, remedies: [], ...more },
});
const transfers = (more: Partial<Transfers> = {}): Transfers => ({ ...office.transfers, ...more });

describe("the transfers panel", () => {
  it("groups worst first and leaves cancelled ones out", () => {
    const states: Transfer["state"][] = ["done", "waiting", "working", "checking", "failed", "needsYou", "cancelled"];
    const groups = groupTransfers(states.map((state) => transfer(state)));
    expect(groups.map((group) => [group.name, group.items.length])).toEqual([
      ["needsYou", 1],
      ["failed", 1],
      ["now", 2],
      ["waiting", 1],
      ["done", 1],
    ]);
  });

  it("shows the newest of the done ones first", () => {
    const items = [
      transfer("done", { id: 1, finishedAt: "2026-11-20T10:00:00Z" }),
      transfer("done", { id: 2, finishedAt: "2026-11-20T11:00:00Z" }),
    ];
    expect(groupTransfers(items)[0]?.items.map((item) => item.id)).toEqual([2, 1]);
  });

  it("a bar is never over full, and an empty file never divides by nothing", () => {
    expect([share(5, 10), share(20, 10), share(0, 0), share(-1, 10)]).toEqual([0.5, 1, 0, 0]);
    expect(quarter(60, 100)).toBe(50);
  });
});

describe("the status bar's sending part", () => {
  it("says that it goes on before it says that something failed", () => {
    expect(sendingState(transfers({ active: 1, failed: 1 }))).toBe("sending");
    expect(sendingState(transfers({ failed: 1, waiting: 1 }))).toBe("failed");
    expect(sendingState(transfers({ needsYou: 1, failed: 1 }))).toBe("needsYou");
    expect(sendingState(transfers({ waiting: 2 }))).toBe("waiting");
    expect(sendingState(transfers())).toBe("nothing");
  });

  it("is paused only while something would go on", () => {
    expect(sendingState(transfers({ paused: true, waiting: 1 }))).toBe("paused");
    expect(sendingState(transfers({ paused: true }))).toBe("nothing");
  });

  it("calls downloads fetching", () => {
    expect(onlyFetching(transfers({ items: [transfer("working", { kind: "download" }), transfer("done")] }))).toBe(
      true,
    );
    expect(onlyFetching(transfers({ items: [transfer("working", { kind: "download" }), transfer("waiting")] }))).toBe(
      false,
    );
    expect(onlyFetching(transfers())).toBe(false);
  });

  it("rounds the time left so that it stands still", () => {
    expect([3, 44, 70, 130, 5400, 9100].map(timeLeft)).toEqual([
      { unit: "seconds", count: 10 },
      { unit: "seconds", count: 50 },
      { unit: "minutes", count: 1 },
      { unit: "minutes", count: 2 },
      { unit: "hours", count: 1.5 },
      { unit: "hours", count: 2.5 },
    ]);
    expect(timeLeft(null)).toBeNull();
    expect(timeLeft(Number.POSITIVE_INFINITY)).toBeNull();
  });

  it("names the earliest next try", () => {
    const items = [
      transfer("waiting", { nextTryAt: "2026-11-20T14:06:00Z" }),
      transfer("waiting", { nextTryAt: "2026-11-20T14:04:00Z" }),
      transfer("failed", { nextTryAt: "2026-11-20T14:00:00Z" }),
    ];
    expect(nextTry(items)).toBe("2026-11-20T14:04:00Z");
  });
});
