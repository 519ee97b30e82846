/** Active and stuck transfers: worst first, every file with its own cancel. */

import { Button } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type Remedy, type Transfer, useBridge } from "../../ipc";
import { useConnection } from "../../shared/app-state";
import { SETTLE_MS } from "../../shared/click-guard";
import { inSentence } from "../../shared/formats";
import { useGuide } from "../../shared/guide";
import { FailureNote, GuideLink, Icon, Part, SidePanel } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { ConnectionTitle } from "./ConnectionTitle";
import { countOf, groupTransfers } from "./model";
import { OtherConnection } from "./OtherConnection";
import { PanelHead } from "./PanelHead";
import { useOtherTransfers, useTransfers } from "./queries";
import { openTransfers, useTransfersPanel } from "./store";
import { TransferRow } from "./TransferRow";
import css from "./transfers.module.css";
import { useCancelWithUndo } from "./use-cancel";

/** More finished ones than this are counted, not listed. */
const DONE_SHOWN = 100;

/** Returns the ids of retryable transfers. */
const again = (items: readonly Transfer[]) =>
  items.filter((item) => item.remedies.includes("tryAgain")).map((item) => item.id);

export function TransfersPanel() {
  const open = useTransfersPanel((state) => state.open);
  if (!open) return null;
  return (
    <Part onClose={() => openTransfers(false)}>
      <Panel />
    </Part>
  );
}

function Panel() {
  const { t } = useTranslation("transfers");
  const bridge = useBridge();
  const formats = useFormats();
  const transfers = useTransfers().data;
  const others = useOtherTransfers().data ?? [];
  const connection = useConnection();
  const [doneOpen, setDoneOpen] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const cancel = useCancelWithUndo(setFailure);
  // The row that got the keyboard because another one left: Del is not about it until a key or a click goes there.
  const movedTo = useRef<Element | null>(null);
  // Which row has the keyboard, or had it until it left: the arrows go on from there.
  const place = useRef(0);
  const rowsNow = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-transfer]") ?? [])];
  const notePlace = () => {
    const at = rowsNow().indexOf(document.activeElement as HTMLElement);
    if (at >= 0) place.current = at;
    return at;
  };
  useEffect(() => void notePlace());
  const solvedAt = useRef(Number.NEGATIVE_INFINITY);
  const ask = (act: () => Promise<unknown>) => {
    setFailure(null);
    act().catch((thrown) => setFailure(failureOf(thrown)));
  };
  const focused = useTransfersPanel((state) => state.focused);
  // Opened by a person: the keyboard goes along, and to the transfer that was asked for.
  useEffect(() => {
    const row = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    const wanted = focused === null ? null : row(`[data-transfer="${focused.id}"]`);
    (wanted ?? row("[data-transfer]") ?? list.current)?.focus();
    movedTo.current = null;
  }, [focused]);

  // The guide opens below the panel.
  useEffect(() => useGuide.subscribe(({ place }) => place !== null && openTransfers(false)), []);

  const solve = async (id: number, remedy: Remedy): Promise<unknown> => {
    // The second click of two is about a transfer that goes on already, or about the row that came under the pointer.
    if (performance.now() - solvedAt.current < SETTLE_MS) return;
    solvedAt.current = performance.now();
    switch (remedy) {
      case "tryAgain":
        return bridge.retryTransfers([id]);
      case "chooseFile":
        return bridge.chooseTransferFile(id);
      default:
        return bridge.resolveTransferName(id, remedy);
    }
  };

  const items = transfers?.items ?? [];
  const groups = groupTransfers(items);
  const finished = items.some((item) => item.state === "done");

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const rows = rowsNow();
    const at = notePlace();
    const item = items.find((each) => String(each.id) === rows[at]?.dataset.transfer);
    if (event.key !== "Delete") movedTo.current = null;
    // Where the row left, the one below stands in its place.
    const below = at < 0 ? place.current : at + 1;
    if (event.key === "ArrowDown") rows[Math.min(rows.length - 1, below)]?.focus();
    else if (event.key === "ArrowUp") rows[Math.max(0, place.current - 1)]?.focus();
    else if (event.key === "Delete" && item && item.state !== "done") {
      event.preventDefault();
      if (event.repeat || movedTo.current === rows[at]) return;
      const other = rows[at + 1] ?? rows[at - 1] ?? list.current;
      other?.focus();
      movedTo.current = other;
      cancel([item]);
    } else if (event.key === "Enter" && item?.canShow && at >= 0) ask(() => bridge.showTransfer(item.id));
    else return;
    event.preventDefault();
  }

  return (
    <div className={css.over} data-over-page>
      <SidePanel
        foot={
          finished ? (
            <Button onClick={() => ask(() => bridge.clearFinishedTransfers())} size="compact-sm">
              {t("clear")}
            </Button>
          ) : undefined
        }
        onClose={() => openTransfers(false)}
        title={t("title")}
      >
        {others.length > 0 && connection !== null && transfers !== undefined ? (
          <ConnectionTitle name={connection.name} />
        ) : null}
        {transfers === undefined ? null : (
          <PanelHead onPause={(paused) => ask(() => bridge.pauseTransfers(paused))} transfers={transfers} />
        )}
        {failure === null ? null : <FailureNote failure={failure} />}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus, their keys are handled here */}
        <div
          ref={list}
          className={css.list}
          onClick={() => {
            movedTo.current = null;
          }}
          onFocus={({ target, relatedTarget }) => {
            notePlace();
            // What had it left.
            if (relatedTarget === null) movedTo.current = target;
          }}
          onKeyDown={onKeyDown}
          tabIndex={-1}
        >
          {groups.length === 0 && transfers !== undefined ? (
            <p className="fd-ink2">
              {t("empty")}{" "}
              {transfers.lastSentAt === null
                ? ""
                : t("lastUpload", { time: inSentence(formats.moment(transfers.lastSentAt)) })}{" "}
              <GuideLink to="documents#transfers" />
            </p>
          ) : null}
          {groups.map((group) => {
            const folded = group.name === "done" && !doneOpen;
            const shown = group.name === "done" ? group.items.slice(0, DONE_SHOWN) : group.items;
            const count = transfers === undefined ? shown.length : countOf(transfers, group.name);
            return (
              <section key={group.name} aria-label={t(`group.${group.name}`)}>
                <h3 className={css.groupTitle} data-group={group.name}>
                  {group.name === "done" ? (
                    <button
                      aria-expanded={doneOpen}
                      className={css.fold}
                      onClick={() => setDoneOpen(!doneOpen)}
                      type="button"
                    >
                      <Icon name={doneOpen ? "down" : "right"} size={14} />
                      {t("group.done")}
                    </button>
                  ) : (
                    t(`group.${group.name}`)
                  )}
                  <span className="fd-ink3">{formats.number(count)}</span>
                  {group.name === "failed" && again(group.items).length > 1 ? (
                    <Button
                      className={css.groupAct}
                      onClick={() => ask(() => bridge.retryTransfers(again(group.items)))}
                      size="compact-sm"
                      variant="subtle"
                    >
                      {t("tryAll")}
                    </Button>
                  ) : null}
                </h3>
                {group.name === "failed" ? (
                  <div className={css.groupGuide}>
                    <GuideLink to="documents#failed" />
                  </div>
                ) : null}
                {folded ? null : (
                  <ul className={css.items}>
                    {shown.map((item) => (
                      <TransferRow
                        key={item.id}
                        acts={{
                          onCancel: () => cancel([item]),
                          onShow: () => ask(() => bridge.showTransfer(item.id)),
                          onSolve: (remedy) => ask(() => solve(item.id, remedy)),
                        }}
                        item={item}
                      />
                    ))}
                    {count > shown.length ? (
                      <li className="fd-small fd-ink2">{t("more", { count: count - shown.length })}</li>
                    ) : null}
                  </ul>
                )}
              </section>
            );
          })}
        </div>
        {others.map((other) => (
          <OtherConnection key={other.connection} other={other} />
        ))}
      </SidePanel>
    </div>
  );
}
