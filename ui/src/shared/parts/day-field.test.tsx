import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { office } from "../testing/recorded";
import { axeFindings, show } from "../testing/render";
import { DayField } from "./DayField";

const days: string[] = [];
const sent = vi.fn();
afterEach(() => {
  days.length = 0;
  sent.mockReset();
});

function Form({ max }: { max?: string }) {
  const [day, setDay] = useState("2026-11-20");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <DayField
        label="Day"
        onDay={(next) => {
          days.push(next);
          setDay(next);
        }}
        value={day}
        {...(max === undefined ? {} : { max })}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const inNorway = (form: React.ReactNode) => show(form, { appState: { ...office.appState, locale: "nb-NO" } });

it("shows and takes the day as the region of the window writes it", async () => {
  const { user } = await inNorway(<Form />);
  const field = screen.getByLabelText("Day");
  expect(field).toHaveValue("20.11.2026");
  await user.clear(field);
  await user.type(field, "3.12.2026");
  await user.tab();
  expect(days.at(-1)).toBe("2026-12-03");
  expect(field).toHaveValue("03.12.2026");
  expect(await axeFindings()).toEqual([]);
});

it("says how a day is written, and lets no form go on without it", async () => {
  const { user } = await inNorway(<Form max="2026-11-28" />);
  const field = screen.getByLabelText("Day");
  await user.clear(field);
  await user.type(field, "11/28/2026");
  await user.tab();
  expect(days.at(-1)).toBe("");
  expect(screen.getByText(/^Write the day as \d\d\.\d\d\.\d{4}$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(sent).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, "29.11.2026");
  await user.tab();
  expect(screen.getByText("No later than 28.11.2026")).toBeVisible();
  fireEvent.change(field, { target: { value: "28.11.2026" } });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(sent).toHaveBeenCalledOnce();
  expect(days.at(-1)).toBe("2026-11-28");
});

/** A day and an hour that one object holds, as the end of a block does. */
function Moment() {
  const [when, setWhen] = useState({ day: "2026-11-20", hour: "07:00" });
  return (
    <>
      <DayField label="Day" onDay={(day) => setWhen({ ...when, day })} value={when.day} />
      <input aria-label="Hour" onChange={({ target }) => setWhen({ ...when, hour: target.value })} value={when.hour} />
    </>
  );
}

it("a day whose answer comes late leaves what was typed beside it meanwhile", async () => {
  await inNorway(<Moment />);
  fireEvent.change(screen.getByLabelText("Day"), { target: { value: "3.12.2026" } });
  fireEvent.change(screen.getByLabelText("Hour"), { target: { value: "06:30" } });
  fireEvent.blur(screen.getByLabelText("Day"));
  await waitFor(() => expect(screen.getByLabelText("Day")).toHaveValue("03.12.2026"));
  expect(screen.getByLabelText("Hour")).toHaveValue("06:30");
});
