/**
 * A drag of files over the window: targets light up, all else fades, a label names the target of the drop. Shown once
 * by the shell. The drag is watched by the desktop side; the web view itself gets no drag events.
 */

import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Target, useBridgeEvent } from "../../../ipc";
import { middleTarget, takesDrops } from "../../../shared/drops";
import { useShortcut } from "../../../shared/keyboard";
import { Icon, Keys } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useForgetOfOthers, usePlanActs } from "../mutations";
import { useTargetNames } from "../page/use-target-names";
import { useProjects } from "../queries";
import { type Drag, useDesk } from "../store";
import css from "./drag.module.css";
import { labelPlace } from "./model";
import { useDrag } from "./use-drag";

export function DropLayer() {
  const navigate = useNavigate();
  useForgetOfOthers();
  // A drop anywhere ends in its plan, which the documents screen shows.
  useDrag(() => void navigate({ to: "/documents" }));
  const { pick, paste, given } = usePlanActs();
  const takeGiven = useCallback(async () => {
    if (await given()) void navigate({ to: "/documents" });
  }, [given, navigate]);
  // Given before there was a window to tell.
  useEffect(() => void takeGiven(), [takeGiven]);
  // *Upload files…* of the tray: to the page that is shown, else the plan asks for the project.
  useBridgeEvent("navigate", ({ to }) => {
    if (to === "uploadGiven") void takeGiven();
    if (to !== "sendFiles") return;
    void navigate({ to: "/documents" });
    pick(false, useDesk.getState().target).catch(() => {});
  });
  // The start screen takes what the documents screen takes; the other screens paste for themselves.
  const onOverview = useLocation({ select: ({ pathname }) => pathname === "/overview" });
  const pasteHere = async () => {
    if (await paste(null)) void navigate({ to: "/documents" });
  };
  useShortcut("pasteFiles", () => void pasteHere(), onOverview);
  useShortcut("pasteFilesShift", () => void pasteHere(), onOverview);
  const drag = useDesk((state) => state.drag);
  return drag === null ? null : <Label drag={drag} />;
}

function Label({ drag }: { drag: Drag }) {
  const { t } = useTranslation("documents", { keyPrefix: "drag" });
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const { over } = drag;
  const readOnly = useDesk((state) => state.readOnly);
  const middle = middleTarget(drag);
  useLayoutEffect(() => {
    const shown = box.current;
    if (shown && (shown.offsetWidth !== size.width || shown.offsetHeight !== size.height))
      setSize({ width: shown.offsetWidth, height: shown.offsetHeight });
  });
  const counted = [
    drag.files > 0 || drag.folders === 0 ? t("files", { count: drag.files }) : "",
    drag.folders > 0 ? t("folders", { count: drag.folders }) : "",
  ];
  return (
    <>
      {middle === null ? null : (
        <div className={css.middle}>
          <Icon name="send" size={28} />
          <b className="fd-title">{middle.title}</b>
          <span>{middle.hint}</span>
        </div>
      )}
      <div
        ref={box}
        className={css.label}
        style={labelPlace(drag, size, { width: window.innerWidth, height: window.innerHeight })}
      >
        <div className={css.line}>
          <Icon className={css.layers} name="layers" size={20} />
          <b>{counted.filter(Boolean).join(", ")}</b>
          <span className="fd-ink2">{drag.counting ? t("counting") : formats.bytes(drag.bytes)}</span>
        </div>
        <div className={`fd-small ${css.line}`}>
          {middle !== null ? (
            middle.title
          ) : readOnly ? (
            t("readOnly")
          ) : over === null ? (
            t(takesDrops() ? "folder" : hasTargets() ? "nowhere" : "choose")
          ) : (
            <Over over={over} />
          )}
        </div>
      </div>
      <div className={css.hint} role="status">
        {t("hint")} <Keys>Esc</Keys> {t("cancel")}
      </div>
    </>
  );
}

/** Other screens have no targets: there a drop asks for the project. */
function hasTargets(): boolean {
  return document.querySelector("[data-drop-target]") !== null;
}

function Over({ over }: { over: { target: Target; section: string | null } }) {
  const { t } = useTranslation("documents", { keyPrefix: "drag" });
  const { title, number } = useTargetNames(over.target);
  const inactive = useProjects().data?.projects.some(
    (project) => project.id === over.target.project && !project.active,
  );
  const place = over.target.workOrder === null ? number : `${number} · ${title}`;
  return (
    <>
      <Icon name="arrow" size={15} />
      <span>
        {place}
        {over.section === null ? null : (
          <>
            {` · ${t("section")} `}
            <b>{over.section}</b>
          </>
        )}
        {inactive ? ` · ${t("inactive")}` : ""}
      </span>
    </>
  );
}
