/** A figure, a bar, and the counts by type and by department. A click on a group filters the gaps. */

import { useTranslation } from "react-i18next";
import type { FuelCompleteness, FuelCount } from "../../../ipc";
import { useFormats } from "../../../shared/use-formats";
import css from "./fuel.module.css";
import type { Group } from "./model";

type Props = { data: FuelCompleteness; chosen: Group | null; onChoose: (group: Group | null) => void };

export function Summary({ data, chosen, onChoose }: Props) {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  const { total } = data;
  const share = total.machines === 0 ? 100 : Math.floor((total.complete * 100) / total.machines);
  const types = data.types.map(({ typeId, name, count }) => ({
    key: typeId ?? "",
    name: name ?? typeId ?? t("fuel.noType"),
    count,
  }));
  const departments = data.departments.map(({ department, count }) => ({
    key: department ?? "",
    name: department ?? t("fuel.noDepartment"),
    count,
  }));
  return (
    <aside aria-label={t("fuel.summary")} className={css.left} data-pane="summary">
      <p className={css.figure}>
        <b>{`${share}\u00a0%`}</b> {t("fuel.have")}
      </p>
      <Bar count={total} />
      <p className="fd-small">
        {t("fuel.counts", {
          complete: formats.number(total.complete),
          missing: formats.number(total.missing),
          odd: formats.number(total.odd),
        })}
      </p>
      <Groups by="type" chosen={chosen} groups={types} onChoose={onChoose} title={t("column.typeId")} />
      <Groups by="department" chosen={chosen} groups={departments} onChoose={onChoose} title={t("column.department")} />
      <p className="fd-small fd-ink2">{t("fuel.meaning")}</p>
    </aside>
  );
}

type GroupsProps = Pick<Props, "chosen" | "onChoose"> & {
  by: Group["by"];
  title: string;
  groups: readonly { key: string; name: string; count: FuelCount }[];
};

function Groups({ by, title, groups, chosen, onChoose }: GroupsProps) {
  const { t } = useTranslation("machines");
  return (
    <table className={css.types}>
      <thead>
        <tr>
          <th>{title}</th>
          <th>
            <span className="fd-heard">{t("fuel.share")}</span>
          </th>
          <th>{t("fuel.complete")}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, name, count }) => {
          const on = chosen?.by === by && chosen.key === key;
          return (
            <tr data-on={on || undefined} key={key}>
              <td>
                <button
                  aria-pressed={on}
                  className={css.type}
                  onClick={() => onChoose(on ? null : { by, key })}
                  type="button"
                >
                  {name}
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
