/** Rate, unit and fuel as one editor, at the bottom. The fuel decides what it is measured in. */

import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { asksToClose } from "../../../shared/escape";
import { matches, shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { FailureNote, GuideLink, Icon, Keys, Note, useFoot } from "../../../shared/parts";
import { Names } from "../../../shared/records/panels/Names";
import { useGuarded } from "../../../shared/records/use-guarded";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import { left } from "../../../shared/records/use-run";
import { useWriting } from "../../../shared/use-writing";
import type { Acts } from "../actions/use-acts";
import { shownMachine } from "../fleet/cells";
import { type Fleet, useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { openPanel } from "../fleet/view";
import { FuelSelect } from "./FuelSelect";
import css from "./fuel.module.css";
import { changeOf, type FuelForm, isPerKilometre, unitFor, unitless } from "./model";
import { ProvenanceChoice } from "./ProvenanceChoice";
import { useDigits } from "./use-digits";
import { useFuelForm } from "./use-fuel-form";

const nothing: Fleet["optimistic"] = new Map();

type Props = { ids: readonly string[]; acts: Acts; onClose: () => void; onSaved?: () => void; onUndo: () => void };

export function FuelEditor({ ids, acts, onClose, onSaved, onUndo }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const bridge = useBridge();
  const writing = useWriting();
  const problemWords = useProblemWords();
  const fleet = useFleet();
  const to = useShowing();
  const { production, company } = useGuarded();
  const first = useRef<HTMLInputElement>(null);
  // Toasts stand above it: its button that saves is at the left, where they are.
  const editor = useFoot<HTMLElement>();
  // Without what is being saved: a refused value would take what was typed with it.
  const machines = ids.flatMap((id) => shownMachine(id, { ...fleet, optimistic: nothing }) ?? []);
  const { form, setForm, begun } = useFuelForm(machines, to.number);
  /** Nobody chose what is counted, and no machine has it: those alike tell. */
  const [isUnitOpen, setUnitOpen] = useState(() => machines.every(unitless));
  const [problem, setProblem] = useState<string | null>(null);
  /** What was saved although something is still missing, and the sentence that says so. */
  const [half, setHalf] = useState<{ form: FuelForm; lacks: string } | null>(null);
  useEffect(() => first.current?.select(), []);

  const unit = unitFor(form);
  // Without a fuel no unit is saved, so none looks chosen.
  const kilometre = form.fuel === null ? null : form.kilometre;
  const draft = { rate: form.rate, unit, fuel: form.fuel };
  const check = () => bridge.checkFuel([...ids], draft, writing);
  const { data, error } = useQuery({
    queryKey: ["machines", "fuelCheck", ids, draft, writing, fleet.state?.revision ?? 0, fleet.pending],
    queryFn: check,
    placeholderData: (before) => before,
  });
  const { odd, used, unlike } = data ?? { odd: [], used: [], unlike: null };
  const likesCountKilometres = data?.kilometres ?? false;
  useEffect(() => {
    if (isUnitOpen && likesCountKilometres) setForm((now) => ({ ...now, kilometre: true }));
  }, [isUnitOpen, likesCountKilometres, setForm]);
  const done = onSaved ?? onClose;
  /** Half-filled is allowed, but it is said: the same form saved once more goes on. */
  const leave = async () => {
    // It is saved: where nothing more can be told of it, nothing keeps the editor.
    const known = await bridge.fuelCompleteness().catch(() => null);
    const lacking = known?.machines.filter((each) => ids.includes(each.machineId) && each.missing.length > 0) ?? [];
    const [first] = lacking;
    if (first === undefined) return done();
    const fields = [...new Set(lacking.flatMap(({ missing }) => missing))].map((field) => t(`column.${field}`));
    const lacks = t("fuel.half", { count: lacking.length, fields: fields.join(", ") });
    setHalf({ form, lacks });
    announce(lacks);
  };
  const save = async () => {
    if (machines.length === 0) return;
    if (half?.form === form) return done();
    const { rate, problem: wrong } = await check();
    if (wrong !== null) {
      setProblem(problemWords(wrong));
      return first.current?.focus();
    }
    const change = changeOf(form, rate);
    if (change.rate === null && change.unit === null && change.fuel === null) {
      if (form.provenance === null) return setProblem(t("fuel.nothing"));
      if (await acts.provenance(ids, form.provenance)) await leave();
      return;
    }
    const report = await acts.fuel(ids, change, form.provenance);
    if (report === null) return;
    if (left(report)) openPanel({ kind: "report", report });
    else await leave();
  };
  useShortcut("mainButton", () => void save());
  useDigits((digit) => {
    setProblem(null);
    setForm((now) => ({ ...now, rate: digit }));
    first.current?.focus();
  });
  return (
    <section
      aria-label={t("fuel.title", { count: ids.length })}
      className={css.editor}
      ref={editor}
      // An open list takes Enter for itself, so it is heard here before.
      onKeyDownCapture={(event) => {
        if (!matches(event.nativeEvent, "mainButton")) return;
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
      onKeyDown={(event) => {
        if (!asksToClose(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={css.editorHead}>
        <div className={css.grow}>
          <h2 className="fd-title">{t("fuel.title", { count: ids.length })}</h2>
          <Names ids={machines.map(({ id }) => id)} />
        </div>
        <GuideLink to="machines#fuel" />
        <ActionIcon aria-label={t("close")} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={css.editorBody}>
        <div className={css.fields}>
          <TextInput
            error={problem}
            label={t("column.fuelConsumptionRate")}
            onChange={(event) => {
              setProblem(null);
              setForm({ ...form, rate: event.currentTarget.value });
            }}
            // Where nothing was typed Ctrl Z means what was saved before: the field took the focus by itself.
            onKeyDown={(event) => {
              if (form.rate !== begun.rate || !matches(event.nativeEvent, "undo")) return;
              event.preventDefault();
              onUndo();
            }}
            placeholder={t("fuel.leave")}
            ref={first}
            rightSection={<span className="fd-ink2">{unit === null ? "" : to.word("fuelConsumptionUnit", unit)}</span>}
            rightSectionWidth="5rem"
            value={form.rate}
          />
          <FuelSelect fuel={form.fuel} onChange={(fuel) => setForm({ ...form, fuel })} />
          <div>
            <span className={`fd-small ${css.label}`} id="fuel-counted">
              {t("fuel.counted")}
            </span>
            <SegmentedControl
              aria-labelledby="fuel-counted"
              data={[
                { value: "hour", label: t("fuel.hour") },
                { value: "kilometre", label: t("fuel.kilometre") },
                ...(kilometre === null ? [{ value: "leave", label: t("fuel.leave") }] : []),
              ]}
              disabled={form.fuel === null}
              onChange={(value) => {
                setUnitOpen(false);
                setForm({ ...form, kilometre: value === "leave" ? null : value === "kilometre" });
              }}
              value={kilometre === null ? "leave" : kilometre ? "kilometre" : "hour"}
            />
          </div>
          <ProvenanceChoice onChange={(provenance) => setForm({ ...form, provenance })} provenance={form.provenance} />
        </div>
        {error === null ? null : <FailureNote failure={failureOf(error)} />}
        {form.fuel === null ? <p className="fd-small fd-ink2">{t("fuel.needsFuel")}</p> : null}
        {half?.form === form ? <Note kind="needs">{half.lacks}</Note> : null}
        {form.fuel === null || unit === null ? null : (
          <p className="fd-small fd-ink2">
            {t("fuel.measured", { fuel: to.word("fuelType", form.fuel), unit: to.word("fuelConsumptionUnit", unit) })}
          </p>
        )}
        {form.fuel === 0 ? <p className="fd-small fd-ink2">{t("fuel.none")}</p> : null}
        {used.length === 0 ? null : (
          <div className={css.alike}>
            <span className="fd-small">{t("fuel.similar")}</span>
            {used.map((each) => (
              <Button
                key={`${each.name} ${each.rate} ${each.unit} ${each.fuel}`}
                onClick={() =>
                  setForm({
                    ...form,
                    rate: to.number(each.rate),
                    kilometre: isPerKilometre(each.unit),
                    fuel: each.fuel,
                  })
                }
                radius="xl"
                size="xs"
              >
                {t("fuel.similarOne", { rate: to.number(each.rate), count: each.count, name: each.name })}
              </Button>
            ))}
          </div>
        )}
        {odd.map((each) => (
          <Note key={each} kind="needs">
            {t(`unusual.${each}`)}
          </Note>
        ))}
        {unlike === null || odd.length > 0 ? null : (
          <Note
            actions={
              <Button onClick={() => setForm({ ...form, rate: to.number(unlike.rate) })} size="xs">
                {t("fuel.use", { rate: to.number(unlike.rate) })}
              </Button>
            }
            kind="needs"
          >
            {t("fuel.others", {
              name: unlike.name,
              count: unlike.count,
              rate: `${to.number(unlike.rate)} ${to.word("fuelConsumptionUnit", unlike.unit)}`,
            })}
          </Note>
        )}
      </div>
      <footer className={css.editorFoot}>
        <Button disabled={machines.length === 0} onClick={() => void save()} variant="filled">
          {t(production ? "fuel.save" : "fuel.saveTest", { count: ids.length })}
        </Button>
        <Button onClick={onClose}>{t("cancel")}</Button>
        {production && ids.length > 1 ? (
          <span className="fd-small fd-ink2">
            {t("records:production.change.machines", { count: ids.length, company })}
          </span>
        ) : null}
        <span className={css.grow} />
        <Keys>{shortcutLabel("mainButton")}</Keys>
      </footer>
    </section>
  );
}
