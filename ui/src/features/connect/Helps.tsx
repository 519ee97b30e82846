/** Suggestions after a check: at most three, the likeliest first, each with one button. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CheckReport } from "../../ipc";
import { Icon } from "../../shared/parts";
import css from "./connect.module.css";
import { type Help, helpsAfter } from "./model";

export function Helps({ report, onHelp }: { report: CheckReport; onHelp: (help: Help) => void }) {
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  // Without a message there is nothing to copy.
  const kinds = helpsAfter(report).filter((kind) => report.message !== null || !kind.startsWith("copy"));
  if (kinds.length === 0) return null;
  const chosen = common(`environment.${report.environment}`);
  const other = common(`environment.${report.environment === "test" ? "production" : "test"}`);
  const go = report.outcome === "connected" || report.outcome === "partly";
  return (
    <div className={css.helps}>
      {report.outcome === "connected" ? null : <h3>{t(go ? "next" : "helpsTitle")}</h3>}
      <ol>
        {kinds.map((kind, at) => (
          <li className={css.help} key={kind}>
            {report.outcome === "connected" ? null : (
              <span aria-hidden="true" className={css.number}>
                {at + 1}
              </span>
            )}
            <div className={css.helpText}>
              <b>{t(`help.${kind}.title`, { chosen, other })}</b>
              <span className="fd-small fd-ink2">{t(`help.${kind}.text`, { chosen, other })}</span>
            </div>
            <Button
              {...(at === 0 && { "data-first-help": true })}
              leftSection={kind.startsWith("copy") ? <Icon name="copy" /> : undefined}
              onClick={() => onHelp(kind)}
              size="xs"
              variant={at === 0 && go ? "filled" : "default"}
            >
              {t(`help.${kind}.button`, { chosen, other })}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}
