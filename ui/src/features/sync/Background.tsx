/** A line for each other connection with folders that sync in the background; it switches to that one. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../shared/app-state";
import { StateIcon } from "../../shared/parts";
import { useSwitch } from "../../shared/use-switch";
import { needsOf, worst } from "./model";
import { useFolders } from "./queries";
import css from "./status.module.css";

export function Background() {
  const { t } = useTranslation("sync");
  const { t: common } = useTranslation("common");
  const navigate = useNavigate();
  const switchTo = useSwitch();
  const { connections } = useAppState();
  const elsewhere = useFolders().data?.elsewhere ?? [];
  const through = (name: string) => elsewhere.filter(({ otherConnection }) => otherConnection === name);
  return connections.map((connection) => {
    const folders = through(connection.name);
    const state = worst(folders);
    if (state === null) return null;
    const environment = common(`environment.${connection.sampleData ? "sample" : connection.environment}`);
    const named = { connection: `${connection.name} · ${environment}` };
    const paused = folders.every((folder) => folder.paused !== null);
    const { folders: asking } = needsOf({ folders });
    return (
      <button
        className={css.background}
        key={connection.name}
        onClick={() => switchTo(connection, { used: () => void navigate({ to: "/folders" }) })}
        type="button"
      >
        <StateIcon size={15} state={state} />
        {t(paused ? "backgroundPaused" : "background", { ...named, count: folders.length })}
        {asking.length === 0 ? null : ` · ${t("backgroundAsks", { count: asking.length })}`}
      </button>
    );
  });
}
