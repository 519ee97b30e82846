/** Names the window: screen, company, and the environment if it is not Production. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../shared/app-state";
import { screens } from "./screens";

/** Screens with their own title; the first that an address begins with counts. */
const named = [...screens, { name: "activity", to: "/activity" }, { name: "guide", to: "/guide" }] as const;

export function useWindowTitle(pathname: string): void {
  const { t } = useTranslation("shell");
  const common = useTranslation("common").t;
  const connection = useConnection();
  useEffect(() => {
    const screen = t(named.find(({ to }) => pathname.startsWith(to))?.name ?? "documents");
    // Without a company, sample data is called by what it is: that is said once.
    const isNameless = connection?.sampleData === true && connection.company === null;
    const company = isNameless ? common("environment.sample") : (connection?.company ?? connection?.name);
    let title: string = t("title.plain");
    if (company !== undefined && pathname !== "/connect") title = t("title.screen", { screen, company });
    // Where a connection is made or changed, the environment of the one in use does not matter.
    if (pathname !== "/connect") {
      if (connection?.sampleData && !isNameless) title = t("title.sample", { title });
      else if (connection?.environment === "test") title = t("title.test", { title });
    }
    document.title = title;
  }, [pathname, connection, t, common]);
}
