/** Haul trips: how much was moved, by whom, where; over what is kept on this computer. */

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type TripsState, useBridgeEvent } from "../../ipc";
import { useCloseOnEscape } from "../../shared/escape";
import { useFocusHome } from "../../shared/focus-home";
import { Empty, FailureNote, Icon, Part, SidePanel, Skeleton } from "../../shared/parts";
import { Head } from "./bars/Head";
import { DetailPanel } from "./detail/DetailPanel";
import { ListsPanel } from "./detail/ListsPanel";
import { forgetTrips, setTripsView, useTripFilter, useTripsView } from "./model/store";
import { Overview } from "./Overview";
import { useSummary, useTripsState } from "./queries";
import { NoScope } from "./reading/NoScope";
import { AgainNote, ReadingLine, StoppedNote } from "./reading/Progress";
import { ReadForm } from "./reading/ReadForm";
import css from "./trips.module.css";
import { type Reads, useReads } from "./use-read-trips";

export function TripsScreen() {
  const { data: state, error } = useTripsState();
  const reads = useReads();
  useBridgeEvent("connectionsChanged", forgetTrips);
  const screen = useRef<HTMLDivElement>(null);
  useFocusHome(screen, focusGrid);
  useCloseOnEscape(screen, () => {
    if (useTripsView.getState().panel === null) return false;
    closePanel();
    return true;
  });
  return (
    <div className={css.screen} ref={screen}>
      {state === undefined ? (
        <section className={css.pane}>
          {error === null ? (
            <Skeleton rows={14} />
          ) : (
            <div className={css.notes}>
              <FailureNote failure={failureOf(error)} />
            </div>
          )}
        </section>
      ) : (
        <Kept reads={reads} state={state} />
      )}
    </div>
  );
}

function Kept({ state, reads }: { state: TripsState; reads: Reads }) {
  const filter = useTripFilter();
  const full = state.kept > 0;
  const summary = useSummary(filter, full);
  return (
    <>
      <section aria-labelledby="trips-title" className={css.pane}>
        <Head reads={reads} shown={summary.data?.total.trips} state={state} />
        <Notes reads={reads} state={state} />
        {full ? <Overview state={state} summary={summary.data} /> : <Begin reads={reads} state={state} />}
      </section>
      {full ? <PanelSlot reads={reads} state={state} /> : null}
    </>
  );
}

/** Puts the keyboard on the row that it was on last, or on the heads of the columns. */
function focusGrid(): void {
  const grid = document.querySelector("[data-pane=grid]");
  (
    grid?.querySelector<HTMLElement>(".ag-cell-focus") ?? grid?.querySelector<HTMLElement>("[role=columnheader]")
  )?.focus();
}

function closePanel(): void {
  setTripsView({ panel: null });
  focusGrid();
}

function Notes({ state, reads }: { state: TripsState; reads: Reads }) {
  const noScope = state.hasScope === false;
  const stopped = state.stopped !== null && state.reading === null;
  const again = state.mustBeReadAgain && state.reading === null;
  if (!noScope && !stopped && !again && state.reading === null && reads.failure === null) return null;
  return (
    <div className={css.notes}>
      {noScope ? <NoScope /> : null}
      <ReadingLine reads={reads} state={state} />
      <StoppedNote reads={reads} state={state} />
      <AgainNote onForm={() => setTripsView({ panel: { kind: "read" } })} reads={reads} state={state} />
      {reads.failure === null ? null : <FailureNote failure={reads.failure} />}
    </div>
  );
}

/** Nothing is kept yet: what would be here, and what to read. */
function Begin({ state, reads }: { state: TripsState; reads: Reads }) {
  const { t } = useTranslation("trips");
  if (state.hasScope === false) return <Empty title={t("noScope.empty")}>{t("noScope.rest")}</Empty>;
  if (state.reading !== null) return <Empty title={t("reading.first")}>{t("reading.firstText")}</Empty>;
  return (
    <div className={css.begin}>
      <h2 className="fd-title">{t(state.readAt === null ? "begin.title" : "begin.empty")}</h2>
      <p className="fd-ink2">{t("begin.text")}</p>
      <ReadForm busy={reads.busy} onRead={reads.read} />
      <p className={css.hint}>
        <Icon name="info" /> {t("begin.hint")}
      </p>
    </div>
  );
}

type PanelProps = { state: TripsState; reads: Reads };

function PanelSlot(props: PanelProps) {
  const panel = useTripsView((view) => view.panel);
  return (
    <Part of={panel} onClose={closePanel}>
      <Panels {...props} />
    </Part>
  );
}

function Panels({ state, reads }: PanelProps) {
  const { t } = useTranslation("trips");
  const panel = useTripsView((view) => view.panel);
  useEffect(() => () => setTripsView({ panel: null }), []);
  if (panel === null) return null;
  if (panel.kind === "trip") return <DetailPanel id={panel.id} onClose={closePanel} zone={state.zone} />;
  if (panel.kind === "lists") return <ListsPanel onClose={closePanel} />;
  return (
    <SidePanel onClose={closePanel} title={t("readOther")}>
      <ReadForm
        busy={reads.busy || state.reading !== null}
        onRead={(request) => {
          reads.read(request);
          closePanel();
        }}
      />
    </SidePanel>
  );
}
