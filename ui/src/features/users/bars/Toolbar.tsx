/** Search, views, columns: everything that decides what is seen, and nothing that changes a user. */

import { ActionIcon, Menu } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { FilterPills, Icon, SearchField } from "../../../shared/parts";
import { ColumnChooser } from "../../../shared/records/bars/ColumnChooser";
import css from "../../../shared/records/screen.module.css";
import { columns, defaultColumns, groups } from "../model/fields";
import { viewDays, viewNames } from "../model/views";
import type { Rows } from "../users/use-rows";
import { useTitle } from "../users/use-showing";
import { openPanel, setView, useView } from "../users/view";

type Props = { rows: Rows; search: RefObject<HTMLInputElement | null>; toRows: () => void };

export function Toolbar({ rows, search, toRows }: Props) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const title = useTitle();
  const { view, search: text, order } = useView();
  return (
    <div aria-label={records("toolbar")} className={css.toolbar} data-pane="toolbar" role="toolbar">
      <SearchField
        className={css.search}
        hint={t("searchHint")}
        label={t("search")}
        onText={(text) => setView({ search: text })}
        ref={search}
        text={text}
        toRows={toRows}
      />
      <FilterPills
        pills={viewNames.map((name) => ({
          key: name,
          label: t(`view.${name}`, { count: viewDays }),
          count: rows.counts[name],
          on: view === name,
          onToggle: () => setView({ view: name }),
          ...(name === "leaving" || name === "left" || name === "cardExpiring"
            ? { hint: t(`viewWhy.${name}`, { count: viewDays }) }
            : {}),
        }))}
      />
      <div className={css.tools}>
        <ColumnChooser
          groups={groups.map((group) => ({
            key: group,
            title: t(`group.${group}`),
            columns: columns.flatMap(({ name, group: of, pinned }) =>
              of === group ? [{ name, title: title(name), pinned: pinned === true }] : [],
            ),
          }))}
          onOrder={(next) => setView({ order: next })}
          onUsual={() => setView({ order: defaultColumns, widths: {} })}
          order={order}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={records("more")} title={records("more")}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => openPanel({ kind: "batches" })}>{records("batches.title")}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}
