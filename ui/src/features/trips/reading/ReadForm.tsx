/** What to read: everything that is new, or some days; of one project or company if wanted. */

import { Button, Checkbox, Radio, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keys, type ReadTrips, useBridge } from "../../../ipc";
import css from "../trips.module.css";

type Props = { busy: boolean; onRead: (request: ReadTrips) => void };

export function ReadForm({ busy, onRead }: Props) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false) });
  const [days, setDays] = useState(false);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [project, setProject] = useState<string | null>(null);
  const [company, setCompany] = useState("");
  const [ownCompany, setOwnCompany] = useState(false);
  const [noSubsidiaries, setNoSubsidiaries] = useState(false);
  const wrong = days && from !== "" && to !== "" && to < from;
  const ready = !busy && !wrong && (!days || (from !== "" && to !== ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    onRead({
      range: days ? { kind: "window", from, to } : { kind: "new" },
      project,
      company: company.trim() === "" ? null : company.trim(),
      ownCompany,
      noSubsidiaries,
    });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <Radio.Group
        label={t("form.which")}
        onChange={(value) => setDays(value === "days")}
        value={days ? "days" : "all"}
      >
        <div className={css.choices}>
          <Radio label={t("form.all")} value="all" />
          <Radio label={t("form.days")} value="days" />
        </div>
      </Radio.Group>
      {days ? (
        <div className={css.pair}>
          <TextInput
            label={t("form.from")}
            onChange={(event) => setFrom(event.currentTarget.value)}
            required
            type="date"
            value={from}
          />
          <TextInput
            error={wrong ? t("form.order") : undefined}
            label={t("form.to")}
            onChange={(event) => setTo(event.currentTarget.value)}
            required
            type="date"
            value={to}
          />
        </div>
      ) : null}
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
