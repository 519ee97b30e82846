import { Button } from "@mantine/core";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { office } from "../testing/recorded";
import { show } from "../testing/render";
import { tellDone, useUndoStore } from "../undo/store";
import { useProduction } from "./use-production";

const { appState } = office;
const { connections } = appState;
const inTest = connections.map((each) => ({ ...each, active: each.environment === "test" }));
const alone = connections.filter(({ active }) => active);

function Act() {
  return <Button {...useProduction()}>Upload 2 files</Button>;
}

const button = () => screen.getByRole("button", { name: "Upload 2 files" });

it("names Production on a button where there is a connection to try things out, and nothing elsewhere", async () => {
  const { bridge } = await show(<Act />);
  expect(button()).toHaveAccessibleDescription("Production");
  expect(within(button()).getByText("Production")).toBeVisible();
  act(() => bridge.emit("connectionsChanged", { connections: inTest }));
  await waitFor(() => expect(button()).not.toHaveAccessibleDescription());
  act(() => bridge.emit("connectionsChanged", { connections }));
  await waitFor(() => expect(button()).toHaveAccessibleDescription("Production"));
  act(() => bridge.emit("connectionsChanged", { connections: alone }));
  await waitFor(() => expect(within(button()).queryByText("Production")).toBeNull());
});

it("keeps naming Production on the toast of an act there after another connection is in use", async () => {
  const { bridge } = await show(<Act />);
  act(() => void tellDone("2 files uploaded."));
  act(() => bridge.emit("connectionsChanged", { connections: inTest }));
  await waitFor(() => expect(button()).not.toHaveAccessibleDescription());
  act(() => void tellDone("1 file uploaded."));
  const said = screen.getAllByRole("status").map(({ textContent }) => textContent.trim());
  expect(said).toContain("Production 2 files uploaded.");
  expect(said).toContain("1 file uploaded.");
  act(() => useUndoStore.setState({ toasts: [] }));
});
