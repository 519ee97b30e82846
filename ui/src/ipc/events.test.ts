import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createTestBridge } from "../shared/testing/bridge";
import { office, quiet } from "../shared/testing/recorded";
import type { InitialState, Transfers } from "./bindings";
import { events } from "./bindings";
import { eventTable, followEvents } from "./events";
import { keys } from "./keys";

const target = { project: "project-P-2026-004", workOrder: null };

function following() {
  const bridge = createTestBridge(quiet);
  const queries = new QueryClient();
  queries.setQueryData(keys.appState, office.appState);
  queries.setQueryData(keys.projects, "projects");
  queries.setQueryData(keys.documents(target), "this page");
  queries.setQueryData(keys.documents({ project: "other", workOrder: null }), "another page");
  const stop = followEvents(bridge, queries);
  const stale = (key: readonly string[]) => queries.getQueryState(key)?.isInvalidated;
  return { bridge, queries, stop, stale };
}

describe("the table of events", () => {
  it("has a line for every event of the desktop side", () => {
    expect(Object.keys(eventTable).sort()).toEqual(Object.keys(events).sort());
  });

  it("makes only the page that changed stale", () => {
    const { bridge, stale } = following();
    bridge.emit("documentsChanged", { target });
    expect(stale(keys.documents(target))).toBe(true);
    expect(stale(keys.documents({ project: "other", workOrder: null }))).toBe(false);
    expect(stale(keys.projects)).toBe(false);
  });

  it("tells the page of a work order from that of its project", () => {
    const { bridge, stale } = following();
    bridge.emit("documentsChanged", { target: { ...target, workOrder: "order" } });
    expect(stale(keys.documents(target))).toBe(false);
  });

  it("takes transfers and the connection's state from their events without asking", () => {
    const { bridge, queries } = following();
    const transfers: Transfers = { ...office.transfers, active: 7 };
    bridge.emit("transfersChanged", transfers);
    bridge.emit("onlineChanged", { state: "offline", since: null, nextTryAt: null, failure: null });
    expect(queries.getQueryData(keys.transfers)).toEqual(transfers);
    expect(queries.getQueryData(keys.online)).toMatchObject({ state: "offline" });
  });

  it("keeps what an event told when an older answer comes after it", async () => {
    const { bridge, queries } = following();
    let answer = (_: Transfers) => {};
    const asked = new Promise<Transfers>((resolve) => {
      answer = resolve;
    });
    const read = queries.fetchQuery({ queryKey: keys.transfers, queryFn: () => asked }).catch(() => "cancelled");
    bridge.emit("transfersChanged", { ...office.transfers, active: 7 });
    answer({ ...office.transfers, active: 3 });
    await read;
    expect(queries.getQueryData(keys.transfers)).toMatchObject({ active: 7 });
    expect(queries.getQueryState(keys.transfers)?.fetchStatus).toBe("idle");
  });

  it("forgets what was read through another connection", () => {
    const { bridge, queries } = following();
    const { connections } = office.appState;
    bridge.emit("connectionsChanged", { connections: connections.slice(0, 1) });
    expect(queries.getQueryData<InitialState>(keys.appState)?.connections).toHaveLength(1);
    expect(queries.getQueryData(keys.projects)).toBeUndefined();
    expect(queries.getQueryData(keys.documents(target))).toBeUndefined();
  });

  it("ends when nobody follows any more", () => {
    const { bridge, stop, stale } = following();
    stop();
    bridge.emit("documentsChanged", { target });
    expect(stale(keys.documents(target))).toBe(false);
  });
});
