import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { axeFindings } from "../../testing/render";
import { check } from "./importing-for-tests";

it("what changed since the export stands together, is not chosen, and is applied where it is", async () => {
  const { user, bridge } = await check("2026-11-20T11:00:00Z");
  expect(await screen.findByText("2 rows were changed on the server, too, since the export")).toBeVisible();
  const pill = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}\\d`) });
  expect(pill("Changed since")).toHaveTextContent("2");
  expect(pill("Same, unchanged"), "those that changed since are no longer the same").toHaveTextContent("2");
  expect(screen.getAllByText("exported: before")).toHaveLength(2);
  expect(await axeFindings()).toEqual([]);
  const all = screen.getByRole("checkbox", { name: "Use the file’s values in all rows" });
  const apply = () => screen.getByRole("button", { name: /^Import \d/ });
  expect(apply()).toHaveTextContent("Import 1 row");
  await user.click(all);
  expect(apply()).toHaveTextContent("Import 2 rows");
  await user.click(screen.getByRole("checkbox", { name: "Use the file’s value for 1002" }));
  expect(all).toBePartiallyChecked();
  expect(apply()).toHaveTextContent("Import 1 row");
  await user.click(apply());
  expect(await screen.findByText("1 row kept what was changed on the server since the export.")).toBeVisible();
  expect(bridge.calls("applyImport")).toEqual([["p", { all: true, except: [2] }]]);
});

it("a file that is not compared with its export says nothing of it", async () => {
  await check(null);
  const table = await screen.findByRole("table");
  expect(within(table).getByText("1004")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Changed since/ })).toBeNull();
  expect(screen.queryByText(/^Exported from here/)).toBeNull();
});
