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
  /** What the filter means. */
  hint?: string;
};

export function FilterPills({ pills }: { pills: readonly Pill[] }) {
  const { t } = useTranslation("common");
  const formats = useFormats();
  const { line, fitting } = useFirstLine(pills.length);
  const rest = pills.slice(fitting);
  return (
    <>
      <div className={css.pills} ref={line}>
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
            <button className={`${css.pill} ${rest.some(({ on }) => on) ? css.pillOn : ""}`} type="button">
              {rest.find(({ on }) => on)?.label ?? t("moreFilters")}
              <Icon name="down" size={14} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ key, label, count, on, onToggle, hint }) => (
              <Menu.Item
                key={key}
                leftSection={on ? <Icon name="tick" size={15} /> : null}
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
