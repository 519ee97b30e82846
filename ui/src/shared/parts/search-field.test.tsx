import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
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
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

it("tells what was typed once typing paused, and a space at the end stays in the field", () => {
  const told = show({ pauseMs: 100 });
  type("kari");
  pass(90);
  type("kari ");
  pass(90);
  expect([field().value, told]).toEqual(["kari ", []]);
  pass(100);
  expect([field().value, told]).toEqual(["kari ", ["kari"]]);
});

it("shows what is searched for by others, in place of what was not told yet", () => {
  const told = show({ pauseMs: 100 });
  type("k");
  fireEvent.click(screen.getByRole("button"));
  expect(field().value).toBe("crane");
  pass(1000);
  expect([field().value, told]).toEqual(["crane", []]);
});

it("is emptied by Esc at once", () => {
  const told = show();
  type("k");
  pass(100);
  expect(told).toEqual(["k"]);
  type("kr");
  fireEvent.keyDown(field(), { key: "Escape" });
  expect([field().value, told.at(-1)]).toEqual(["", ""]);
  pass(1000);
  expect(told).toEqual(["k", ""]);
});

it("Down waits for no pause: what was typed is searched for first", () => {
  const order: string[] = [];
  const props = { label: "Search", text: "", pauseMs: 100, toRows: () => void order.push("rows") };
  render(<SearchField {...props} onText={(text) => void order.push(text)} />, { wrapper: MantineProvider });
  type("kari ");
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  pass(1000);
  expect(order).toEqual(["kari", "rows"]);
});

it("Down leads to what is listed", () => {
  const toRows = vi.fn();
  render(<SearchField label="Search" onText={() => {}} text="" toRows={toRows} />, { wrapper: MantineProvider });
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(toRows).toHaveBeenCalledOnce();
});
