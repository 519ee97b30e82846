/** Disables or enables users: who will change, who is so already, by name; then what became of it. */

import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BatchReport } from "../../../ipc";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Keys, Note, SidePanel } from "../../../shared/parts";
import type { OnShow } from "../../../shared/records/kind";
import { Names } from "../../../shared/records/panels/Names";
import css from "../../../shared/records/panels/panels.module.css";
import { Result } from "../../../shared/records/panels/Result";
import { progressOf } from "../../../shared/records/progress";
import { useGuarded } from "../../../shared/records/use-guarded";
import { left } from "../../../shared/records/use-run";
import { useFormats } from "../../../shared/use-formats";
import type { UserActs } from "../actions/use-user-acts";
import { isDisabled } from "../model/types";
import { useUsers } from "../users/store";

/** Of more users than this nobody reads every name: a stray Enter leaves them as they are. */
const handful = 25;

type Props = {
  acts: UserActs;
  ids: readonly string[];
  disabled: boolean;
  /** Another object each time it is asked for: what became of the time before is not what it is about. */
  request: object;
  onClose: () => void;
  onShow: OnShow;
};

export function SwitchPanel({ acts, ids, disabled, request, onClose, onShow }: Props) {
  const { t } = useTranslation("users");
  const formats = useFormats();
  const users = useUsers((store) => store.users);
  const running = progressOf("users")((store) => store.running);
  const { production, company } = useGuarded();
  const { t: records } = useTranslation("records");
  const [last, setLast] = useState<{ request: object; report: BatchReport } | null>(null);
  const report = last?.request === request ? last.report : null;
  const { t: common } = useTranslation("common");
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const there = ids.flatMap((id) => users.get(id) ?? []);
  const going = there.filter((user) => isDisabled(user) !== disabled).map(({ id }) => id);
  const already = there.length - going.length;
  const careful = useRef(going.length === 0 || going.length > handful);
  useEffect(() => (careful.current ? cancel : button).current?.focus(), []);
  const act = async () => {
    if (going.length === 0 || running) return;
    const done = await acts.setDisabled(going, disabled);
    if (done === null) return;
    if (left(done)) setLast({ request, report: done });
    else onClose();
  };
  useShortcut("mainButton", () => void act(), report === null);
  const title = t(disabled ? "switch.disable" : "switch.enable");
  if (report !== null)
    return (
      <SidePanel onClose={onClose} title={title}>
        <Result acts={acts} onShow={onShow} report={report} />
      </SidePanel>
    );
  const does = production
    ? t(disabled ? "switch.doDisable" : "switch.doEnable", { count: going.length })
    : t(disabled ? "switch.doDisableTest" : "switch.doEnableTest", { count: going.length });
  return (
    <SidePanel
      foot={
        <div className={css.foot}>
          <Button
            className={disabled ? (css.ink ?? "") : ""}
            disabled={going.length === 0}
            loading={running}
            onClick={() => void act()}
            ref={button}
            variant="filled"
          >
            {does}
          </Button>
          <Keys>{shortcutLabel("mainButton")}</Keys>
          <Button onClick={onClose} ref={cancel}>
            {common("cancel")}
          </Button>
        </div>
      }
      onClose={onClose}
      title={title}
    >
      <div className={css.stack}>
        <dl className={css.counts}>
          <dt>{formats.number(going.length)}</dt>
          <dd>{t(disabled ? "switch.willDisable" : "switch.willEnable", { count: going.length })}</dd>
          {already === 0 ? null : (
            <>
              <dt>{formats.number(already)}</dt>
              <dd>{t(disabled ? "switch.alreadyDisabled" : "switch.alreadyEnabled", { count: already })}</dd>
            </>
          )}
        </dl>
        {going.length === 0 && already > 0 ? null : <Names ids={going} />}
        <Note kind="info">
          {production && going.length > 0
            ? `${records("production.change.users", { count: going.length, company })} `
            : ""}
          {t(disabled ? "switch.disableMeans" : "switch.enableMeans")}
        </Note>
      </div>
    </SidePanel>
  );
}
