/** Names the window: screen, company, and the environment if it is not Production. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../shared/app-state";

export function useWindowTitle(pathname: string): void {
  const { t } = useTranslation("shell");
  const connection = useConnection();
  useEffect(() => {
    const screen = pathname.startsWith("/settings")
      ? t("settings")
      : pathname.startsWith("/guide")
        ? t("guide")
        : pathname.startsWith("/folders")
          ? t("folders")
          : pathname.startsWith("/history")
            ? t("history")
            : t("documents");
    const company = connection?.company ?? connection?.name;
    let title: string = t("title.plain");
    if (company !== undefined && pathname !== "/connect") title = t("title.screen", { screen, company });
    if (connection?.sampleData) title = t("title.sample", { title });
    else if (connection?.environment === "test") title = t("title.test", { title });
    document.title = title;
  }, [pathname, connection, t]);
}
