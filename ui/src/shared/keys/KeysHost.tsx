/** Opens the list of keys by `?` on every screen; the list itself is loaded then. */

import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../commands";
import { shortcutLabel, useShortcutAbove } from "../keyboard";
import { openKeys, useKeysList } from "./store";

const KeysList = lazy(() => import("./KeysList").then((m) => ({ default: m.KeysList })));

export function KeysHost() {
  const { t } = useTranslation("keys");
  const turn = useKeysList((list) => list.turn);
  useShortcutAbove("keys", openKeys);
  useCommands([{ id: "keys", icon: "help", label: t("title"), keys: shortcutLabel("keys"), run: openKeys }], true);
  if (turn === 0) return null;
  return (
    <Suspense>
      <KeysList />
    </Suspense>
  );
}
