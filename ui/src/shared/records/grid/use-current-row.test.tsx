import { render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import { useCurrentRow } from "./use-current-row";

function List({ rows, panel }: { rows: readonly string[]; panel: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useCurrentRow(box, panel);
  return (
    <div ref={box}>
      {rows.map((id) => (
        <div data-testid={id} key={id} ref={(row) => row?.setAttribute("row-id", id)}>
          {id}
        </div>
      ))}
    </div>
  );
}

it("marks the row of the open panel, also when it is drawn later, and no other", async () => {
  const { rerender } = render(<List panel="b" rows={["a"]} />);
  rerender(<List panel="b" rows={["a", "b"]} />);
  await waitFor(() => expect(screen.getByTestId("b")).toHaveAttribute("aria-current", "true"));
  rerender(<List panel="a" rows={["a", "b"]} />);
  expect(screen.getByTestId("a")).toHaveAttribute("aria-current", "true");
  expect(screen.getByTestId("b")).not.toHaveAttribute("aria-current");
  rerender(<List panel={null} rows={["a", "b"]} />);
  expect(screen.getByTestId("a")).not.toHaveAttribute("aria-current");
});

it("follows a row that is given another record", async () => {
  render(<List panel="a" rows={["a", "c"]} />);
  screen.getByTestId("a").setAttribute("row-id", "b");
  screen.getByTestId("c").setAttribute("row-id", "a");
  await waitFor(() => expect(screen.getByTestId("c")).toHaveAttribute("aria-current", "true"));
  expect(screen.getByTestId("a")).not.toHaveAttribute("aria-current");
});
