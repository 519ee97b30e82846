/** The foot of the form: save, disable or enable the account, delete the user. */

import { Button, Menu, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { Icon, Keys, Note } from "../../../shared/parts";
import { MoreMenu } from "../../../shared/records/bars/MoreMenu";
import css from "../../../shared/records/panels/panels.module.css";
import { progressOf } from "../../../shared/records/progress";
import { useGuarded } from "../../../shared/records/use-guarded";
import { left } from "../../../shared/records/use-run";
import type { UserActs } from "../actions/use-user-acts";
import { isDisabled } from "../model/types";
import { openPanel } from "../users/view";
import type { Form } from "./use-form";

type Props = { form: Form; acts: UserActs; refused: string | null; onSave: () => void };

export function Foot({ form, acts, refused, onSave }: Props) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const { production } = useGuarded();
  const { id, user } = form;
  const keys = shortcutLabel(id === null ? "mainButton" : "saveChanges");
  const save =
    id === null
      ? t(production ? "form.create" : "form.createTest")
      : form.changes === 0
        ? t("save")
        : records(production ? "bar.save" : "bar.saveTest", { count: form.changes });
  return (
    <div className={css.foot}>
      {refused === null || user === undefined ? null : (
        <div className={css.full}>
          <Note
            actions={
              isDisabled(user) ? undefined : <DisableButton acts={acts} id={user.id} label={t("form.instead")} />
            }
            kind="needs"
          >
            <b>{t("form.notDeletable")}</b> <span className="fd-small fd-ink2">{refused}</span>
          </Note>
        </div>
      )}
      <Tooltip disabled={form.changes === 0} label={keys}>
        <Button loading={form.saving} onClick={onSave} variant="filled">
          {save}
        </Button>
      </Tooltip>
      {/* With changes the menu has what else there is: a second line would move the fields above. */}
      {form.changes > 0 ? null : <Keys>{keys}</Keys>}
      {form.changes > 0 ? (
        <Button onClick={form.discard} px="sm">
          {t("form.discard")}
        </Button>
      ) : null}
      {user === undefined ? null : (
        <>
          {form.changes > 0 ? null : <Switch acts={acts} disabled={isDisabled(user)} id={user.id} />}
          <MoreMenu>
            {form.changes > 0 ? (
              <Menu.Item onClick={() => void change(acts, user.id, !isDisabled(user))}>
                {t(isDisabled(user) ? "bar.enable" : "bar.disable")}
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<Icon name="bin" />} onClick={() => void acts.remove(user.id)}>
              {t("form.delete")}
            </Menu.Item>
          </MoreMenu>
        </>
      )}
    </div>
  );
}

function Switch({ id, disabled, acts }: { id: string; disabled: boolean; acts: UserActs }) {
  const { t } = useTranslation("users");
  const running = progressOf("users")((store) => store.running);
  return (
    <Button disabled={running} onClick={() => void change(acts, id, !disabled)}>
      {t(disabled ? "bar.enable" : "bar.disable")}
    </Button>
  );
}

/** Disables one user where the form says that this is the way out. */
export function DisableButton({ id, label, acts }: { id: string; label: string; acts: UserActs }) {
  const running = progressOf("users")((store) => store.running);
  return (
    <Button disabled={running} onClick={() => void change(acts, id, true)} size="xs">
      {label}
    </Button>
  );
}

async function change(acts: UserActs, id: string, disabled: boolean): Promise<void> {
  const report = await acts.setDisabled([id], disabled);
  if (report !== null) openPanel(left(report) ? { kind: "report", report } : { kind: "detail", id });
}
