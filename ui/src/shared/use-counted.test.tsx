import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFormats } from "./formats";
import { office } from "./testing/recorded";
import { show } from "./testing/render";
import { useCounted } from "./use-counted";

function Said({ text, count }: { text: string; count: number }) {
  return <p>{useCounted()(text, count)}</p>;
}

it("writes the number of a text as the region does, and leaves other digits alone", async () => {
  const { number } = createFormats(office.appState.locale, { today: "", yesterday: "" });
  await show(<Said count={1999} text="Rig 19990: block 1999 machines" />);
  expect(number(1999)).not.toBe("1999");
  expect(screen.getByText(/^Rig/).textContent).toBe(`Rig 19990: block ${number(1999)} machines`);
});
