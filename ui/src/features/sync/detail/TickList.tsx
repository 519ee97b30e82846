/** Files of a case, each to be ticked or not; a decision is about those that are ticked. */

import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FolderFileName } from "../../../ipc";
import { fileKey } from "../../../shared/file-key";
import { FileTag, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "./cases.module.css";

/** A list longer than this is drawn in part; the choice is of all that are ticked. */
const SHOWN = 300;

export type Tickable = FolderFileName & { shownName: string };

export type Ticks<T extends Tickable> = ReturnType<typeof useTicks<T>>;

/** Which of the files are ticked: all, until somebody leaves one out. */
export function useTicks<T extends Tickable>(files: readonly T[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ticked = files.filter((file) => !left.has(fileKey(file)));
  return {
    files,
    ticked,
    isTicked: (file: T) => !left.has(fileKey(file)),
    toggle: (file: T) =>
      setLeft((before) => {
        const next = new Set(before);
        if (!next.delete(fileKey(file))) next.add(fileKey(file));
        return next;
      }),
    toggleAll: () => setLeft(ticked.length === files.length ? new Set(files.map(fileKey)) : new Set()),
    reset: () => setLeft(new Set()),
  };
}

type Props<T extends Tickable> = { ticks: Ticks<T>; text?: (file: T) => string; detail: (file: T) => ReactNode };

export function TickList<T extends Tickable>({ ticks, text = ({ shownName }) => shownName, detail }: Props<T>) {
  const { t } = useTranslation("sync", { keyPrefix: "deleted" });
  const { t: wizard } = useTranslation("sync", { keyPrefix: "wizard" });
  const formats = useFormats();
  const { files, ticked, isTicked, toggle, toggleAll } = ticks;
  return (
    <div className={css.goneList}>
      <div className={css.goneHead}>
        <Checkbox
          checked={ticked.length === files.length}
          indeterminate={ticked.length > 0 && ticked.length < files.length}
          label={t("every")}
          onChange={toggleAll}
        />
        <span className="fd-small fd-ink2">
          {formats.number(ticked.length)} / {formats.number(files.length)}
        </span>
      </div>
      <ul>
        {files.slice(0, SHOWN).map((file) => (
          <li key={fileKey(file)}>
            <Checkbox
              aria-label={t("tick", { name: file.shownName })}
              checked={isTicked(file)}
              onChange={() => toggle(file)}
            />
            <FileTag name={file.name} />
            <span className={css.goneName}>
              <MiddleEllipsis text={text(file)} />
            </span>
            <span className="fd-small fd-ink2">{detail(file)}</span>
          </li>
        ))}
      </ul>
      {files.length > SHOWN ? (
        <p className={`fd-small fd-ink2 ${css.goneMore}`}>{wizard("moreRows", { count: files.length - SHOWN })}</p>
      ) : null}
    </div>
  );
}
