/** Choice and order of the grid's columns. The mouse moves them in the grid's own head, too. */

import { ActionIcon, Button, Checkbox, Popover } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "../../parts";
import css from "../screen.module.css";
import { ShortButton } from "./ShortButton";

export type ColumnGroup<Name extends string> = {
  readonly key: string;
  readonly title: string;
  readonly columns: readonly { readonly name: Name; readonly title: string; readonly pinned: boolean }[];
};

type Props<Name extends string> = {
  groups: readonly ColumnGroup<Name>[];
  order: readonly Name[];
  onOrder: (order: readonly Name[]) => void;
  onUsual: () => void;
};

export function ColumnChooser<Name extends string>({ groups, order, onOrder, onUsual }: Props<Name>) {
  const { t } = useTranslation("records");
  const pinnedOnes = new Set(
    groups.flatMap(({ columns }) => columns.flatMap((each) => (each.pinned ? [each.name] : []))),
  );
  const toggle = (name: Name) =>
    onOrder(order.includes(name) ? order.filter((each) => each !== name) : [...order, name]);
  const move = (name: Name, by: -1 | 1) => {
    const next = [...order];
    const at = next.indexOf(name);
    const other = next[at + by];
    if (other === undefined || pinnedOnes.has(other)) return;
    next[at] = other;
    next[at + by] = name;
    onOrder(next);
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ShortButton icon="layers" label={t("columns")} size="xs" />
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.popup}>
          {groups.map((group) => (
            <fieldset className={css.columnGroup} key={group.key}>
              <legend className="fd-small fd-ink2">{group.title}</legend>
              {group.columns.map(({ name, title, pinned }) => (
                <div className={css.line} key={name}>
                  <Checkbox
                    checked={order.includes(name)}
                    className={css.grow}
                    disabled={pinned}
                    label={title}
                    onChange={() => toggle(name)}
                  />
                  {order.includes(name) && !pinned ? (
                    <>
                      <ActionIcon aria-label={t("moveLeft", { column: title })} onClick={() => move(name, -1)}>
                        <Icon name="left" size={14} />
                      </ActionIcon>
                      <ActionIcon aria-label={t("moveRight", { column: title })} onClick={() => move(name, 1)}>
                        <Icon name="right" size={14} />
                      </ActionIcon>
                    </>
                  ) : null}
                </div>
              ))}
            </fieldset>
          ))}
          <Button onClick={onUsual} size="xs">
            {t("usualColumns")}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
