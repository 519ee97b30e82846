import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { office } from "../../../shared/testing/recorded";
import { show } from "../../../shared/testing/render";
import { ReleaseChoice } from "./ReleaseChoice";
import type { When } from "./when";

const chosen: (When | null)[] = [];

function Choice() {
  const [when, setWhen] = useState<When | null>({ day: "2199-12-03", hour: "07:00" });
  chosen.push(when);
  return <ReleaseChoice onChange={setWhen} when={when} />;
}

it("shows and takes the day as the region of the window writes it", async () => {
  const { user } = await show(<Choice />, { appState: { ...office.appState, locale: "nb-NO" } });
  const field = screen.getByLabelText("Day");
  expect(field).toHaveValue("03.12.2199");
  await user.clear(field);
  await user.type(field, "4.12.2199");
  expect(chosen.at(-1)).toEqual({ day: "2199-12-04", hour: "07:00" });
  await user.clear(field);
  await user.type(field, "1.1.2020");
  expect(screen.getByRole("alert")).toHaveTextContent("Choose a time in the future");
});
