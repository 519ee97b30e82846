import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DropPlan, PlanRow } from "../../../ipc";
import { plan as recorded } from "../../../shared/testing/recorded";
import { useLikely } from "./use-likely";

const rowsIn = (section: string, reason: PlanRow["why"]["reason"]) =>
  recorded.rows.map((row): PlanRow => ({ ...row, section, why: { ...row.why, reason } }));

it("the quick answers stay where subfolders become sections, and are others for another project", () => {
  const plan: DropPlan = {
    ...recorded,
    ready: true,
    sections: ["Documents", "VA"],
    rows: rowsIn("Documents", "prefix"),
  };
  const { result, rerender } = renderHook(useLikely, { initialProps: plan });
  expect(result.current).toEqual(["Documents", "VA"]);
  const asSections: DropPlan = { ...plan, rows: rowsIn("VA", "subfolder") };
  rerender(asSections);
  expect(result.current).toEqual(["Documents", "VA"]);
  const place = plan.place && { ...plan.place, target: { project: "other", workOrder: null } };
  rerender({ ...asSections, place });
  expect(result.current).toEqual(["VA", "Documents"]);
});
