/** Which columns stand in the grid, and in which order. The mouse moves them in the grid's own head, too. */

import { ActionIcon, Button, Checkbox, Popover } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { setView, useView } from "../fleet/view";
import { type ColumnName, columnOf, columns, defaultColumns, groups } from "../model/fields";
import css from "../screen.module.css";

export function ColumnChooser() {
  const { t } = useTranslation("machines");
  const order = useView((view) => view.order);
  const toggle = (name: ColumnName) =>
    setView({ order: order.includes(name) ? order.filter((each) => each !== name) : [...order, name], range: null });
  const move = (name: ColumnName, by: -1 | 1) => {
    const next = [...order];
    const at = next.indexOf(name);
    const other = next[at + by];
    if (other === undefined || columnOf(other).pinned) return;
    next[at] = other;
    next[at + by] = name;
    setView({ order: next, range: null });
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button leftSection={<Icon name="layers" />} size="xs">
          {t("columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.popup}>
          {groups.map((group) => (
            <fieldset className={css.columnGroup} key={group}>
              <legend className="fd-small fd-ink2">{t(`group.${group}`)}</legend>
              {columns()
                .filter((column) => column.group === group)
                .map(({ name, pinned }) => (
                  <div className={css.line} key={name}>
                    <Checkbox
                      checked={order.includes(name)}
                      className={css.grow}
                      disabled={pinned === true}
                      label={t(`column.${name}`)}
                      onChange={() => toggle(name)}
                    />
                    {order.includes(name) && !pinned ? (
                      <>
                        <ActionIcon
                          aria-label={t("moveLeft", { column: t(`column.${name}`) })}
                          onClick={() => move(name, -1)}
                        >
                          <Icon name="left" size={14} />
                        </ActionIcon>
                        <ActionIcon
                          aria-label={t("moveRight", { column: t(`column.${name}`) })}
                          onClick={() => move(name, 1)}
                        >
                          <Icon name="right" size={14} />
                        </ActionIcon>
                      </>
                    ) : null}
                  </div>
                ))}
            </fieldset>
          ))}
          <Button onClick={() => setView({ order: defaultColumns, widths: {}, range: null })} size="xs">
            {t("usualColumns")}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
