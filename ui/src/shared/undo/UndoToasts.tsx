/** The toasts at the bottom, beside the navigation. Their time stands still while one is hovered or holds the focus. */

import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../parts/Icon";
import { useFoot } from "../parts/use-foot";
import { finishUndo, newestUndo, runUndo, type UndoToast, undoTimeMs, useUndoStore } from "./store";
import css from "./undo.module.css";

export function UndoToasts() {
  const { t } = useTranslation("common");
  const toasts = useUndoStore((state) => state.toasts);
  const box = useFoot<HTMLElement>("--fd-toasts");
  return (
    <section aria-label={t("justDone")} className={css.toasts} data-drop-through data-over-page ref={box}>
      {toasts.map((toast) => (
        <Toast key={toast.id} newest={toast === newestUndo(toasts)} toast={toast} />
      ))}
    </section>
  );
}

function Toast({ toast, newest }: { toast: UndoToast; newest: boolean }) {
  const { t } = useTranslation("common");
  const [held, setHeld] = useState(false);
  const left = useRef(undoTimeMs);

  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => finishUndo(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [held, toast.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock; the buttons inside act
    <div
      className={css.toast}
      onBlur={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <span role="status">{toast.text}</span>
      {toast.undo === null ? null : (
        <button className={css.action} onClick={() => runUndo(toast.id)} type="button">
          {toast.label ?? t("undo")}
        </button>
      )}
      {toast.actions.map(({ label, run }) => (
        <button className={css.action} key={label} onClick={run} type="button">
          {label}
        </button>
      ))}
      {newest ? <kbd className={css.keys}>Ctrl Z</kbd> : null}
      <button aria-label={t("close")} className={css.close} onClick={() => finishUndo(toast.id)} type="button">
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
