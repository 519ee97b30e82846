/** Search, views, filters, columns: everything that decides what is seen, and nothing that changes a machine. */

import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { openKeys } from "../../../shared/keys/store";
import { FilterPills, Icon, Keys, SearchField } from "../../../shared/parts";
import { ColumnChooser } from "../../../shared/records/bars/ColumnChooser";
import css from "../../../shared/records/screen.module.css";
import type { Edits } from "../actions/use-edits";
import type { Rows } from "../fleet/use-rows";
import { openPanel, setView, useView } from "../fleet/view";
import { columns, defaultColumns, groups } from "../model/fields";
import { dueMonths, type Filter, viewNames } from "../model/filters";
import { FilterMenu } from "./FilterMenu";
import { NameField } from "./NameField";

type Props = {
  rows: Rows;
  edits: Edits;
  readOnly: boolean;
  search: RefObject<HTMLInputElement | null>;
  undo: () => void;
  toRows: () => void;
};

export function Toolbar({ rows, edits, readOnly, search, undo, toRows }: Props) {
  const { t } = useTranslation(["machines", "records", "keys"]);
  const [naming, setNaming] = useState(false);
  const { view, search: searched, filters, ownViews, ownView, commands, order } = useView();
  const choose = (name: (typeof viewNames)[number]) => setView({ view: name, ownView: null });
  return (
    <div className={css.toolbar} data-pane="toolbar" role="toolbar" aria-label={t("records:toolbar")}>
      <SearchField
        className={css.search}
        hint={t("searchHint")}
        label={t("search")}
        onText={(text) => setView({ search: text })}
        ref={search}
        text={searched}
        toRows={toRows}
      />
      <FilterPills
        pills={[
          ...viewNames.map((name) => ({
            key: name,
            label: t(`view.${name}`),
            count: rows.counts[name],
            on: ownView === null && view === name,
            onToggle: () => choose(name),
            ...(name === "serviceDue" ? { hint: t("dueWhy", { count: dueMonths }) } : {}),
          })),
          ...ownViews.map((own) => ({
            key: `own ${own.name}`,
            label: own.name,
            on: ownView === own.name,
            onToggle: () => setView({ view: own.view, search: own.search, filters: own.filters, ownView: own.name }),
          })),
        ]}
      />
      {filters.map((filter) => (
        <Pill filter={filter} key={filter.column} />
      ))}
      <FilterMenu rows={rows} />
      {naming ? (
        <NameField
          label={t("viewName")}
          onClose={() => setNaming(false)}
          onName={(name) =>
            setView(({ ownViews: known }) => ({
              ownViews: [...known.filter((each) => each.name !== name), { name, view, search: searched, filters }],
              ownView: name,
            }))
          }
        />
      ) : null}
      <div className={css.tools}>
        {readOnly ? null : (
          <>
            <Tooltip label={`${t("undo")} (${shortcutLabel("undo")})`}>
              <ActionIcon aria-label={t("undo")} disabled={commands.done.length === 0} onClick={undo}>
                <Icon name="undo" />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={`${t("redo")} (${shortcutLabel("redo")})`}>
              <ActionIcon
                aria-label={t("redo")}
                disabled={commands.undone.length === 0}
                onClick={() => void edits.redo()}
              >
                <Icon className={css.mirrored} name="undo" />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <ColumnChooser
          groups={groups.map((group) => ({
            key: group,
            title: t(`group.${group}`),
            columns: columns().flatMap(({ name, group: of, pinned }) =>
              of === group ? [{ name, title: t(`column.${name}`), pinned: pinned === true }] : [],
            ),
          }))}
          onOrder={(next) => setView({ order: next, range: null })}
          onUsual={() => setView({ order: defaultColumns, widths: {}, range: null })}
          order={order}
        />
        {/* The field for a name keeps the focus: it closes without it. */}
        <Menu position="bottom-end" returnFocus={!naming}>
          <Menu.Target>
            <ActionIcon aria-label={t("records:more")} title={t("records:more")}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => openPanel({ kind: "batches" })}>{t("records:batches.title")}</Menu.Item>
            <Menu.Item onClick={openKeys} rightSection={<Keys>?</Keys>}>
              {t("keys:title")}
            </Menu.Item>
            <Menu.Item onClick={() => setNaming(true)}>{t("saveView")}</Menu.Item>
            {ownView === null ? null : (
              <Menu.Item
                onClick={() =>
                  setView(({ ownViews: known }) => ({
                    ownViews: known.filter(({ name }) => name !== ownView),
                    ownView: null,
                  }))
                }
              >
                {t("forgetView", { name: ownView })}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

/** A filter in force: a filled pill that goes with a click. */
function Pill({ filter }: { filter: Filter }) {
  const { t } = useTranslation(["machines", "records"]);
  const what =
    filter.kind === "values"
      ? filter.values.map((value) => (value === "" ? t("records:emptyValue") : value)).join(", ")
      : `${filter.from ?? "…"} – ${filter.to ?? "…"}`;
  const label = `${t(`column.${filter.column}`)}: ${what.length > 40 ? `${what.slice(0, 39)}…` : what}`;
  return (
    <Button
      aria-label={t("dropFilter", { filter: label })}
      onClick={() => setView(({ filters }) => ({ filters: filters.filter((each) => each !== filter) }))}
      radius="xl"
      rightSection={<Icon name="close" size={12} />}
      size="xs"
      variant="light"
    >
      {label}
    </Button>
  );
}
