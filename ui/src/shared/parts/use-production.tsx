/** Names *Production* where a connection to try things out could be meant as well. */

import { useTranslation } from "react-i18next";
import { useAppState } from "../app-state";
import { EnvTag } from "./EnvTag";

/** True while the connection in use is one of Production beside one of Test or of sample data. */
export function useIsProduction(): boolean {
  const { connections } = useAppState();
  const isQuiet = ({ environment, sampleData }: (typeof connections)[number]) => environment === "test" || sampleData;
  const active = connections.find((connection) => connection.active);
  return active !== undefined && !isQuiet(active) && connections.some(isQuiet);
}

/** Props of a button that changes what others see: the tag, and the same as its description. */
export function useProduction() {
  const { t } = useTranslation("common");
  if (!useIsProduction()) return {};
  return {
    "aria-description": t("environment.production"),
    rightSection: (
      <span aria-hidden="true">
        <EnvTag environment="production" sampleData={false} />
      </span>
    ),
  };
}
