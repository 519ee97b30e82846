import { afterEach, expect, it, vi } from "vitest";

const invoke = vi.hoisted(() => vi.fn());
const listen = vi.hoisted(() => vi.fn());
vi.mock("@tauri-apps/api/core", () => ({ invoke }));
vi.mock("@tauri-apps/api/event", () => ({ listen, once: vi.fn(), emit: vi.fn(), emitTo: vi.fn() }));

// The setup of the tests has loaded it over the real interface of Tauri.
vi.resetModules();
const { createDesktopBridge } = await import("./bridge");
const { FailureError, failureOf } = await import("./failure-error");

afterEach(() => {
  invoke.mockReset();
  listen.mockReset();
});

it("answers with the data of a good answer", async () => {
  invoke.mockResolvedValue({ projects: [], readAt: null, cached: false });
  await expect(createDesktopBridge().listProjects(true)).resolves.toEqual({
    projects: [],
    readAt: null,
    cached: false,
  });
  expect(invoke).toHaveBeenCalledWith("list_projects", { fresh: true });
});

const refusal = {
  kind: "notAllowed",
  message: "test",
  fix: "",
  status: 403,
  code: null,
  field: null,
  params: { project: "P-2026-007" },
};

it("throws a refusal as a failure with its kind", async () => {
  invoke.mockRejectedValue(refusal);
  const thrown = await createDesktopBridge()
    .listProjects(true)
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FailureError);
  expect(failureOf(thrown)).toMatchObject({ kind: "notAllowed", params: { project: "P-2026-007" } });
});

it("calls a defect of our own internal", () => {
  expect(failureOf(new TypeError("x is undefined"))).toMatchObject({ kind: "internal", message: "x is undefined" });
});

it("ends a subscription that was given up before the desktop side answered", async () => {
  const unlisten = vi.fn();
  let answer: (stop: () => void) => void = () => {};
  listen.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const stop = createDesktopBridge().on("dragLeft", () => {});
  stop();
  answer(unlisten);
  await vi.waitFor(() => expect(unlisten).toHaveBeenCalledOnce());
});

it("is listening when the desktop side has answered for every listener", async () => {
  let answer: (stop: () => void) => void = () => {};
  listen.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const bridge = createDesktopBridge();
  bridge.on("dragLeft", () => {});
  const listening = vi.fn();
  const told = bridge.listening().then(listening);
  await Promise.resolve();
  expect(listening).not.toHaveBeenCalled();
  answer(vi.fn());
  await told;
  expect(listening).toHaveBeenCalledOnce();
});
