/** Step 3: one section or one for each subfolder, with the names it makes; and what a delete in the folder means. */

import { Button, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import type { FolderDeletes } from "../../../ipc";
import { useIsManaged } from "../../../shared/app-state";
import { FailureNote, Note } from "../../../shared/parts";
import type { Wizard } from "./use-wizard";
import css from "./wizard.module.css";

export const policies: FolderDeletes[] = ["ask", "keep", "propagate"];

export function StepSection({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const inSubfolders = wizard.picked?.inSubfolders ?? 0;
  const next = (event: FormEvent) => {
    event.preventDefault();
    wizard.go("plan");
  };
  return (
    <form className={css.fields} onSubmit={next}>
      <div aria-label={t("step.section")} className={css.choices} role="radiogroup">
        <Choice
          checked={!wizard.bySubfolder}
          help={t("oneHelp")}
          label={t("one")}
          name="sections"
          onChoose={() => wizard.set({ bySubfolder: false })}
        >
          {wizard.bySubfolder || inSubfolders === 0 ? null : (
            <Note kind="needs">{t("subfoldersIgnored", { count: inSubfolders })}</Note>
          )}
          {wizard.bySubfolder ? null : (
            <TextInput
              className={css.section}
              description={t("sectionHelp")}
              label={t("sectionField")}
              onChange={(event) => wizard.set({ section: event.currentTarget.value })}
              value={wizard.section}
            />
          )}
        </Choice>
        <Choice
          checked={wizard.bySubfolder}
          help={t("bySubfolderHelp")}
          label={t("bySubfolder")}
          name="sections"
          onChoose={() => wizard.set({ bySubfolder: true })}
        >
          {wizard.bySubfolder ? <Preview wizard={wizard} /> : null}
        </Choice>
      </div>
      <Deletes onChange={(deletes) => wizard.set({ deletes })} value={wizard.deletes} />
      <div className={css.buttons}>
        <Button onClick={() => wizard.go("target")}>{t("back")}</Button>
        <Button type="submit" variant="filled">
          {t("next")}
        </Button>
      </div>
    </form>
  );
}

/** What happens on the page when a file goes from the folder. The wizard and the settings of a folder ask the same. */
export function Deletes({ value, onChange }: { value: FolderDeletes; onChange: (deletes: FolderDeletes) => void }) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const { t: common } = useTranslation("common");
  const managed = useIsManaged("folderDeletes");
  const id = useId();
  return (
    <div>
      <h3 className={css.label} id={id}>
        {t("deletes")}
      </h3>
      <div aria-labelledby={id} className={css.choices} role="radiogroup">
        {policies.map((policy) => (
          <Choice
            key={policy}
            checked={value === policy}
            disabled={managed && policy === "propagate"}
            help={managed && policy === "propagate" ? common("managed") : t(`deletesHelp.${policy}`)}
            label={t(`deletesOf.${policy}`)}
            name="deletes"
            onChoose={() => onChange(policy)}
          />
        ))}
      </div>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  help: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children?: React.ReactNode;
};

function Choice({ name, label, help, checked, disabled = false, onChoose, children }: ChoiceProps) {
  return (
    <div className={css.choice}>
      <Radio checked={checked} description={help} disabled={disabled} label={label} name={name} onChange={onChoose} />
      {children}
    </div>
  );
}

function Preview({ wizard: { preview } }: { wizard: Wizard }) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const { t: words } = useTranslation("sync");
  if (preview.failure !== null) return <FailureNote failure={preview.failure} />;
  if (preview.data === undefined) return <p className="fd-small fd-ink2">{t("planning")}</p>;
  return (
    <div className={css.preview}>
      <span className={css.label}>{t("preview")}</span>
      <ul>
        {preview.data.sections.map(({ section, files }) => (
          <li key={section}>
            <span className={css.cut}>{section}</span>
            <span className="fd-small fd-ink2">{words("fileCount", { count: files })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
