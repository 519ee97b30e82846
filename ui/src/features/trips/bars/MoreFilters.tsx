/** The filters that the toolbar has no room for: one that is set is released here, another one is chosen here. */

import { Popover } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FilterPill, Icon } from "../../../shared/parts";
import { type FilterPart, isSet } from "../model/filter";
import { releaseFilter, useTripFilter } from "../model/store";
import css from "../trips.module.css";
import { useFilterWords } from "../use-choices";
import { FilterValues, type ListedPart } from "./FilterMenus";

type Props = { parts: readonly Exclude<FilterPart, "text">[]; ref: Ref<HTMLButtonElement> };

export function MoreFilters({ parts, ref }: Props) {
  const { t } = useTranslation("trips");
  const { t: common } = useTranslation("common");
  const filter = useTripFilter();
  const words = useFilterWords();
  const [open, setOpen] = useState(false);
  /** Whose values are shown; none while the filters are. */
  const [chosen, setChosen] = useState<ListedPart | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const turn = (to: boolean) => {
    setOpen(to);
    setChosen(null);
  };
  // The button that was pressed made room for the values.
  useEffect(() => {
    if (chosen !== null) box.current?.querySelector("input")?.focus();
  }, [chosen]);
  return (
    <Popover onChange={turn} opened={open} position="bottom-start" trapFocus>
      <Popover.Target>
        <FilterPill
          icon="down"
          label={common("moreFilters")}
          on={parts.some((part) => isSet(filter, part))}
          onToggle={() => turn(!open)}
          ref={ref}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <div ref={box}>
          {chosen !== null ? (
            <FilterValues onDone={() => turn(false)} part={chosen} />
          ) : (
            <div className={css.popup}>
              <div className={css.options}>
                {parts.map((part) =>
                  isSet(filter, part) ? (
                    <button
                      aria-label={t("filters.release", { filter: `${t(`part.${part}`)}: ${words(part)}` })}
                      className={css.option}
                      key={part}
                      onClick={() => {
                        releaseFilter(part);
                        turn(false);
                      }}
                      type="button"
                    >
                      <span className={css.cut}>{`${t(`part.${part}`)}: ${words(part)}`}</span>
                      <Icon name="close" size={13} />
                    </button>
                  ) : part === "problem" ? null : (
                    <button className={css.option} key={part} onClick={() => setChosen(part)} type="button">
                      {t(`part.${part}`)}
                      <Icon name="right" size={13} />
                    </button>
                  ),
                )}
              </div>
            </div>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
