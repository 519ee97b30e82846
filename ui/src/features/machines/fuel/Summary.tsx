/** One figure, one bar, and how it stands by type. A type filters the gaps. */

import { useTranslation } from "react-i18next";
import type { FuelCompleteness, FuelCount } from "../../../ipc";
import css from "./fuel.module.css";

type Props = { data: FuelCompleteness; chosen: string | null; onChoose: (typeId: string | null) => void };

export function Summary({ data, chosen, onChoose }: Props) {
  const { t } = useTranslation("machines");
  const { total } = data;
  const share = total.machines === 0 ? 100 : Math.floor((total.complete * 100) / total.machines);
  return (
    <aside aria-label={t("fuel.summary")} className={css.left}>
      <p className={css.figure}>
        <b>{share} %</b> {t("fuel.have")}
      </p>
      <Bar count={total} />
      <p className="fd-small">
        {t("fuel.counts", { complete: total.complete, missing: total.missing, odd: total.odd })}
      </p>
      <table className={css.types}>
        <thead>
          <tr>
            <th>{t("column.typeId")}</th>
            <th>
              <span className="fd-heard">{t("fuel.share")}</span>
            </th>
            <th>{t("fuel.complete")}</th>
          </tr>
        </thead>
        <tbody>
          {data.types.map(({ typeId, name, count }) => {
            const on = chosen === (typeId ?? "");
            return (
              <tr data-on={on || undefined} key={typeId ?? ""}>
                <td>
                  <button
                    aria-pressed={on}
                    className={css.type}
                    onClick={() => onChoose(on ? null : (typeId ?? ""))}
                    type="button"
                  >
                    {name ?? typeId ?? t("fuel.noType")}
                  </button>
                </td>
                <td className={css.small}>
                  <Bar count={count} />
                </td>
                <td>{t("fuel.of", { complete: count.complete, count: count.machines })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="fd-small fd-ink2">{t("fuel.meaning")}</p>
    </aside>
  );
}

/** Its numbers stand beside it in words. */
function Bar({ count }: { count: FuelCount }) {
  const share = count.machines === 0 ? 100 : (count.complete * 100) / count.machines;
  return (
    <span aria-hidden="true" className={css.bar}>
      {share > 0 ? <span className={css.complete} style={{ width: `${share}%` }} /> : null}
      {share < 100 ? <span className={css.rest} style={{ width: `${100 - share}%` }} /> : null}
    </span>
  );
}
