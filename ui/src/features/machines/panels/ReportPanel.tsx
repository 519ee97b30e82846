/** What became of an act, in the panel. */

import { useTranslation } from "react-i18next";
import type { BatchReport } from "../../../ipc";
import { SidePanel } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { Acts } from "../actions/use-acts";
import { Result } from "./Result";

type Props = {
  report: BatchReport;
  acts: Acts;
  onClose: () => void;
  onShow: (id: string, field: string | null) => void;
};

export function ReportPanel({ report, acts, onClose, onShow }: Props) {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  return (
    <SidePanel onClose={onClose} title={`${t(`kind.${report.batch.kind}`)} · ${formats.clock(report.batch.at)}`}>
      <Result acts={acts} onShow={onShow} report={report} />
    </SidePanel>
  );
}
