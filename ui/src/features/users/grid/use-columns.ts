/** The columns as AG Grid wants them. */

import type { ColDef } from "ag-grid-community";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../../shared/app-state";
import { type Draw, DrawnCell } from "../../../shared/records/grid/DrawnCell";
import { element, markedCell, oddCell, plain, waitsSign } from "../../../shared/records/grid/elements";
import type { Handle } from "../../../shared/records/grid/handles";
import { columnDef, type KeyHandler } from "../../../shared/records/grid/RecordGrid";
import { isRanged } from "../../../shared/records/grid/rectangle";
import { headWidth, markedDateWidth } from "../../../shared/records/grid/widths";
import { sortedBy } from "../../../shared/records/sort";
import { useOddWords } from "../../../shared/records/use-odd-words";
import { changesOf, draftCell, isChanged } from "../model/draft";
import { type ColumnName, columnOf } from "../model/fields";
import { oddIn } from "../model/show";
import { isDisabled, type User } from "../model/types";
import { cardExpires, daysUntil, isLeaving, isOverdue } from "../model/views";
import { useUsers } from "../users/store";
import { useShowing, useTitle } from "../users/use-showing";
import { draftOf, setView, useView } from "../users/view";

const userAt = (id: string): User | undefined => useUsers.getState().users.get(id);

/** The number stands for the row: what was changed may have no column. */
const isMarked = (id: string, name: ColumnName) =>
  name === "employeeNumber" ? changesOf(draftOf(id)) > 0 : isChanged(draftOf(id), name);

export function useColumns(onKey: KeyHandler): ColDef<Handle, string>[] {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const title = useTitle();
  const to = useShowing();
  const oddWords = useOddWords();
  const order = useView((view) => view.order);
  const sort = useView((view) => view.sort);
  const scale = useAppState().settings.textSizePercent / 100;
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language, as the words do
  return useMemo(() => {
    const today = new Date();
    const ended = (user: User | undefined) =>
      user === undefined
        ? null
        : isOverdue(user, today)
          ? t("cell.ended")
          : isLeaving(user, today)
            ? t("cell.soon")
            : null;
    const expires = (user: User | undefined) => {
      if (user === undefined || isDisabled(user) || !cardExpires(user, today)) return null;
      return t((daysUntil(user.values.cardExpirationDate, today) ?? 0) < 0 ? "cell.expired" : "cell.soon");
    };
    const draws: Partial<Record<ColumnName, Draw>> = {
      employeeNumber: (_, shown) => element("b", "fd-cell-number", shown),
      employmentEndDate: ({ id }, shown) => markedCell(shown, ended(userAt(id))),
      cardExpirationDate: ({ id }, shown) => markedCell(shown, expires(userAt(id))),
      isDisabled: ({ id }, shown) => {
        const waits = userAt(id)?.acting != null;
        return waits ? element("span", "fd-cell-switch", shown, waitsSign(t("cell.waits"))) : plain(shown);
      },
    };
    const drawOdd =
      (name: ColumnName): Draw =>
      ({ id }, shown) =>
        oddCell(shown, records("unreadable.label"), (userAt(id) ? oddIn(name, userAt(id) as User) : []).map(oddWords));
    const marks = (["cell.ended", "cell.soon", "cell.expired"] as const).map((key) => t(key));
    const least = (name: ColumnName) => {
      const own = name === "employmentEndDate" || name === "cardExpirationDate";
      const date = own ? markedDateWidth(to.date("2028-10-28"), marks, scale) : 0;
      const head = headWidth(title(name), scale, sort.column === name);
      return Math.ceil(Math.max(columnOf(name).width * scale, head, date));
    };
    const { widths } = useView.getState();
    return order.map((name, at): ColDef<Handle, string> => {
      const column = columnOf(name);
      const draw = draws[name];
      return {
        ...columnDef(
          { name, title: title(name), least: least(name), share: column.share ?? 1, pinned: column.pinned === true },
          { sort, width: widths[name], onSort: () => sortBy(name) },
        ),
        valueGetter: ({ data }) => {
          const user = data === undefined ? undefined : userAt(data.id);
          return user === undefined ? "" : draftCell(name, user, draftOf(user.id), to);
        },
        suppressKeyboardEvent: onKey,
        cellClassRules: {
          "fd-changed": ({ data }) => data !== undefined && isMarked(data.id, name),
          "fd-ranged": (params) => isRanged(params, at, useView.getState().range),
          "fd-quiet": ({ data }) => {
            const user = data === undefined ? undefined : userAt(data.id);
            return user !== undefined && isDisabled(user);
          },
        },
        cellRendererSelector: ({ data }) => {
          const user = data === undefined ? undefined : userAt(data.id);
          // What is said of a stored value is not said of one that was typed.
          if (user !== undefined && isChanged(draftOf(user.id), name)) return undefined;
          const by = user !== undefined && oddIn(name, user).length > 0 ? drawOdd(name) : draw;
          return by === undefined ? undefined : { component: DrawnCell, params: { draw: by } };
        },
      };
    });
  }, [order, sort, to, t, records, oddWords, scale, onKey]);
}

export function sortBy(column: ColumnName): void {
  setView(({ sort }) => ({ sort: sortedBy(sort, column) }));
}
