/** A transfer: name and place, bar with bytes or the reason why it stands, and its remedies. */

import { ActionIcon, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Remedy } from "../../ipc";
import { FileTag, Icon, Meter, MiddleEllipsis, StateText } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import type { ListedTransfer } from "./model";
import css from "./transfers.module.css";
import { useTransferWords } from "./use-transfer-words";

type Acts = { onCancel: () => void; onSolve: (remedy: Remedy) => void; onShow: () => void };
/** Without acts it is only shown. */
type Props = { item: ListedTransfer; acts?: Acts };

export function TransferRow({ item, acts }: Props) {
  const { t } = useTranslation("transfers");
  const formats = useFormats();
  const words = useTransferWords()(item);
  const growing = item.failure?.kind === "fileGrowing";
  const next = item.nextTryAt === null ? t("inQueue") : t("nextTry", { time: formats.clock(item.nextTryAt) });
  const waitsFor = (growing ? words?.sentence : null) ?? next;
  const stuck = item.state === "failed" || item.state === "needsYou";
  const place = item.section === null ? item.place : `${item.place} · ${item.section}`;
  return (
    <li
      aria-label={`${t(`state.${item.state}`)}. ${item.shownName}`}
      className={css.item}
      data-transfer={acts && item.id}
      // The arrow keys walk over the rows; Del and Enter act on them.
      tabIndex={acts && 0}
    >
      <div className={css.itemHead}>
        <FileTag name={item.name} />
        <span className={css.itemNames}>
          <MiddleEllipsis text={item.shownName} />
          <span className={`fd-small fd-ink2 ${css.cut}`}>{t(`to.${item.kind}`, { place })}</span>
        </span>
        {item.state === "done" ? (
          <span className="fd-small fd-ink2">{item.finishedAt === null ? "" : formats.clock(item.finishedAt)}</span>
        ) : acts === undefined ? null : (
          <ActionIcon aria-label={t("cancel", { name: item.shownName })} onClick={acts.onCancel} size="1.75rem">
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </div>
      {item.state === "working" && item.bytesTotal === 0 ? (
        <StateText state="working">{t("state.working")}</StateText>
      ) : null}
      {item.state === "working" && item.bytesTotal > 0 ? (
        <div className={css.itemBar}>
          <Meter done={item.bytesDone} label={item.shownName} total={item.bytesTotal} />
          <span className="fd-caption fd-ink2">{t("bytesOf", formats.bytesOf(item.bytesDone, item.bytesTotal))}</span>
        </div>
      ) : null}
      {item.left === "cutOff" && (item.state === "working" || item.state === "waiting") ? (
        <span className="fd-small fd-ink2">{t("cutOff")}</span>
      ) : null}
      {item.state === "checking" ? <StateText state="working">{t("checking")}</StateText> : null}
      {item.state === "waiting" && (item.nextTryAt !== null || words !== null) ? (
        <div className={css.itemWhy}>
          <StateText state="waiting">{waitsFor}</StateText>
          <span className="fd-small fd-ink2">{growing ? words?.fix : words?.sentence}</span>
        </div>
      ) : null}
      {stuck ? (
        <div className={css.itemWhy}>
          <StateText state={item.state === "failed" ? "failed" : "needsDecision"}>
            {words?.sentence ?? t(`state.${item.state}`)}
          </StateText>
          <span className="fd-small fd-ink2">
            {[item.attempts > 1 ? t("tries", { count: item.attempts }) : "", words?.fix].filter(Boolean).join(" ")}
          </span>
          {words === null || words.small === "" ? null : (
            <span className="fd-mono fd-copyable fd-ink3">{words.small}</span>
          )}
        </div>
      ) : null}
      {acts !== undefined && (item.remedies.length > 0 || item.canShow) ? (
        <div className={css.itemActs}>
          {item.remedies.map((remedy) => (
            <Button key={remedy} onClick={() => acts.onSolve(remedy)} size="compact-sm">
              {t(`remedy.${remedy}`)}
            </Button>
          ))}
          {item.canShow && (stuck || item.state === "done") ? (
            <Button onClick={acts.onShow} size="compact-sm" variant="subtle">
              {t("showFile")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
