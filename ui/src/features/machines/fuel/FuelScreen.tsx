/** Fuel data of the fleet: how much of it is complete, where the gaps are, which values are odd; and the editor for them. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, type FuelFinding, failureOf, useBridge } from "../../../ipc";
import { useLanguage } from "../../../shared/app-state";
import { useShortcut } from "../../../shared/keyboard";
import { Empty, FailureNote, FilterPill, GuideLink, Icon, Note, Skeleton } from "../../../shared/parts";
import { UndoLeft } from "../../../shared/records/panels/UndoLeft";
import { useFollowProgress } from "../../../shared/records/progress";
import screen from "../../../shared/records/screen.module.css";
import { usePanes } from "../../../shared/records/use-panes";
import { useUndoLast } from "../../../shared/records/use-undo-last";
import { useSavedToast } from "../../../shared/use-saved-toast";
import { useActs } from "../actions/use-acts";
import { Tabs, tabPanel } from "../bars/Tabs";
import { useFeed } from "../fleet/feed";
import { useFleet } from "../fleet/store";
import { openPanel } from "../fleet/view";
import { text } from "../model/types";
import { FuelEditor } from "./FuelEditor";
import { FuelReport } from "./FuelReport";
import css from "./fuel.module.css";
import { GapsTable } from "./GapsTable";
import { countOf, type Group } from "./model";
import { Summary } from "./Summary";

type Only = "all" | "missing" | "unusual";

const passes: Record<Only, (finding: FuelFinding) => boolean> = {
  all: () => true,
  missing: ({ missing }) => missing.length > 0,
  unusual: ({ odd }) => odd.length > 0,
};

/** More rows than are worked through in one go. */
const most = 500;

export function FuelScreen() {
  const { t } = useTranslation(["machines", "records"]);
  useFeed();
  useFollowProgress();
  const bridge = useBridge();
  const navigate = useNavigate();
  const language = useLanguage();
  const [failure, setFailure] = useState<Failure | null>(null);
  const acts = useActs(setFailure);
  const undo = useUndoLast(acts);
  useShortcut("undo", undo);
  const tellSaved = useSavedToast(setFailure);
  const { machines, state } = useFleet();
  const [group, setGroup] = useState<Group | null>(null);
  const [only, setOnly] = useState<Only>("all");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const page = useRef<HTMLDivElement>(null);
  const toRows = useCallback(
    () => page.current?.querySelector<HTMLElement>('[data-fuel-row][tabindex="0"]')?.focus(),
    [],
  );
  usePanes(page, toRows);
  const { data, error } = useQuery({
    queryKey: ["machines", "fuel", String(state?.revision ?? 0)],
    queryFn: () => bridge.fuelCompleteness(),
    placeholderData: (before) => before,
  });
  const ofGroup = useMemo(
    () =>
      (data?.machines ?? []).filter(({ machineId }) => {
        const machine = machines.get(machineId);
        if (group === null) return true;
        return text(group.by === "type" ? machine?.typeId : machine?.department).trim() === group.key;
      }),
    [data, machines, group],
  );
  const gaps = useMemo(() => ofGroup.filter(passes[only]), [ofGroup, only]);
  const shown = gaps.slice(0, most);
  // What is hidden by now is not changed.
  const chosen = ticked.filter((id) => shown.some(({ machineId }) => machineId === id));
  if (data === undefined)
    return (
      <div className={css.screen}>{error === null ? <Skeleton /> : <FailureNote failure={failureOf(error)} />}</div>
    );

  const toggle = (id: string) =>
    setTicked((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  const exportGaps = async () => {
    const fields = [
      "machineNumber",
      "name",
      "typeId",
      "fuelConsumptionRate",
      "fuelConsumptionUnit",
      "fuelType",
      "fuelProvenance",
    ];
    setFailure(null);
    try {
      const ids = gaps.map(({ machineId }) => machineId);
      const written = await bridge.exportMachines(ids, fields, "xlsx", language);
      if (written !== null) tellSaved(written);
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  /** Saved: the next gap is there, ready for the next rate. */
  const next = () => {
    openPanel(null);
    const at = gaps.findIndex(({ machineId }) => machineId === chosen.at(-1));
    const following = gaps.slice(at + 1).find(({ machineId }) => !chosen.includes(machineId));
    setTicked(following === undefined ? [] : [following.machineId]);
  };
  /** The editor goes, and the row it was about has the focus again. */
  const close = () => {
    const [id = ""] = chosen;
    setTicked([]);
    document.querySelector<HTMLElement>(`[data-fuel-row="${CSS.escape(id)}"]`)?.focus();
  };
  const readOnly = state?.readOnly ?? false;
  const count = countOf(data, group);
  return (
    <div className={css.screen} ref={page}>
      <section aria-labelledby="fuel-title" className={screen.pane}>
        <header className={screen.head}>
          <div className={screen.titles}>
            <h1 className="fd-page" id="fuel-title">
              {t("fuelData")}
            </h1>
            <p className="fd-small fd-ink2">
              {t("fuel.facts", { count: data.total.machines })} <GuideLink to="machines#fuel" />
            </p>
          </div>
          <Tabs tab="fuel" toRows={toRows} />
          <Button leftSection={<Icon name="save" />} onClick={() => void exportGaps()}>
            {t("fuel.export")}
          </Button>
          {readOnly ? null : (
            <Button leftSection={<Icon name="send" />} onClick={() => void navigate({ to: "/machines/import" })}>
              {t("records:import.open")}
            </Button>
          )}
        </header>
        <UndoLeft acts={acts} className={css.notes} onFailure={setFailure} />
        {failure === null ? null : (
          <div className={css.notes}>
            <FailureNote failure={failure} onClose={() => setFailure(null)} once />
          </div>
        )}
        {readOnly ? (
          <div className={css.notes}>
            <Note kind="info">{t("records:readOnly")}</Note>
          </div>
        ) : null}
        <div className={css.screen} {...tabPanel("fuel")}>
          <Summary
            chosen={group}
            data={data}
            onChoose={(chosenGroup) => {
              setGroup(chosenGroup);
              setTicked([]);
            }}
          />
          <div className={css.right}>
            <div className={css.tools}>
              {(["all", "missing", "unusual"] as const).map((each) => (
                <FilterPill
                  count={ofGroup.filter(passes[each]).length}
                  key={each}
                  label={t(`fuel.show.${each}`)}
                  on={only === each}
                  onToggle={() => setOnly(each)}
                />
              ))}
              <span className={css.grow} />
              <span className="fd-small fd-ink2">{t("fuel.toCheckCount", { count: gaps.length })}</span>
            </div>
            {gaps.length === 0 ? (
              // Nothing is unusual, and something else is missing.
              <Empty
                title={count.missing > 0 ? t("fuel.noUnusual") : t("fuel.allComplete", { count: count.complete })}
              />
            ) : (
              <GapsTable chosen={chosen} gaps={shown} onOpen={(id) => setTicked([id])} onToggle={toggle} />
            )}
            {chosen.length === 0 || readOnly ? null : (
              <div className={screen.through} data-pane="panel">
                <FuelEditor acts={acts} ids={chosen} key={chosen.join()} onClose={close} onSaved={next} onUndo={undo} />
              </div>
            )}
          </div>
        </div>
      </section>
      <FuelReport acts={acts} onShow={(id) => setTicked([id])} />
    </div>
  );
}
