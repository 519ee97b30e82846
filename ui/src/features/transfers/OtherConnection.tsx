/** The transfers of a connection that is not in use: they go on, and are changed only after a switch to it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { OtherTransfers } from "../../ipc";
import { useAppState } from "../../shared/app-state";
import { useFailureWords } from "../../shared/error-messages";
import { StateText } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { useSwitch } from "../../shared/use-switch";
import { ConnectionTitle } from "./ConnectionTitle";
import { asksForSecretOf, groupTransfers, left } from "./model";
import { Sum } from "./PanelHead";
import { TransferRow } from "./TransferRow";
import css from "./transfers.module.css";

/** More of them than this are counted, not listed. */
const SHOWN = 20;

export function OtherConnection({ other }: { other: OtherTransfers }) {
  const { connection: name, held, transfers } = other;
  const { t } = useTranslation("transfers");
  const formats = useFormats();
  const failureWords = useFailureWords();
  const switchTo = useSwitch();
  const connection = useAppState().connections.find((each) => each.name === name);
  const unfinished = groupTransfers(transfers.items).filter((group) => group.name !== "done");
  const shown = unfinished.flatMap((group) => group.items).slice(0, SHOWN);
  const more = left(transfers) - shown.length;
  return (
    <section aria-label={name}>
      <ConnectionTitle name={name} />
      <div className={css.sumLine}>
        {held === null ? (
          <Sum transfers={transfers} />
        ) : (
          <StateText state="needsDecision">
            {asksForSecretOf(other) ? t("waitsForSecret") : failureWords(held).sentence}
          </StateText>
        )}
        {connection === undefined ? null : (
          <Button onClick={() => switchTo(connection)} size="compact-sm">
            {t(asksForSecretOf(other) ? "enterSecret" : "switchTo", { name })}
          </Button>
        )}
      </div>
      <ul className={css.items}>
        {shown.map((item) => (
          <TransferRow key={item.id} item={item} />
        ))}
        {more > 0 ? <li className="fd-small fd-ink2">{t("more", { count: more })}</li> : null}
        {transfers.done > 0 ? (
          <li className="fd-small fd-ink2">
            {t("group.done")} {formats.number(transfers.done)}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
