import { afterEach, expect, it } from "vitest";
import { plan } from "../../shared/testing/recorded";
import { useOpenReview } from "../../shared/unsaved";
import { useDesk } from "./store";

afterEach(() => useDesk.getState().reset());

const asked = () => useOpenReview.getState().files;

it("holds the files of every review that is open, for the question before another connection", () => {
  useDesk.getState().setPlan(plan);
  expect(asked()).toBe(plan.rows.length);
  useDesk.getState().queuePlan({ ...plan, planId: "next" });
  expect(asked()).toBe(2 * plan.rows.length);
  useDesk.getState().setPlan(null);
  useDesk.getState().setPlan(null);
  expect(asked()).toBe(0);
});
