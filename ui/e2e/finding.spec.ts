import { expect } from "@playwright/test";
import { calls, openDocuments, test } from "./fixtures";

test("Find anything finds a file, and Enter shows it selected in its project", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("Control+,");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("riggplan");
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: /Riggplan Hoveveien rev B/ });
  await expect(row).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("treegrid", { name: "Documents in the project" })).toBeFocused();
});

test("Find anything finds machines, users, settings and work orders, and names what it cannot search", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.call("refresh_machines");
  await page.getByRole("textbox", { name: "Number, name or work order" }).fill("kabel");
  await expect(page.getByRole("treeitem", { name: /WO-130/ }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find anything" });
  const list = page.getByRole("listbox", { name: "Results" });
  await field.fill("kabel");
  await expect(list.getByRole("option", { name: /WO-130/ })).toBeVisible();
  await expect(page.getByText(/Documents are not searched in projects that were never opened/)).toBeVisible();
  const { machines } = await app.call<{ machines: { number: string }[] }>("find_anything", { text: "hitachi" });
  await field.fill("hitachi");
  await expect(list.getByRole("group", { name: "Machines" }).getByRole("option")).toHaveCount(machines.length);
  expect(machines.length).toBeGreaterThan(0);
  await field.fill("notifications");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Notifications" })).toBeInViewport();
});

test("Find anything opens a machine and a user beside their lists, also in a window that never showed them", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.call("refresh_machines");
  const { users } = await app.call<{ users: { employeeNumber: string; name: string }[] }>("find_anything", {
    text: "hansen",
  });
  const [user] = users;
  if (user === undefined) throw new Error("No user has this name.");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill(user.name);
  const list = page.getByRole("listbox", { name: "Results" });
  await list.getByRole("group", { name: "Users" }).getByRole("option", { name: user.name }).first().click();
  await expect(
    page.getByRole("complementary", { name: `${user.employeeNumber} ${user.name}`, exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("1024");
  await list.getByRole("group", { name: "Machines" }).getByRole("option", { name: /1024/ }).click();
  await expect(page.getByRole("complementary", { name: /^1024/ })).toBeVisible();
  const found = page.getByRole("gridcell", { name: "1024", exact: true });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
});

test("a machine found from another screen is revealed although a link of the navigation had the focus", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.call("refresh_machines");
  const screens = page.getByRole("navigation", { name: "Main navigation" });
  await screens.getByRole("link", { name: "Machines" }).click();
  const rows = page.getByRole("treegrid").or(page.getByRole("grid")).first();
  await expect(rows.getByRole("gridcell").first()).toBeVisible();
  await screens.getByRole("link", { name: "Documents" }).click();
  await expect(page.getByRole("treegrid", { name: "Documents in the project" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("1024");
  await expect(page.getByRole("group", { name: "Machines" }).getByRole("option", { name: /1024/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const found = page.getByRole("gridcell", { name: "1024", exact: true });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
});

test("what is pressed in Find anything stays in it, and Esc leaves the plan behind it alone", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.copyFiles(app.write("Riggplan Hoveveien rev C.pdf"));
  await page.keyboard.press("Control+v");
  const plan = page.getByRole("heading", { name: "Review upload" });
  await expect(plan).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find anything" });
  await expect(field).toBeFocused();
  for (const key of ["Tab", "Shift+Tab", "Control+o", "Control+Enter", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect(field).toBeFocused();
  }
  expect(await calls(page, "pickFiles")).toEqual([]);
  expect(await calls(page, "sendPlan")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(plan).toBeVisible();
});

test("a setting that was found stays in view while the groups above it are still read", async ({ page }) => {
  await openDocuments(page);
  let read = () => {};
  const held = new Promise<void>((go) => {
    read = go;
  });
  // Only when it is let go, what the group of synced folders shows is there and pushes the others down.
  await page.route("**/folder_settings", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("diagnostics");
  await page.keyboard.press("Enter");
  const group = page.getByRole("button", { name: "Copy diagnostics" });
  await expect(group).toBeInViewport();
  read();
  await expect(page.getByRole("region", { name: "Ignore rules" }).getByRole("textbox").first()).toBeAttached();
  await expect(group).toBeInViewport();
});
