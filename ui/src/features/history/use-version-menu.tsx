/** The menu of a kept version: what its buttons do, by right click or by Shift F10 on one of them. */

import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { KeptVersion } from "../../ipc";
import { isMenuKey, type MenuAct, useActsMenu } from "../../shared/parts/use-acts-menu";
import type { VersionActs } from "./use-history";

type Handlers = { onContextMenu: (event: MouseEvent) => void; onKeyDown: (event: KeyboardEvent) => void };

export function useVersionMenu(acts: VersionActs): {
  menu: ReactNode;
  /** The handlers of the row of a version; `gone` is true where the version is no longer kept. */
  handlers: (version: KeptVersion, gone: boolean) => Handlers;
} {
  const { t } = useTranslation("history");
  const row = useRef<Element | null>(null);
  const { menu, open } = useActsMenu(() => row.current?.querySelector("button")?.focus());
  const actsOf = (version: KeptVersion): readonly MenuAct[] => [
    { label: t("open"), run: () => void acts.open(version) },
    ...(version.notRestorable === null && !acts.busy
      ? [{ label: t("restore"), run: () => void acts.restore([version]) }]
      : []),
    { label: t("saveAs"), run: () => void acts.saveAs(version) },
  ];
  const show = (version: KeptVersion, gone: boolean, event: MouseEvent | KeyboardEvent) => {
    row.current = event.currentTarget;
    open({ title: version.shownName, acts: gone ? [] : actsOf(version) }, event);
  };
  return {
    menu,
    handlers: (version, gone) => ({
      onContextMenu: (event) => show(version, gone, event),
      onKeyDown: (event) => {
        if (isMenuKey(event)) show(version, gone, event);
      },
    }),
  };
}
