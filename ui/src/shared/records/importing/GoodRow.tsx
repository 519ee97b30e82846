/** The cells of a row of an import without errors: old and new of each cell, and of what changed since the export. */

import { Checkbox } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ImportRow } from "../../../ipc";
import { useKind } from "../kind";
import { AnswerLine } from "./AnswerLine";
import { Change } from "./Change";
import type { Filled } from "./filled";
import css from "./importing.module.css";
import type { Answer } from "./listed";
import { RowHead } from "./RowHead";

const actionWords = {
  create: "import.newRow",
  update: "import.changedRow",
  unchanged: "import.sameRow",
  bad: "import.errorRow",
} as const;

type Props = {
  row: ImportRow;
  fields: readonly Filled[];
  /** True where the file's values are used for cells that changed since the export. */
  usesFile: boolean;
  onUseFile: () => void;
  /** Decisions made while the row had errors. */
  decided: readonly Answer[];
  onUndo: (answer: Answer) => void;
};

export function GoodRow({ row, fields, usesFile, onUseFile, decided, onUndo }: Props) {
  const { t } = useTranslation("records");
  const { fields: known, useCells } = useKind();
  const { show } = useCells();
  const stored = known.useStored(row.id);
  const changes = useMemo(() => new Map(row.cells.map((cell) => [cell.field, cell])), [row.cells]);
  const since = useMemo(() => new Map(row.changedSince.map((cell) => [cell.field, cell])), [row.changedSince]);
  const shown = (field: string, value: Parameters<typeof show>[1]) => {
    const text = show(field, value);
    return text === "" ? t("emptyValue") : text;
  };
  const cell = (field: string, also: string, place = "") => {
    const numeric = `${known.isNumeric(field) ? css.number : ""} ${place}`;
    const both = since.get(field);
    if (both !== undefined)
      return (
        <td className={`${numeric} ${usesFile ? css.changed : css.since}`} key={field}>
          {usesFile ? <s className="fd-ink2">{shown(field, both.old)}</s> : <b>{shown(field, both.old)}</b>} →{" "}
          {usesFile ? <b>{shown(field, both.new)}</b> : <span className="fd-ink2">{shown(field, both.new)}</span>}
          <div className="fd-small fd-ink2">{t("import.exported", { value: shown(field, both.exported) })}</div>
        </td>
      );
    const change = changes.get(field);
    if (change === undefined)
      return (
        <td className={`${numeric} fd-ink2`} key={field} title={place === "" ? undefined : also}>
          {also}
        </td>
      );
    return (
      <td className={`${numeric} ${css.changed}`} key={field}>
        <Change change={change} row={row} />
      </td>
    );
  };
  const word = row.action === "create" ? css.newWord : row.action === "update" ? css.changedWord : "fd-ink2";
  return (
    <>
      <RowHead row={row} />
      {cell("name", row.name ?? "", css.namePin)}
      <td>
        {since.size === 0 ? (
          <span className={word}>{t(actionWords[row.action])}</span>
        ) : (
          <>
            <span className={css.sinceWord}>{t("import.changedSince")}</span>
            <Checkbox
              aria-label={t("import.useFileOf", { count: since.size, number: row.number })}
              checked={usesFile}
              label={t("import.useFile", { count: since.size })}
              onChange={onUseFile}
              size="xs"
            />
          </>
        )}
        {decided.map((answer) => (
          <AnswerLine
            answer={answer}
            key={`${answer.kind} ${answer.field}`}
            number={row.number}
            onUndo={() => onUndo(answer)}
          />
        ))}
      </td>
      {fields.map(({ field }) => cell(field, show(field, stored(field))))}
    </>
  );
}
