/** The toasts at the bottom, beside the navigation. The time of one, and of its group, stands still while it is hovered
 * or holds the focus. */

import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EnvTag } from "../parts/EnvTag";
import { Icon } from "../parts/Icon";
import { useFoot } from "../parts/use-foot";
import { useIsProduction } from "../parts/use-production";
import { actInProduction, finishUndo, newestUndo, runUndo, type UndoToast, undoTimeMs, useUndoStore } from "./store";
import css from "./undo.module.css";

/** `timeMs`: how long a toast stands. */
export function UndoToasts({ timeMs = undoTimeMs }: { timeMs?: number }) {
  const { t } = useTranslation("common");
  const state = useUndoStore();
  const { toasts } = state;
  const [looked, setLooked] = useState<number | null>(null);
  const looking = toasts.find(({ id }) => id === looked);
  const sameGroup = (a: UndoToast, b: UndoToast | undefined) =>
    a === b || (a.group !== undefined && a.group === b?.group);
  const box = useFoot<HTMLElement>("--fd-toasts");
  const production = useIsProduction();
  useEffect(() => actInProduction(production), [production]);
  return (
    <section aria-label={t("justDone")} className={css.toasts} data-drop-through data-over-page ref={box}>
      {toasts.map((toast) => {
        const together = toasts.filter((other) => sameGroup(toast, other));
        return (
          <Toast
            earlier={together.length - 1}
            folded={together.at(-1) !== toast}
            held={sameGroup(toast, looking)}
            key={toast.id}
            newest={toast === newestUndo(state)}
            onLook={setLooked}
            timeMs={timeMs}
            toast={toast}
          />
        );
      })}
    </section>
  );
}

type Props = {
  toast: UndoToast;
  newest: boolean;
  /** Others of its group that it stands for. */
  earlier: number;
  /** Another one stands for it: only its time goes on. */
  folded: boolean;
  /** True while its time stands still. */
  held: boolean;
  onLook: (id: number | null) => void;
  timeMs: number;
};

function Toast({ toast, newest, earlier, folded, held, onLook, timeMs }: Props) {
  const { t } = useTranslation("common");
  const left = useRef(timeMs);

  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => finishUndo(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [held, toast.id]);

  if (folded) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock; the buttons inside act
    <div
      className={css.toast}
      onBlur={() => onLook(null)}
      onFocus={() => onLook(toast.id)}
      onMouseEnter={() => onLook(toast.id)}
      onMouseLeave={() => onLook(null)}
    >
      <span role="status">
        {toast.ofProduction ? (
          <>
            <EnvTag environment="production" sampleData={false} />{" "}
          </>
        ) : null}
        {toast.text}
      </span>
      {toast.undo === null || toast.label === null ? null : (
        <button className={css.action} onClick={() => runUndo(toast.id)} type="button">
          {toast.label ?? t("undo")}
        </button>
      )}
      {toast.actions.map(({ label, run }) => (
        <button className={css.action} key={label} onClick={run} type="button">
          {label}
        </button>
      ))}
      {earlier === 0 ? null : <span className={css.earlier}>{t("earlier", { count: earlier })}</span>}
      {newest && toast.label !== null ? <kbd className={css.keys}>Ctrl Z</kbd> : null}
      <button
        aria-label={t("close")}
        className={css.close}
        onClick={() => finishUndo(toast.id, "closed")}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
