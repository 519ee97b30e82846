import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";
import { hideWebMenu } from "./web-menu";

it("shows the web view's menu in fields and on what can be copied alone", () => {
  hideWebMenu(document);
  document.body.innerHTML =
    '<p id="row">A-101.pdf</p><input id="field"><code class="fd-copyable"><b id="id">7f</b></code>';
  const isShown = (id: string) => fireEvent.contextMenu(document.getElementById(id) as HTMLElement);
  expect([isShown("row"), isShown("field"), isShown("id")]).toEqual([false, true, true]);
  document.getSelection()?.selectAllChildren(document.getElementById("row") as HTMLElement);
  expect(isShown("row")).toBe(true);
});
