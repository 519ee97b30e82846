/** Sample data was in use when the program ended, and its database is lost. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { expectAccessible, prepare, show, test } from "./fixtures";

test("sample data whose database is lost: why it is not in use, until another connection is", async ({
  page,
  desktop: { app },
}) => {
  await prepare(page, { connection: "none" });
  await app.call("start_sample_data");
  await app.restart((data) => {
    const sample = join(data, "sample-service");
    for (const file of readdirSync(sample, { recursive: true, encoding: "utf8" }))
      if (/\.sqlite(-wal|-shm)?$/.test(file)) rmSync(join(sample, file));
  });
  await show(page);
  await expect(page.getByText(/^The database of the sample data/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Enter it again" }), "no secret is missing").toHaveCount(0);
  await app.connect("production");
  await expect(page.getByText(/^The database of the sample data/)).toHaveCount(0);
});
