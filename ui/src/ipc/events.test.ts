import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { InitialState, Transfers } from "./bindings";
import { events } from "./bindings";
import { eventTable, followEvents } from "./events";
import { createFakeBridge, scenario } from "./fake";
import { keys } from "./keys";

const target = { project: "project-P-2026-004", workOrder: null };

async function following() {
  const bridge = createFakeBridge(scenario(["sending"]));
  const queries = new QueryClient();
  queries.setQueryData(keys.appState, await bridge.appState());
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

  it("makes only the page that changed stale", async () => {
    const { bridge, stale } = await following();
    bridge.fake.emit("documentsChanged", { target });
    expect(stale(keys.documents(target))).toBe(true);
    expect(stale(keys.documents({ project: "other", workOrder: null }))).toBe(false);
    expect(stale(keys.projects)).toBe(false);
  });

  it("tells the page of a work order from that of its project", async () => {
    const { bridge, stale } = await following();
    bridge.fake.emit("documentsChanged", { target: { ...target, workOrder: "order" } });
    expect(stale(keys.documents(target))).toBe(false);
  });

  it("takes transfers and the connection's state from their events without asking", async () => {
    const { bridge, queries } = await following();
    const transfers: Transfers = { ...(await bridge.transfers()), active: 7 };
    bridge.fake.emit("transfersChanged", transfers);
    bridge.fake.emit("onlineChanged", { state: "offline", since: null, nextTryAt: null, failure: null });
    expect(queries.getQueryData(keys.transfers)).toEqual(transfers);
    expect(queries.getQueryData(keys.online)).toMatchObject({ state: "offline" });
  });

  it("forgets what was read through another connection", async () => {
    const { bridge, queries } = await following();
    const { connections } = await bridge.appState();
    bridge.fake.emit("connectionsChanged", { connections: connections.slice(0, 1) });
    expect(queries.getQueryData<InitialState>(keys.appState)?.connections).toHaveLength(1);
    expect(queries.getQueryData(keys.projects)).toBeUndefined();
    expect(queries.getQueryData(keys.documents(target))).toBeUndefined();
  });

  it("ends when nobody follows any more", async () => {
    const { bridge, stop, stale } = await following();
    stop();
    bridge.fake.emit("documentsChanged", { target });
    expect(stale(keys.documents(target))).toBe(false);
  });
});
