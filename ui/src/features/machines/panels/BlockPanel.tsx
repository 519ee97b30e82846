/** Blocks check-in of what is selected: who will be, who is already, who cannot be; the message, and what the operator sees. */

import { Button, Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchReport, type BlockCheck, failureOf, useBridge } from "../../../ipc";
import { useConnection } from "../../../shared/app-state";
import { fieldOf } from "../../../shared/fields";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { FailureNote, GuideLink, Keys, Note, SidePanel, Skeleton, StateIcon } from "../../../shared/parts";
import { Names } from "../../../shared/records/panels/Names";
import css from "../../../shared/records/panels/panels.module.css";
import { Result } from "../../../shared/records/panels/Result";
import { progressOf } from "../../../shared/records/progress";
import { useGuarded } from "../../../shared/records/use-guarded";
import { left } from "../../../shared/records/use-run";
import { useFormats } from "../../../shared/use-formats";
import type { Acts } from "../actions/use-acts";
import { useFleet } from "../fleet/store";
import { text } from "../model/types";
import { ReleaseChoice } from "../releases/ReleaseChoice";
import { momentOf, type When } from "../releases/when";

type Props = {
  ids: readonly string[];
  /** Another object each time blocking is asked for: what became of the time before is not what it is about. */
  request: object;
  acts: Acts;
  onClose: () => void;
  onShow: (id: string, field: string | null) => void;
};

export function BlockPanel({ ids, request, acts, onClose, onShow }: Props) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const [last, setLast] = useState<{ request: object; done: Done } | null>(null);
  const done = last?.request === request ? last.done : null;
  const formats = useFormats();
  const plannedWords = (at: Date) => (counts: { done: number; count: number }) =>
    t("unblock.result", { ...counts, at: formats.clock(at) });
  const check = useQuery({
    queryKey: ["machines", "checkBlock", ...ids],
    queryFn: () => bridge.checkBlock([...ids]),
    staleTime: 0,
    gcTime: 0,
    // What is typed stays while other machines are ticked; nothing is sent before they were looked at.
    placeholderData: (before) => before,
  });
  if (done !== null)
    return (
      <SidePanel onClose={onClose} title={t("block.title")}>
        <Result
          acts={acts}
          onShow={onShow}
          report={done.report}
          {...(done.releaseAt !== null && { done: plannedWords(done.releaseAt) })}
        />
      </SidePanel>
    );
  if (check.data === undefined)
    return (
      <SidePanel onClose={onClose} title={t("block.title")}>
        {check.error === null ? <Skeleton rows={4} /> : <FailureNote failure={failureOf(check.error)} />}
      </SidePanel>
    );
  return (
    <Form
      acts={acts}
      check={check.data}
      checked={!check.isPlaceholderData}
      onClose={onClose}
      onDone={(done) => setLast({ request, done })}
      onShow={onShow}
      request={request}
    />
  );
}

/** A block that was done, with the moment of its release where that is planned. */
type Done = { report: BatchReport; releaseAt: Date | null };

type FormProps = Omit<Props, "ids"> & {
  check: BlockCheck;
  checked: boolean;
  onDone: (done: Done) => void;
};

function Form({ check, checked, request, acts, onClose, onDone, onShow }: FormProps) {
  const { t } = useTranslation("machines");
  const { t: records } = useTranslation("records");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const connection = useConnection();
  const { production, company } = useGuarded();
  const running = progressOf("machines")((store) => store.running);
  const field = useRef<HTMLTextAreaElement>(null);
  const [message, setMessage] = useState("");
  const [also, setAlso] = useState(false);
  const [why, setWhy] = useState(false);
  const [when, setWhen] = useState<When | null>(null);
  const recent = useQuery({
    queryKey: ["machines", "blockMessages"],
    queryFn: () => bridge.blockMessages(),
    staleTime: 0,
  });
  const machines = useFleet((fleet) => fleet.machines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, the letters typed next belong to the message
  useEffect(() => field.current?.focus(), [request]);

  const ids = also ? [...check.blockable, ...check.blocked] : check.blockable;
  const formats = useFormats();
  const test = !production && connection !== null;
  const label = t(test ? "block.doTest" : "block.do", { count: ids.length });
  const block = async () => {
    if (ids.length === 0 || running || !checked) return;
    const releaseAt = when === null ? null : momentOf(when, new Date());
    // The field says what is wrong with it.
    if (when !== null && releaseAt === null) return;
    const report = await acts.block(ids, message.trim() === "" ? null : message.trim(), also, releaseAt);
    if (report === null) return;
    if (ids.length === 1 && !left(report)) onClose();
    else onDone({ report, releaseAt });
  };
  useShortcut("mainButton", () => void block());
  const first = machines.get(ids[0] ?? "");
  return (
    <SidePanel
      foot={
        <div className={css.foot}>
          {running ? (
            <span role="status">{records("progress.running")}</span>
          ) : (
            <>
              <Button
                className={css.ink}
                disabled={ids.length === 0}
                leftSection={<StateIcon state="blocked" />}
                onClick={() => void block()}
              >
                {label}
              </Button>
              <Keys>{shortcutLabel("mainButton")}</Keys>
            </>
          )}
          <Button onClick={onClose}>{running ? common("close") : t("cancel")}</Button>
          {running || ids.length < 2 ? null : (
            <span className={`fd-caption fd-ink2 ${css.full}`}>{t("block.oneUndo")}</span>
          )}
        </div>
      }
      onClose={onClose}
      title={t("block.title")}
    >
      <div className={css.stack}>
        <dl className={css.counts}>
          <dt>{formats.number(check.blockable.length)}</dt>
          <dd>{t("block.will", { count: check.blockable.length })}</dd>
          {check.blocked.length === 0 ? null : (
            <>
              <dt>{formats.number(check.blocked.length)}</dt>
              <dd>{t("block.already", { count: check.blocked.length })}</dd>
            </>
          )}
          {check.equipment.length === 0 ? null : (
            <>
              <dt>{formats.number(check.equipment.length)}</dt>
              <dd>
                {t("block.equipment", { count: check.equipment.length })}{" "}
                <button className={css.link} onClick={() => setWhy((on) => !on)} type="button">
                  {t("block.why")}
                </button>
              </dd>
            </>
          )}
          {check.gone.length === 0 ? null : (
            <>
              <dt>{formats.number(check.gone.length)}</dt>
              <dd>{t("block.deleted", { count: check.gone.length })}</dd>
            </>
          )}
        </dl>
        <Names ids={ids} />
        {why ? <Note kind="plain">{t("cell.equipmentWhy")}</Note> : null}
        {check.blocked.length === 0 ? null : (
          <Checkbox checked={also} label={t("block.also")} onChange={(event) => setAlso(event.currentTarget.checked)} />
        )}
        {check.changed.length === 0 ? null : (
          <Note
            actions={
              <Button onClick={() => onShow(check.changed[0] ?? "", null)} size="xs">
                {t("block.showChanged")}
              </Button>
            }
            kind="info"
          >
            {t("block.changed", { count: check.changed.length })}
          </Note>
        )}
        <Note kind="info">
          {production && ids.length > 0 ? `${t("production.block", { count: ids.length, company })} ` : ""}
          {t("block.stops")} <GuideLink to="machines#block" />
        </Note>
        <Textarea
          autosize
          description={t("block.characters", { count: message.length })}
          label={t("column.blockCheckInMessage")}
          maxLength={fieldOf("blockCheckInMessage")?.longest ?? undefined}
          minRows={2}
          onChange={(event) => setMessage(event.currentTarget.value)}
          ref={field}
          value={message}
        />
        {recent.data === undefined || recent.data.length === 0 ? null : (
          <div className={css.stack}>
            <p className="fd-small fd-ink2">{t("block.recent")}</p>
            <div className={css.recent}>
              {recent.data.map((each) => (
                <Button key={each} onClick={() => setMessage(each)} radius="xl" size="xs" title={each}>
                  {each}
                </Button>
              ))}
            </div>
          </div>
        )}
        {first === undefined ? null : (
          <div className={css.stack}>
            <p className="fd-small fd-ink2">{t("block.sees")}</p>
            <div className={css.sees}>
              <StateIcon size={20} state="blocked" />
              <div>
                <b>{`${text(first.machineNumber)} ${text(first.name)}`}</b>
                <p className="fd-small">{message.trim() === "" ? t("block.noMessage") : message}</p>
              </div>
            </div>
          </div>
        )}
        <ReleaseChoice onChange={setWhen} when={when} />
      </div>
    </SidePanel>
  );
}
