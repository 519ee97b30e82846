/** Supervisors of a user: chosen by searching people; at most one is the primary one. */

import { ActionIcon, Button, Input, Radio, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import css from "../../../shared/records/panels/panels.module.css";
import { byText } from "../../../shared/records/sort";
import { chosenOf, withPrimary, withSupervisor } from "../model/draft";
import { isDisabled, titleOf } from "../model/types";
import { useUsers } from "../users/store";
import type { Form } from "./use-form";

/** So many of a long list are shown while it is searched. */
const shownAtOnce = 50;

const field = "immediateSupervisors";

export function Supervisors({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const { t } = useTranslation("users");
  const users = useUsers((store) => store.users);
  // A new list empties the search after each choice.
  const [turn, setTurn] = useState(0);
  const stored = useMemo(() => chosenOf(form.user?.supervisors ?? [], t("form.hiddenPerson")), [form.user, t]);
  const chosen = form.draft.supervisors ?? stored;
  const people = useMemo(() => {
    const others = [...users.values()].filter((user) => user.id !== form.id && !isDisabled(user));
    const entries = others.map((user) => ({ value: user.id, label: titleOf(user) }));
    return entries.sort((a, b) => byText.compare(a.label, b.label));
  }, [users, form.id]);
  const error = form.error(field);
  const put = (next: typeof chosen) => form.change((draft) => ({ ...draft, supervisors: next }), field);
  const add = (id: string) => {
    // Who is stored is sent as the service knows it; everybody else by profile id, which is unique in a company tree.
    const known = form.user?.supervisors.find((each) => each.id === id);
    put(withSupervisor(chosen, known?.supervisorId ?? id, titleOf(users.get(id))));
    setTurn((now) => now + 1);
  };
  return (
    <fieldset className={css.group}>
      <legend>{t("group.supervisors")}</legend>
      {chosen.length === 0 ? <p className="fd-small fd-ink2">{t("form.noSupervisors")}</p> : null}
      <ul className={css.list}>
        {chosen.map(({ supervisorId, label, primary }) => (
          <li key={supervisorId}>
            <span className={css.grow}>{label}</span>
            <Radio
              aria-label={t("form.primaryOf", { name: label })}
              checked={primary}
              disabled={readOnly}
              label={t("form.primary")}
              name="primary-supervisor"
              onChange={() => put(withPrimary(chosen, supervisorId))}
            />
            {readOnly ? null : (
              <ActionIcon
                aria-label={t("form.removePerson", { name: label })}
                onClick={() => put(chosen.filter((each) => each.supervisorId !== supervisorId))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {stored.length > 0 && chosen.length === 0 ? <p className="fd-small fd-ink2">{t("form.willBeEmptied")}</p> : null}
      {chosen.some(({ primary }) => primary) && !readOnly ? (
        <Button className={css.own ?? ""} onClick={() => put(withPrimary(chosen, null))} size="xs" variant="subtle">
          {t("form.noPrimary")}
        </Button>
      ) : null}
      {error === undefined ? null : <Input.Error role="alert">{error}</Input.Error>}
      {readOnly ? null : (
        <Select
          data={people}
          data-field={field}
          key={turn}
          label={t("form.addSupervisor")}
          limit={shownAtOnce}
          nothingFoundMessage={t("form.noPerson")}
          onChange={(id) => id !== null && add(id)}
          placeholder={t("form.findPerson")}
          searchable
          value={null}
        />
      )}
    </fieldset>
  );
}
