/** The bar at the bottom while something is selected: how much, and what can be done with it. */

import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import css from "./parts.module.css";
import { useFoot } from "./use-foot";

type Props = { count: number; detail?: string | undefined; onClear: () => void; children: ReactNode };

export function SelectionBar({ count, detail, onClear, children }: Props) {
  const { t } = useTranslation("common");
  const bar = useFoot<HTMLElement>();
  const selected = t("selected", { count });
  return (
    <section aria-label={selected} className={css.selection} ref={bar}>
      <b className={css.count}>{selected}</b>
      {detail === undefined ? null : <span className={`fd-small fd-ink2 ${css.selectionDetail}`}>{detail}</span>}
      <span className={css.spring} />
      {children}
      <ActionIcon aria-label={t("clearSelection")} onClick={onClear}>
        <Icon name="close" />
      </ActionIcon>
    </section>
  );
}
