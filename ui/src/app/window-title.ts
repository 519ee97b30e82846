/** Names the window: screen, company, and the environment if it is not Production. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../shared/app-state";
import { screens } from "./screens";

export function useWindowTitle(pathname: string): void {
  const { t } = useTranslation("shell");
  const connection = useConnection();
  useEffect(() => {
    const shown = screens.find(({ to }) => pathname.startsWith(to))?.name;
    const screen = t(shown ?? (pathname.startsWith("/guide") ? "guide" : "documents"));
    const company = connection?.company ?? connection?.name;
    let title: string = t("title.plain");
    if (company !== undefined && pathname !== "/connect") title = t("title.screen", { screen, company });
    if (connection?.sampleData) title = t("title.sample", { title });
    else if (connection?.environment === "test") title = t("title.test", { title });
    document.title = title;
  }, [pathname, connection, t]);
}
