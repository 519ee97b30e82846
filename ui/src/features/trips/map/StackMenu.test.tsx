import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../../../shared/testing/render";
import { StackMenu } from "./StackMenu";

it("lists the places that lie on each other, and chooses one of them", async () => {
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const items = [
    { label: "Load: Pit", choice: { loadLocation: "a" } },
    { label: "Dump: Tip", choice: { dumpLocation: "b" } },
  ];
  const { user } = await show(<StackMenu onChoose={onChoose} onClose={onClose} stack={{ pixel: [4, 8], items }} />);
  const listed = await screen.findAllByRole("menuitem");
  expect(listed.map((item) => item.textContent)).toEqual(["Load: Pit", "Dump: Tip"]);
  await user.click(screen.getByRole("menuitem", { name: "Dump: Tip" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ dumpLocation: "b" });
  expect(onClose).toHaveBeenCalled();
});
