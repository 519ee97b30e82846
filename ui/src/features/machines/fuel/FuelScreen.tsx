/** Fuel data of the fleet: how much of it is complete, where the gaps are, which values are odd; and the editor for them. */

import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, type FuelFinding, failureOf, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useLanguage } from "../../../shared/app-state";
import { Empty, FailureNote, FilterPill, GuideLink, Icon, Note, Skeleton, StateIcon } from "../../../shared/parts";
import { useFollowProgress } from "../actions/progress";
import { useActs } from "../actions/use-acts";
import { useFeed } from "../fleet/feed";
import { useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { text } from "../model/types";
import screen from "../screen.module.css";
import { FuelEditor } from "./FuelEditor";
import css from "./fuel.module.css";
import { Summary } from "./Summary";

/** More rows than are worked through in one go. */
const most = 500;

export function FuelScreen() {
  const { t } = useTranslation("machines");
  useFeed();
  useFollowProgress();
  const bridge = useBridge();
  const navigate = useNavigate();
  const language = useLanguage();
  const [failure, setFailure] = useState<Failure | null>(null);
  const acts = useActs(setFailure);
  const { machines, state } = useFleet();
  const [type, setType] = useState<string | null>(null);
  const [only, setOnly] = useState<"all" | "missing" | "unusual">("all");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { data, error } = useQuery({
    queryKey: ["machines", "fuel", String(state?.revision ?? 0)],
    queryFn: () => bridge.fuelCompleteness(),
    placeholderData: (before) => before,
  });
  const gaps = useMemo(
    () =>
      (data?.machines ?? []).filter(({ machineId, missing, odd }) => {
        const machine = machines.get(machineId);
        if (type !== null && text(machine?.typeId) !== type) return false;
        return only === "all" || (only === "missing" ? missing.length > 0 : odd.length > 0);
      }),
    [data, machines, type, only],
  );
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
      if (written !== null) announce(t("exported", { count: written }));
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  /** Saved: the next gap is there, ready for the next rate. */
  const next = () => {
    const at = gaps.findIndex(({ machineId }) => machineId === chosen.at(-1));
    const following = gaps.slice(at + 1).find(({ machineId }) => !chosen.includes(machineId));
    setTicked(following === undefined ? [] : [following.machineId]);
  };
  const readOnly = state?.readOnly ?? false;
  return (
    <div className={css.screen}>
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
          <Button leftSection={<Icon name="left" />} onClick={() => void navigate({ to: "/machines" })}>
            {t("title")}
          </Button>
          <Button leftSection={<Icon name="save" />} onClick={() => void exportGaps()}>
            {t("fuel.export")}
          </Button>
        </header>
        {failure === null ? null : (
          <div className={css.notes}>
            <FailureNote failure={failure} />
          </div>
        )}
        {readOnly ? (
          <div className={css.notes}>
            <Note kind="info">{t("readOnly")}</Note>
          </div>
        ) : null}
        <div className={css.screen}>
          <Summary
            chosen={type}
            data={data}
            onChoose={(typeId) => {
              setType(typeId);
              setTicked([]);
            }}
          />
          <div className={css.right}>
            <div className={css.tools}>
              {(["all", "missing", "unusual"] as const).map((each) => (
                <FilterPill
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
              <Empty title={t("fuel.allComplete", { count: data.total.complete })} />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard
              <div className={css.tableBox} tabIndex={0}>
                <table className={css.gaps}>
                  <thead>
                    <tr>
                      <th>
                        <span className="fd-heard">{t("aria.toggleRow")}</span>
                      </th>
                      <th>{t("column.machineNumber")}</th>
                      <th>{t("column.name")}</th>
                      <th className={css.number}>{t("column.fuelConsumptionRate")}</th>
                      <th>{t("column.fuelConsumptionUnit")}</th>
                      <th>{t("column.fuelType")}</th>
                      <th>{t("source.title")}</th>
                      <th>{t("fuel.toCheck")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map((gap) => (
                      <GapRow
                        gap={gap}
                        key={gap.machineId}
                        on={chosen.includes(gap.machineId)}
                        onToggle={() => toggle(gap.machineId)}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {chosen.length === 0 || readOnly ? null : (
              <FuelEditor acts={acts} ids={chosen} key={chosen.join()} onClose={() => setTicked([])} onSaved={next} />
            )}
          </div>
        </div>
      </section>
    </div>
  );
}

function GapRow({ gap, on, onToggle }: { gap: FuelFinding; on: boolean; onToggle: () => void }) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const machine = useFleet((fleet) => fleet.machines.get(gap.machineId));
  if (machine === undefined) return null;
  const { fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } = machine;
  const missing = (field: string) =>
    machine.odd.find((odd) => odd.field === field)?.raw ?? <span className="fd-ink3">{t("fuel.missing")}</span>;
  const number = text(machine.machineNumber);
  return (
    <tr data-on={on || undefined}>
      <td>
        <Checkbox aria-label={t("fuel.select", { number })} checked={on} onChange={onToggle} />
      </td>
      <td>
        <b>{number}</b>
      </td>
      <td>{text(machine.name)}</td>
      <td className={css.number}>{typeof rate === "number" ? to.number(rate) : missing("fuelConsumptionRate")}</td>
      <td>{typeof unit === "number" ? to.word("fuelConsumptionUnit", unit) : missing("fuelConsumptionUnit")}</td>
      <td>{typeof fuel === "number" ? to.word("fuelType", fuel) : missing("fuelType")}</td>
      <td>{machine.fuelProvenance === null ? "" : t(`source.${machine.fuelProvenance}`)}</td>
      <td>
        {gap.odd.map((each) => (
          <span className={css.odd} key={each}>
            <StateIcon state="needsDecision" />
            {t(`unusualShort.${each}`)}
          </span>
        ))}
        {gap.odd.length > 0 || gap.alike === null ? null : (
          <span className="fd-small fd-ink2">
            {t("fuel.similarHere", {
              rate: to.number(gap.alike.rate),
              unit: to.word("fuelConsumptionUnit", gap.alike.unit),
            })}
          </span>
        )}
      </td>
    </tr>
  );
}
