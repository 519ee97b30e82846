import { Select } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render";
import { SidePanel } from "./SidePanel";

it("closes by Esc, but not with a list that is open in it", async () => {
  const onClose = vi.fn();
  const { user } = await show(
    <SidePanel foot={null} onClose={onClose} title="Edit">
      <Select data={["Diesel", "Petrol"]} label="Fuel" />
    </SidePanel>,
  );
  await user.click(screen.getByRole("combobox", { name: "Fuel" }));
  expect(await screen.findByRole("option", { name: "Petrol" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});
