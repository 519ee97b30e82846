/**
 * Choice of the trips to read: everything new, some days, or changes made on them; of one project or company if wanted.
 */

import { Button, Checkbox, Radio, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keys, type ReadRange, type ReadTrips, useBridge } from "../../../ipc";
import { DayField } from "../../../shared/parts";
import css from "../trips.module.css";

type Which = ReadRange["kind"];

/** None as long as a day is missing. */
function rangeOf(which: Which, from: string, to: string): ReadRange | null {
  if (which === "new") return { kind: "new" };
  if (from === "") return null;
  if (which === "changed") return { kind: "changed", from, to: to === "" ? null : to };
  return to === "" ? null : { kind: "window", from, to };
}

type Props = { busy: boolean; onRead: (request: ReadTrips) => void };

export function ReadForm({ busy, onRead }: Props) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false) });
  const [which, setWhich] = useState<Which>("new");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [project, setProject] = useState<string | null>(null);
  const [company, setCompany] = useState("");
  const [ownCompany, setOwnCompany] = useState(false);
  const [noSubsidiaries, setNoSubsidiaries] = useState(false);
  const wrong = from !== "" && to !== "" && to < from;
  const range = which !== "new" && wrong ? null : rangeOf(which, from, to);
  const ready = !busy && range !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || range === null) return;
    onRead({
      range,
      project,
      company: company.trim() === "" ? null : company.trim(),
      ownCompany,
      noSubsidiaries,
    });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <Radio.Group label={t("form.which")} onChange={(value) => setWhich(value as Which)} value={which}>
        <div className={css.choices}>
          <Radio label={t("form.all")} value="new" />
          <Radio label={t("form.days")} value="window" />
          <Radio label={t("form.changed")} value="changed" />
        </div>
      </Radio.Group>
      {which === "new" ? null : (
        <div className={css.pair}>
          <DayField label={t("form.from")} onDay={setFrom} required value={from} />
          <DayField
            description={which === "changed" ? t("form.changedHelp") : undefined}
            error={wrong ? t("form.order") : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            label={t("form.to")}
            onDay={setTo}
            required={which === "window"}
            value={to}
          />
        </div>
      )}
      <Select
        clearable
        data={(projects.data?.projects ?? []).map(({ id, number, name }) => ({
          value: id,
          label: [number, name].filter(Boolean).join(" "),
        }))}
        label={t("form.project")}
        onChange={setProject}
        placeholder={t("form.allProjects")}
        searchable
        value={project}
      />
      <TextInput
        description={t("form.companyHelp")}
        label={t("form.company")}
        onChange={(event) => setCompany(event.currentTarget.value)}
        spellCheck={false}
        value={company}
      />
      <Checkbox
        checked={ownCompany}
        label={t("form.ownCompany")}
        onChange={(event) => setOwnCompany(event.currentTarget.checked)}
      />
      <Checkbox
        checked={noSubsidiaries}
        label={t("form.noSubsidiaries")}
        onChange={(event) => setNoSubsidiaries(event.currentTarget.checked)}
      />
      <div>
        <Button disabled={!ready} type="submit" variant="filled">
          {t("read")}
        </Button>
      </div>
    </form>
  );
}
