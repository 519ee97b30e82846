import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { plan } from "../../../shared/testing/recorded";
import { show } from "../../../shared/testing/render";
import { WhatHappens } from "./WhatHappens";

const state = { compare: () => {}, ticks: new Map() };
const replacing = plan.rows.filter(({ what }) => what === "replacesSomeoneElses").slice(0, 1);

/** The answers of a file whose saving ends when what `onStart` is given is called. */
function Row({ onStart }: { onStart: (finish: () => void) => void }) {
  const [stillSaving, setSaving] = useState(true);
  onStart(() => setSaving(false));
  return replacing.map((row) => (
    <WhatHappens
      active
      key={row.rowId}
      likely={[]}
      onDecide={() => {}}
      plan={plan}
      row={{ ...row, stillSaving }}
      state={state}
    />
  ));
}

it("an open menu of answers stays open when its file is whole", async () => {
  let finish = () => {};
  const { user } = await show(<Row onStart={(given) => (finish = given)} />);
  expect(screen.getByText("Being saved")).toBeInTheDocument();
  await user.click(screen.getByRole("button"));
  const answers = screen.getAllByRole("menuitem").length;
  act(() => finish());
  expect(screen.queryByText("Being saved")).not.toBeInTheDocument();
  expect(screen.getAllByRole("menuitem")).toHaveLength(answers);
});
