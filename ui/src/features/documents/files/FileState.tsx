/** The state cell: icon and words, and the one act that fits them. */

import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { fileKey } from "../../../shared/file-key";
import { Icon, PlaceEllipsis, StateText } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { isNameTaken } from "../../transfers/use-transfer-words";
import css from "./files.module.css";
import type { FileRow } from "./model";
import type { RowActs } from "./row-acts";

type Props = {
  row: FileRow;
  /** The whole of it. */
  words: string;
  acts: RowActs;
  /** The keyboard stands on its row. */
  active: boolean;
};

export function FileState({ row, words, acts, active }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "files" });
  const whole = useTranslation("documents").t;
  const status = useTranslation("status").t;
  const formats = useFormats();
  const moving = row.fetching ?? row.transfer;
  const waits = row.fetching === null && row.state === "waiting" && row.transfer?.failure?.kind !== "fileGrowing";
  const nextTryAt = waits ? row.transfer?.nextTryAt : null;
  // That it waits for the server is under the pointer: beside the button there is room for when it goes on.
  const short = shortOf(row);
  const inCell = nextTryAt ? t("status.nextTry", { time: formats.clock(nextTryAt) }) : short ? whole(short) : words;
  const asks = row.alike === 1 && row.fetching === null && row.transfer === null ? row.askedBy : null;
  const cancellable = moving !== null && ["working", "waiting"].includes(moving.state);
  return (
    <span className={css.stateCell} data-place={asks === null ? undefined : true} title={words}>
      <StateText state={row.fetching ? "working" : row.state}>
        {asks === null ? (
          inCell
        ) : (
          // A long name of a folder is shortened on a line of its own; what tells it from others is often its end.
          <>
            {status("needsDecision")}
            <PlaceEllipsis text={asks.name ?? ""} />
          </>
        )}
      </StateText>
      {cancellable ? (
        <ActionIcon
          aria-label={t("cancel", { name: row.shownName })}
          onClick={(event) => {
            event.stopPropagation();
            acts.cancel(moving.id);
          }}
          size="1.5rem"
          tabIndex={-1}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      ) : null}
      {row.alike > 1 && !row.transfer ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <button
              className={css.decide}
              onClick={(event) => event.stopPropagation()}
              tabIndex={active ? 0 : -1}
              type="button"
            >
              {t("review")}
            </button>
          </Menu.Target>
          <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
            <Menu.Label>{t("duplicateWhich", { count: row.alike })}</Menu.Label>
            <Menu.Item onClick={() => acts.open([row])}>{t("duplicateOpen")}</Menu.Item>
            <Menu.Item onClick={() => acts.keepOnly(row)}>{t("duplicateKeep", { count: row.alike - 1 })}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {row.alike === 1 && row.askedBy !== null && !row.transfer ? (
        <Link
          aria-label={t("reviewIn", { name: row.askedBy.name ?? "" })}
          className={css.decide}
          // The case of this file, not the folder's first.
          hash={fileKey(row)}
          onClick={(event) => event.stopPropagation()}
          params={{ folder: row.askedBy.id, tab: "needs" }}
          tabIndex={active ? 0 : -1}
          to="/folders/$folder/$tab"
        >
          {t("review")}
        </Link>
      ) : null}
    </span>
  );
}

/** Failures whose sentence begins with the name that stands in the row, in words that the cell has room for. */
const SHORT = {
  fileVanished: "plan.what.vanished",
  fileUnreadable: "plan.what.unreadable",
  nameRefused: "plan.what.nameRefused",
  tooLarge: "plan.what.tooLarge",
} as const;

function shortOf({
  fetching,
  transfer,
}: FileRow): (typeof SHORT)[keyof typeof SHORT] | "files.status.nameTaken" | null {
  if (fetching !== null || transfer === null) return null;
  if (isNameTaken(transfer)) return "files.status.nameTaken";
  const kind = transfer.state === "waiting" ? undefined : transfer.failure?.kind;
  return kind !== undefined && kind in SHORT ? SHORT[kind as keyof typeof SHORT] : null;
}
