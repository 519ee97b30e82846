import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { SearchField } from "./SearchField";

type Told = { told: string[]; pauseMs?: number };

/** A list that notes what it is searched for; a view searches it for "crane". */
function List({ told, ...pause }: Told) {
  const [text, setText] = useState("");
  const search = (next: string) => {
    told.push(next);
    setText(next);
  };
  return (
    <>
      <SearchField hint="" label="Search" onText={search} text={text} {...pause} />
      <button onClick={() => setText("crane")} type="button">
        Cranes
      </button>
    </>
  );
}

function show(pause: Omit<Told, "told"> = {}): string[] {
  const told: string[] = [];
  render(<List told={told} {...pause} />, { wrapper: MantineProvider });
  return told;
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Search" });

it("tells what was typed once typing paused, and a space at the end stays in the field", async () => {
  const told = show({ pauseMs: 100 });
  await userEvent.type(field(), "kari ");
  expect([field().value, told]).toEqual(["kari ", []]);
  await waitFor(() => expect(told).toEqual(["kari"]));
  expect(field().value).toBe("kari ");
});

it("shows what is searched for by others, in place of what was not told yet", async () => {
  const told = show({ pauseMs: 100 });
  await userEvent.type(field(), "k");
  await userEvent.click(screen.getByRole("button"));
  expect(field().value).toBe("crane");
  await new Promise((done) => setTimeout(done, 200));
  expect([field().value, told]).toEqual(["crane", []]);
});

it("is emptied by Esc at once", async () => {
  const told = show();
  await userEvent.type(field(), "k");
  await waitFor(() => expect(told).toEqual(["k"]));
  await userEvent.type(field(), "r{Escape}");
  expect([field().value, told.at(-1)]).toEqual(["", ""]);
});
