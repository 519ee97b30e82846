/** The status bar's word on synced folders: the worst of them, and a way there. Quiet while all is well. */

import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../shared/announce";
import { StateIcon } from "../../shared/parts";
import stateCss from "../../shared/parts/state.module.css";
import { useFormats } from "../../shared/use-formats";
import { movingOf, needsOf, worst } from "./model";
import { useFolders } from "./queries";
import css from "./status.module.css";

export function FoldersStatus() {
  const { t } = useTranslation("sync");
  const { t: status } = useTranslation("status");
  const navigate = useNavigate();
  const formats = useFormats();
  const { data } = useFolders();
  const folders = data?.folders ?? [];
  const state = worst(folders);
  const needing = needsOf({ folders }).decisions;
  const moving = movingOf(folders);
  const words =
    needing > 0
      ? t("status.actionNeeded", { count: needing })
      : moving !== null && state === "working"
        ? t("status.moving", formats.bytesOf(moving.done, moving.total))
        : state === null
          ? ""
          : t("status.state", { state: status(state).toLowerCase() });
  useAnnounced(data === undefined ? null : needing, words);
  const also = needing > 0 && moving !== null ? t("status.also", formats.bytesOf(moving.done, moving.total)) : null;
  if (state === null) return null;
  const loud = state === "needsDecision" || state === "failed";
  return (
    <button
      className={`${css.status} ${loud ? `fd-chip ${stateCss.chip} ${stateCss[state]}` : ""}`}
      onClick={() => void navigate({ to: "/folders" })}
      type="button"
    >
      <StateIcon size={15} state={state} />
      {words}
      {also}
    </button>
  );
}

/** How much there is to review in all folders, for the counter in the navigation. */
export function useFoldersNeeding(): number {
  const folders = useFolders().data?.folders ?? [];
  return needsOf({ folders }).decisions;
}

/** Said when one more folder needs somebody, not when one is done, and not what is found at the start. */
function useAnnounced(needing: number | null, words: string): void {
  const before = useRef(needing);
  useEffect(() => {
    if (needing !== null && before.current !== null && needing > before.current) announce(words);
    before.current = needing;
  }, [needing, words]);
}
