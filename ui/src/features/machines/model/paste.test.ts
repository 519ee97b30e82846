import { describe, expect, it } from "vitest";
import { boxOf, inBox, stretch } from "../../../shared/records/grid/range";
import { readTsv, writeTsv } from "../../../shared/records/grid/tsv";
import { machine } from "./machine-for-tests";
import { editsOf, headingsIn, placeFill, placeHeaded, placePaste, splitFuel } from "./paste";

describe("the rectangle", () => {
  const size = { rows: 10, columns: 5 };
  const at = (row: number, column: number) => ({ row, column });

  it.each([
    ["ArrowDown", false, at(3, 2)],
    ["ArrowUp", false, at(1, 2)],
    ["ArrowRight", true, at(2, 4)],
    ["ArrowDown", true, at(9, 2)],
  ])("Shift %s (to the end: %s) moves the focus and leaves the anchor", (key, toEnd, focus) => {
    const range = { anchor: at(2, 2), focus: at(2, 2) };
    expect(stretch(range, key, toEnd, size)).toEqual({ anchor: at(2, 2), focus });
  });

  it("does not leave the list, and other keys are no stretching", () => {
    const corner = { anchor: at(0, 0), focus: at(0, 0) };
    expect(stretch(corner, "ArrowUp", false, size)?.focus).toEqual(at(0, 0));
    expect(stretch(corner, "PageDown", false, size)).toBeNull();
  });

  it("is the same box whichever way it was drawn", () => {
    const box = boxOf({ anchor: at(4, 3), focus: at(2, 1) });
    expect(box).toEqual({ top: 2, bottom: 4, left: 1, right: 3 });
    expect([at(3, 2), at(5, 2)].map((cell) => inBox(box, cell))).toEqual([true, false]);
  });
});

describe("the text form", () => {
  it.each([
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a", [["a"]]],
    ["", []],
    ['"two\nlines"\tx', [["two\nlines", "x"]]],
    ['"say ""hi"""\t', [['say "hi"', ""]]],
    ['12" pipe\tx', [['12" pipe', "x"]]],
    ['" alone', [['" alone']]],
    ["\t\n", [["", ""]]],
  ])("reads %j", (text, rows) => {
    expect(readTsv(text)).toEqual(rows);
  });

  it("reads back what it wrote, whatever is in the cells", () => {
    const rows = [
      ["a\tb", 'c"d', "e\nf"],
      ["", " ", "ø"],
    ];
    expect(readTsv(writeTsv(rows))).toEqual(rows);
  });
});

describe("where a paste lands", () => {
  const machines = [machine("1"), machine("2"), machine("E", { isEquipment: true })];
  const columns = ["department", "blockCheckInMessage", "fuel", "blockedSince"] as const;
  const box = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });
  const shown = { machines, columns };

  it("goes from the corner down and right, and says what lay outside", () => {
    const { edits, outside } = placePaste(
      [
        ["VA", "x"],
        ["Fjell", "y"],
      ],
      box(2, 2, 0, 0),
      shown,
    );
    expect(edits.map(({ machineId, field }) => `${machineId} ${field}`)).toEqual([
      "E department",
      "E blockCheckInMessage",
    ]);
    expect(outside).toBe(2);
  });

  it("fills the whole box with a single text", () => {
    expect(placePaste([["VA"]], box(0, 2, 0, 0), shown).edits).toHaveLength(3);
  });

  it("leaves alone what is only shown, and no check-in of equipment with nothing", () => {
    expect(placePaste([["x"]], box(0, 0, 3, 3), shown)).toEqual({ edits: [], outside: 0, left: 1 });
    expect(editsOf(machine("E", { isEquipment: true }), "blockCheckInMessage", "")).toEqual([]);
  });

  it.each([
    [
      "14,2 L/hour · dyed diesel",
      [
        ["fuelConsumptionRate", "14,2"],
        ["fuelConsumptionUnit", "L/hour"],
        ["fuelType", "dyed diesel"],
      ],
    ],
    ["anleggsdiesel", [["fuelType", "anleggsdiesel"]]],
    ["0,48", [["fuelConsumptionRate", "0,48"]]],
    ["kWh/km", [["fuelConsumptionUnit", "kWh/km"]]],
    ["", [["fuelConsumptionRate", ""]]],
  ])("%s is three fields, or some of them", (text, fields) => {
    expect(splitFuel(text)).toEqual(fields);
  });

  it("fills down from the first machine to the others, but no check-in into equipment", () => {
    const edits = placeFill(machines, ["department", "blockCheckInMessage"], () => ({ kind: "value", value: "VA" }));
    expect(edits.map(({ machineId, field }) => `${machineId} ${field}`)).toEqual([
      "2 department",
      "2 blockCheckInMessage",
      "E department",
    ]);
  });
});

describe("a pasted row of headings", () => {
  const machines = ["1", "2", "3"].map((id) => machine(id, { machineNumber: `10${id}` }));
  const box = { top: 1, bottom: 1, left: 0, right: 0 };
  const landed = (block: string[][], fields: (string | null)[]) => {
    const headings = headingsIn(block, fields);
    if (headings === null) return null;
    const { edits, outside } = placeHeaded(block, headings, box, machines);
    return [
      edits.map(({ machineId, field, input }) => `${machineId} ${field} ${input.kind === "text" ? input.value : ""}`),
      outside,
    ];
  };

  it.each([
    [
      "goes into no machine",
      [["Avdeling"], ["VA"], ["Fjell"]],
      ["department"],
      [["2 department VA", "3 department Fjell"], 0],
    ],
    [
      "says the columns, also those that are not known",
      [
        ["Avdeling", "Kommentar fra Per", "Notat"],
        ["VA", "x", "y"],
      ],
      ["department", null, "note"],
      [["2 department VA", "2 note y"], 1],
    ],
    [
      "sends rows with a number to their machines",
      [
        ["Nr", "Avdeling"],
        ["103", "VA"],
        ["999", "Fjell"],
      ],
      ["machineNumber", "department"],
      [["3 department VA"], 1],
    ],
  ])("%s", (_, block, fields, expected) => {
    expect(landed(block, fields)).toEqual(expected);
  });

  it.each([
    ["a heading alone", [["Avdeling"]], ["department"]],
    ["values", [["VA"], ["Fjell"]], [null]],
    [
      "one word of several that is a heading, too",
      [
        ["Maskin", "VA", "x"],
        ["a", "b", "c"],
      ],
      ["name", null, null],
    ],
  ])("is none: %s", (_, block, fields) => {
    expect(landed(block, fields)).toBeNull();
  });
});
