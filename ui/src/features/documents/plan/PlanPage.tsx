/**
 * Review of an upload: every file with its section, the reason and the outcome, before a byte leaves. Takes the page.
 */

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DropPlan } from "../../../ipc";
import { asksToClose } from "../../../shared/escape";
import { useFocusHome } from "../../../shared/focus-home";
import { useShortcut } from "../../../shared/keyboard";
import { FailureNote, GuideLink } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { writeTarget } from "../drag/model";
import { usePlanActs } from "../mutations";
import { Compare } from "./Compare";
import { IgnoredFiles } from "./IgnoredFiles";
import { OtherProjectNote } from "./OtherProjectNote";
import { PlanBar } from "./PlanBar";
import { PlanFoot } from "./PlanFoot";
import { PlanList } from "./PlanList";
import { PlanProject } from "./PlanProject";
import css from "./plan.module.css";
import { SyncedNotes } from "./SyncedNotes";
import { usePlan } from "./use-plan";

export function PlanPage({ plan }: { plan: DropPlan }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const state = usePlan(plan);
  const { leave } = usePlanActs();
  const cancel = () => leave(plan).catch(() => {});
  const page = useRef<HTMLElement>(null);
  useFocusHome(page, () => page.current?.querySelector<HTMLElement>("[role=treegrid]")?.focus());
  useShortcut("mainButton", () => void state.send());
  // Fields use Enter for themselves; with Ctrl it is the page's, wherever the keyboard stands.
  const sendFromField = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void state.send();
  };
  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      const inside = event.target instanceof Element && event.target.closest("[role=dialog], [data-keeps-escape]");
      if (!inside && asksToClose(event)) leave(plan).catch(() => {});
    };
    window.addEventListener("keydown", onEscape, { capture: true });
    return () => window.removeEventListener("keydown", onEscape, { capture: true });
  }, [leave, plan]);

  return (
    <section
      aria-label={t("title")}
      className={css.page}
      data-drop-target={plan.place === null ? undefined : writeTarget({ ...plan.place, section: plan.section })}
      onKeyDownCapture={sendFromField}
      ref={page}
    >
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className="fd-page">{t("title")}</h1>
          <p className={`fd-small fd-ink2 ${css.cut}`}>{useFacts(plan)}</p>
        </div>
        <span className="fd-small fd-ink3">
          {t("nothingUploaded")} <GuideLink to="documents#review" />
        </span>
      </header>
      {plan.place === null ? <PlanProject onChoose={state.retarget} /> : null}
      <PlanBar plan={plan} state={state} />
      <div className={css.notes}>
        <OtherProjectNote plan={plan} state={state} />
        <SyncedNotes plan={plan} state={state} />
        {state.failure === null || state.compared !== null ? null : <FailureNote failure={state.failure} />}
      </div>
      <PlanList plan={plan} state={state} />
      <IgnoredFiles files={plan.leftOut} />
      <Compare plan={plan} state={state} />
      <PlanFoot onCancel={cancel} plan={plan} state={state} />
    </section>
  );
}

/** `18 files from “Revisjon uke 47” · 226 MB · dropped on P-2026-004 VA Sandnes sør`. */
function useFacts({ drop, rows, place }: DropPlan): string {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const formats = useFormats();
  const count = drop.counting ? Math.max(rows.length, drop.files) : rows.length;
  // The same sizes as the groups below have: what left the plan counts no more.
  const bytes = drop.counting ? drop.bytes : rows.reduce((sum, row) => sum + (row.sizeBytes ?? 0), 0);
  const files =
    drop.title === null || drop.folders === 0 ? t("files", { count }) : t("filesFrom", { count, title: drop.title });
  const words = [place?.projectNumber, place?.title].filter(Boolean).join(" ");
  const route = place === null ? "" : t(drop.source, { place: words });
  return [files, drop.counting ? t("counting") : formats.bytes(bytes), route].filter(Boolean).join(" · ");
}
