/** Results of an act, in the panel. */

import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../parts";
import { useFormats } from "../../use-formats";
import { Result } from "./Result";

type Props = ComponentProps<typeof Result> & { onClose: () => void };

export function ReportPanel({ onClose, ...result }: Props) {
  const { t } = useTranslation("records");
  const formats = useFormats();
  const { batch } = result.report;
  return (
    <SidePanel onClose={onClose} title={t(`kind.${batch.kind}`)}>
      <p className="fd-small fd-ink2">{formats.clock(batch.at)}</p>
      <Result {...result} />
    </SidePanel>
  );
}
