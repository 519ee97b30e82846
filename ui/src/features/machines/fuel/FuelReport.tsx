/**
 * Remaining problems of a save of fuel data, or of its undo: the list of machines with its panels is another screen.
 */

import { lazy } from "react";
import type { OnShow } from "../../../shared/records/kind";
import { PanelPlace } from "../../../shared/records/PanelPlace";
import type { Acts } from "../actions/use-acts";
import { openPanel, useView } from "../fleet/view";

const ReportPanel = lazy(() =>
  import("../../../shared/records/panels/ReportPanel").then((m) => ({ default: m.ReportPanel })),
);

const shown = ["fuel", "revert"];

export function FuelReport({ acts, onShow }: { acts: Acts; onShow: OnShow }) {
  const panel = useView((view) => view.panel);
  if (panel?.kind !== "report" || !shown.includes(panel.report.batch.kind)) return null;
  const { report } = panel;
  const close = () => openPanel(null);
  return (
    <PanelPlace of={panel} onClose={close}>
      <ReportPanel acts={acts} key={report.batch.id} onClose={close} onShow={onShow} report={report} />
    </PanelPlace>
  );
}
