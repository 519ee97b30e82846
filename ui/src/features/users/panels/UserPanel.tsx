/** The form of a user, new or known, in groups; what was done to it from here; and what can be done with it. */

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { matches, useShortcut } from "../../../shared/keyboard";
import { FailureNote, Note, SidePanel } from "../../../shared/parts";
import { History } from "../../../shared/records/panels/History";
import css from "../../../shared/records/panels/panels.module.css";
import type { UserActs } from "../actions/use-user-acts";
import { formFields, isInForm } from "../model/fields";
import { isDisabled, titleOf, type User } from "../model/types";
import { isOverdue } from "../model/views";
import type { Rows } from "../users/use-rows";
import { useShowing } from "../users/use-showing";
import { openPanel, saveForms, setView, useView } from "../users/view";
import { Field } from "./Field";
import { DisableButton, Foot } from "./Foot";
import { Supervisors } from "./Supervisors";
import { Tags } from "./Tags";
import { useDetail } from "./use-detail";
import { type Form, useForm } from "./use-form";

type Props = {
  /** None for a new user. */
  id: string | null;
  acts: UserActs;
  rows: Rows;
  readOnly: boolean;
  refused: string | null;
  /** Another object each time the form is to be saved at once, after which it closes. */
  request: object | null;
  onClose: () => void;
};

export function UserPanel({ id, acts, rows, readOnly, refused, request, onClose }: Props) {
  const { t } = useTranslation("users");
  const form = useForm(id, acts);
  const frame = useRef<HTMLDivElement>(null);
  const { user, wrong } = form;
  // A new form begins in its first field; the form of a row leaves the focus in the panel.
  useEffect(() => {
    const panel = frame.current;
    panel?.querySelector<HTMLElement>(id === null ? "[data-field]" : "aside")?.focus();
  }, [id]);
  // After a try to save the first field with something wrong is where one goes on.
  const tried = useRef(false);
  useEffect(() => {
    if (!tried.current || form.saving) return;
    tried.current = false;
    const [first] = wrong;
    if (first !== undefined) focusField(frame.current, first);
  }, [form.saving, wrong]);
  const save = async () => {
    if (wrong.some((field) => formFields.private.includes(field))) setView({ privately: true });
    tried.current = true;
    return await form.save();
  };
  useShortcut("mainButton", () => void save(), !readOnly);
  useShortcut("saveChanges", () => void save(), !readOnly && form.changes > 0);
  // Asked for from outside the form: once it is saved, the next one is.
  const answered = useRef<object | null>(null);
  useEffect(() => {
    if (request === null || request === answered.current) return;
    answered.current = request;
    void save().then((saved) => {
      if (saved && !saveForms()) onClose();
    });
  });
  if (id !== null && user === undefined)
    return (
      <SidePanel onClose={onClose} title={t("form.deleted")}>
        <Note kind="needs">{t("form.deletedText")}</Note>
      </SidePanel>
    );
  const step = (by: -1 | 1) => {
    const next = rows.shown[rows.shown.findIndex((row) => row.id === id) + by];
    if (next !== undefined) openPanel({ kind: "detail", id: next.id });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole panel; every field inside is a control of its own
    <div
      className={css.through}
      onKeyDown={(event) => {
        if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
          event.preventDefault();
          step(event.key === "ArrowUp" ? -1 : 1);
        } else if (
          !readOnly &&
          (id === null || form.changes > 0) &&
          (matches(event.nativeEvent, "saveChanges") || matches(event.nativeEvent, "mainButton"))
        ) {
          event.preventDefault();
          void save();
        }
      }}
      ref={frame}
    >
      <SidePanel
        foot={readOnly ? undefined : <Foot acts={acts} form={form} onSave={() => void save()} refused={refused} />}
        onClose={onClose}
        title={user === undefined ? t("new") : titleOf(user)}
      >
        <div className={css.stack}>
          {form.failure === null ? null : <FailureNote failure={form.failure} />}
          {user === undefined ? null : <Account acts={acts} readOnly={readOnly} user={user} />}
          <Group form={form} group="person" readOnly={readOnly} />
          <Group form={form} group="work" readOnly={readOnly} />
          <Supervisors form={form} readOnly={readOnly} />
          {readOnly ? null : <Tags form={form} />}
          <Group form={form} group="card" readOnly={readOnly} />
          <Private form={form} readOnly={readOnly} />
          {id === null ? null : <Done acts={acts} id={id} readOnly={readOnly} />}
        </div>
      </SidePanel>
    </div>
  );
}

/** What is to be said of the account: disabled, or still open after the employment ended. */
function Account({ user, acts, readOnly }: { user: User; acts: UserActs; readOnly: boolean }) {
  const { t } = useTranslation("users");
  const to = useShowing();
  if (isDisabled(user)) return <Note kind="plain">{t("form.disabled")}</Note>;
  if (!isOverdue(user, new Date())) return null;
  return (
    <Note
      actions={readOnly ? undefined : <DisableButton acts={acts} id={user.id} label={t("bar.disable")} />}
      kind="needs"
    >
      {t("form.ended", { date: to.date(String(user.values.employmentEndDate)) })}
    </Note>
  );
}

function Group({ form, group, readOnly }: { form: Form; group: keyof typeof formFields; readOnly: boolean }) {
  const { t } = useTranslation("users");
  return (
    <fieldset className={css.group}>
      <legend>{t(`group.${group}`)}</legend>
      {formFields[group].map((field) =>
        isInForm(field, form.id === null) ? <Field field={field} form={form} key={field} readOnly={readOnly} /> : null,
      )}
    </fieldset>
  );
}

/** Folded until somebody asks for it: who looks over a shoulder need not read it. */
function Private({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const { t } = useTranslation("users");
  const open = useView((view) => view.privately);
  return (
    <>
      <button
        aria-expanded={open}
        className={`${css.link} ${css.own}`}
        onClick={() => setView({ privately: !open })}
        type="button"
      >
        {t(open ? "form.hidePrivate" : "form.showPrivate")}
      </button>
      {open ? <Group form={form} group="private" readOnly={readOnly} /> : null}
    </>
  );
}

function Done({ id, acts, readOnly }: { id: string; acts: UserActs; readOnly: boolean }) {
  const { data, error } = useDetail(id);
  return <History acts={acts} done={data?.acts} error={error} readOnly={readOnly} />;
}

function focusField(frame: HTMLElement | null, field: string): void {
  const found = frame?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  const control = found?.matches("input, textarea") ? found : found?.querySelector<HTMLElement>("input, textarea");
  // With its reason below it, not at the edge of the foot.
  found?.scrollIntoView({ block: "center" });
  (control ?? found)?.focus({ preventScroll: true });
}
