/** Filters on one line of a toolbar; those without room for them are in a menu at its end. */

import { Menu, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormats } from "../use-formats";
import { FilterPill } from "./FilterPill";
import { Icon } from "./Icon";
import css from "./parts.module.css";
import { useFirstLine } from "./use-first-line";

export type Pill = {
  key: string;
  label: string;
  count?: number | undefined;
  on: boolean;
  onToggle: () => void;
  /** Meaning of the filter. */
  hint?: string;
};

export function FilterPills({ pills }: { pills: readonly Pill[] }) {
  const { t } = useTranslation("common");
  const formats = useFormats();
  const { line, menu, fitting } = useFirstLine(pills.length);
  const on = pills.find((pill) => pill.on)?.label;
  const rest = pills.slice(fitting);
  return (
    <>
      <div className={css.pills} data-filters ref={line}>
        {pills.map(({ key, hint, ...pill }, at) => (
          <span className={at < fitting ? undefined : css.noRoom} key={key}>
            <Tooltip disabled={hint === undefined} label={hint}>
              <span>
                <FilterPill {...pill} />
              </span>
            </Tooltip>
          </span>
        ))}
      </div>
      {rest.length === 0 ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <button
              className={`${css.pill} ${rest.some((pill) => pill.on) ? css.pillOn : ""}`}
              ref={menu}
              type="button"
            >
              {/* As wide as each label it can have: a shorter one would make room for the filter that lent it. */}
              <span className={css.pillLabels}>
                <span>{rest.find((pill) => pill.on)?.label ?? t("moreFilters")}</span>
                <span aria-hidden>{t("moreFilters")}</span>
                <span aria-hidden>{on}</span>
              </span>
              <Icon name="down" size={14} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ key, label, count, on: isOn, onToggle, hint }) => (
              <Menu.Item
                key={key}
                leftSection={isOn ? <Icon name="tick" size={15} /> : null}
                onClick={onToggle}
                rightSection={count === undefined ? undefined : formats.number(count)}
              >
                {label}
                {hint === undefined ? null : <span className={`${css.filterHint} fd-small fd-ink2`}>{hint}</span>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
