/** Names the window: screen, company, and the environment if it is not Production. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../shared/app-state";

/** Screens by the first part of their address. */
const screens = ["documents", "folders", "machines", "users", "history", "settings", "guide"] as const;

export function useWindowTitle(pathname: string): void {
  const { t } = useTranslation("shell");
  const connection = useConnection();
  useEffect(() => {
    const first = pathname.split("/")[1];
    const screen = t(screens.find((name) => name === first) ?? "documents");
    const company = connection?.company ?? connection?.name;
    let title: string = t("title.plain");
    if (company !== undefined && pathname !== "/connect") title = t("title.screen", { screen, company });
    if (connection?.sampleData) title = t("title.sample", { title });
    else if (connection?.environment === "test") title = t("title.test", { title });
    document.title = title;
  }, [pathname, connection, t]);
}
