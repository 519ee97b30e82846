import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PlanRow } from "../../../ipc";
import { plan as recorded } from "../../../shared/testing/recorded";
import { useLikely } from "./use-likely";

const row = (likely: string[]) => ({ ...(recorded.rows[0] as PlanRow), likely });

it("the quick answers of a row stay where others become likely, and are others for another project", () => {
  const { result, rerender } = renderHook(useLikely, { initialProps: recorded });
  expect(result.current(row([]))).toEqual([]);
  expect(result.current(row(["Documents"]))).toEqual(["Documents"]);
  expect(result.current(row(["VA", "Documents"])), "a key means what it meant").toEqual(["Documents", "VA"]);
  expect(result.current(row(["HMS", "VA"]))).toEqual(["Documents", "VA"]);
  const place = recorded.place && { ...recorded.place, target: { project: "other", workOrder: null } };
  rerender({ ...recorded, place });
  expect(result.current(row(["HMS", "VA"]))).toEqual(["HMS", "VA"]);
});
