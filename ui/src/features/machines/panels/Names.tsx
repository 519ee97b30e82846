/** The machines that an act is about, by number and name. */

import { useTranslation } from "react-i18next";
import { useFleet } from "../fleet/store";
import { text } from "../model/types";
import css from "./panels.module.css";

/** More than are read; the rest is counted. */
const most = 200;

export function Names({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation("machines");
  const machines = useFleet((fleet) => fleet.machines);
  if (ids.length === 0) return <p className="fd-small fd-ink2">{t("names.none")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
    <ul aria-label={t("names.label", { count: ids.length })} className={css.names} tabIndex={0}>
      {ids.slice(0, most).map((id) => {
        const machine = machines.get(id);
        return (
          <li key={id}>
            <b>{text(machine?.machineNumber)}</b> {text(machine?.name)}
          </li>
        );
      })}
      {ids.length > most ? <li className="fd-ink2">{t("names.more", { count: ids.length - most })}</li> : null}
    </ul>
  );
}
