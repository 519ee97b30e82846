/** The review of an upload as its tests open it: with what takes drops, and the notes of plans that were left. */

import { act, screen } from "@testing-library/react";
import type { DropPlan } from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { plan as recorded } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { DropLayer } from "./drag/DropLayer";
import { LeftPlanNotes } from "./page/LeftPlanNotes";
import { PlanPage } from "./plan/PlanPage";
import { useDesk } from "./store";

/** The documents screen without its lists. */
function Review() {
  const plan = useDesk((state) => state.plan);
  return (
    <>
      <DropLayer />
      <LeftPlanNotes />
      {plan === null ? <h1>The documents</h1> : <PlanPage key={plan.planId} plan={plan} />}
    </>
  );
}

export async function review(plan: DropPlan = recorded, more: Answers = {}) {
  const answers = { pickFiles: plan.drop, planDrop: plan, otherProject: null, sendPlan: 9, discardPlan: null, ...more };
  act(() => useDesk.setState({ plan }));
  const shown = await showAt({ "/documents": Review }, answers);
  await screen.findByRole("heading", { name: "Review upload" });
  /** As the button of the page and the tray do. */
  const planAgain = async () => {
    act(() => shown.bridge.emit("navigate", { to: "sendFiles", connection: null, folder: null }));
    await screen.findByRole("heading", { name: "Review upload" });
  };
  return { ...shown, planAgain, list: screen.getByRole("treegrid", { name: "Files to upload" }) };
}
