/** The panel at the right that is open, if one is. */

import { lazy, type RefObject } from "react";
import { PanelPlace } from "../../shared/records/PanelPlace";
import type { Which } from "../../shared/records/selection";
import type { Acts } from "./actions/use-acts";
import type { Edits } from "./actions/use-edits";
import { useChosen } from "./fleet/selection";
import type { Rows } from "./fleet/use-rows";
import { openPanel, useView } from "./fleet/view";
import type { GridDoor } from "./grid/Grid";
import { goTo } from "./grid/next-problem";
import { isColumn } from "./model/fields";
import { BlockPanel } from "./panels/BlockPanel";
import { EditPanel } from "./panels/EditPanel";
import { PlannedReleases } from "./releases/PlannedReleases";

const DetailPanel = lazy(() => import("./panels/detail/DetailPanel").then((m) => ({ default: m.DetailPanel })));
const CreatePanel = lazy(() => import("./panels/CreatePanel").then((m) => ({ default: m.CreatePanel })));
const ReportPanel = lazy(() =>
  import("../../shared/records/panels/ReportPanel").then((m) => ({ default: m.ReportPanel })),
);
const BatchesPanel = lazy(() =>
  import("../../shared/records/panels/BatchesPanel").then((m) => ({ default: m.BatchesPanel })),
);
const ProblemsPanel = lazy(() => import("./panels/ProblemsPanel").then((m) => ({ default: m.ProblemsPanel })));

/** What is typed into a panel of the ticked machines outlasts another tick. */
const keyOf = (which: Which) => (which === "ticked" ? which : which.join());

type Props = { acts: Acts; edits: Edits; door: RefObject<GridDoor>; rows: Rows; readOnly: boolean };

export function PanelSlot({ acts, edits, door, rows, readOnly }: Props) {
  const panel = useView((view) => view.panel);
  const chosen = useChosen(rows);
  if (panel === null || panel.kind === "fuel") return null;
  const named = (which: Which) => (which === "ticked" ? chosen.ids : which);
  /** Gives the focus back to the cell it came from. */
  const toGrid = () => {
    const { range } = useView.getState();
    if (range !== null) goTo(door.current.api, range.anchor.row, range.anchor.column);
  };
  const close = () => {
    openPanel(null);
    toGrid();
  };
  /** Its button goes away with it. */
  const undo = (batch: number) => {
    acts.undo(batch);
    toGrid();
  };
  const show = (id: string, field: string | null) => {
    const row = rows.shown.findIndex((each) => each.id === id);
    const { order } = useView.getState();
    const name = field !== null && isColumn(field) ? field : "machineNumber";
    const column = order.includes(name) ? order.indexOf(name) : order.indexOf("fuel");
    if (row >= 0) goTo(door.current.api, row, Math.max(0, column));
  };
  return (
    <PanelPlace of={panel} onClose={close}>
      {panel.kind === "block" ? (
        <BlockPanel
          acts={{ ...acts, undo }}
          request={panel}
          ids={named(panel.ids)}
          key={keyOf(panel.ids)}
          onClose={close}
          onShow={show}
        />
      ) : null}
      {panel.kind === "edit" ? (
        <EditPanel column={panel.column} edits={edits} ids={named(panel.ids)} key={keyOf(panel.ids)} onClose={close} />
      ) : null}
      {panel.kind === "detail" ? (
        <DetailPanel
          acts={acts}
          edits={edits}
          id={panel.id}
          refused={panel.refused ?? null}
          onClose={close}
          readOnly={readOnly}
          rows={rows}
        />
      ) : null}
      {panel.kind === "create" ? <CreatePanel acts={acts} from={panel.from ?? {}} onClose={close} /> : null}
      {panel.kind === "report" ? (
        <ReportPanel
          acts={{ ...acts, undo }}
          key={panel.report.batch.id}
          onClose={close}
          onShow={show}
          report={panel.report}
        >
          {panel.report.batch.kind === "block" ? (
            <PlannedReleases of={panel.report.rows.map(({ machineId }) => machineId)} readOnly={readOnly} />
          ) : null}
        </ReportPanel>
      ) : null}
      {panel.kind === "batches" ? (
        <BatchesPanel acts={acts} onClose={close} readOnly={readOnly}>
          <PlannedReleases readOnly={readOnly} />
        </BatchesPanel>
      ) : null}
      {panel.kind === "problems" ? <ProblemsPanel edits={edits} onClose={close} onShow={show} rows={rows} /> : null}
    </PanelPlace>
  );
}
