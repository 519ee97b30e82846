/** The panel at the right that is open, if one is. */

import { lazy, type RefObject } from "react";
import type { Door } from "../../shared/records/grid/RecordGrid";
import { PanelPlace } from "../../shared/records/PanelPlace";
import type { UserActs } from "./actions/use-user-acts";
import { focusGrid } from "./grid/Grid";
import { SwitchPanel } from "./panels/SwitchPanel";
import { UserPanel } from "./panels/UserPanel";
import { useChosen } from "./users/selection";
import type { Rows } from "./users/use-rows";
import { newUser, openPanel, useView } from "./users/view";

const ReportPanel = lazy(() =>
  import("../../shared/records/panels/ReportPanel").then((m) => ({ default: m.ReportPanel })),
);
const BatchesPanel = lazy(() =>
  import("../../shared/records/panels/BatchesPanel").then((m) => ({ default: m.BatchesPanel })),
);

type Props = { acts: UserActs; door: RefObject<Door>; rows: Rows; readOnly: boolean };

export function PanelSlot({ acts, door, rows, readOnly }: Props) {
  const panel = useView((view) => view.panel);
  const chosen = useChosen(rows);
  if (panel === null) return null;
  /** Esc gives the focus back to the cell it came from. */
  const close = () => {
    openPanel(null);
    focusGrid(door.current);
  };
  /** Its button goes away with it. */
  const undo = (batch: number) => {
    acts.undo(batch);
    focusGrid(door.current);
  };
  const show = (id: string) => openPanel({ kind: "detail", id });
  const form = { acts, onClose: close, readOnly, rows };
  return (
    <PanelPlace of={panel} onClose={close}>
      {panel.kind === "switch" ? (
        <SwitchPanel
          acts={{ ...acts, undo }}
          request={panel}
          disabled={panel.disabled}
          ids={panel.ids === "ticked" ? chosen.ids : panel.ids}
          key={String(panel.disabled)}
          onClose={close}
          onShow={show}
        />
      ) : null}
      {panel.kind === "detail" ? (
        <UserPanel
          {...form}
          id={panel.id}
          key={panel.id}
          refused={panel.refused ?? null}
          request={panel.save ? panel : null}
        />
      ) : null}
      {panel.kind === "create" && !readOnly ? (
        <UserPanel {...form} id={null} key={newUser} refused={null} request={panel.save ? panel : null} />
      ) : null}
      {panel.kind === "report" ? (
        <ReportPanel
          acts={{ ...acts, undo }}
          key={panel.report.batch.id}
          onClose={close}
          onShow={show}
          report={panel.report}
        />
      ) : null}
      {panel.kind === "batches" ? <BatchesPanel acts={acts} onClose={close} readOnly={readOnly} /> : null}
    </PanelPlace>
  );
}
