/** The cells of a row of an import that has errors, or had them until it was just answered. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportReason, ImportRow } from "../../../ipc";
import { StateIcon } from "../../parts";
import { useKind } from "../kind";
import { useProblemWords } from "../use-problem-words";
import { AnswerButton, AnswerLine, FieldName } from "./AnswerLine";
import { Change } from "./Change";
import { Correction } from "./Correction";
import css from "./importing.module.css";
import type { Line, Offer } from "./listed";
import { RowHead } from "./RowHead";
import type { Answers } from "./use-answers";

/** So many of a long list are shown while it is searched. */
const shownAtOnce = 50;

type Props = {
  row: ImportRow;
  lines: readonly Line[];
  answers: Answers;
  /** The repairs that are offered in all rows. */
  offers: readonly Offer[];
  width: number;
};

export function BadRow({ row, lines, answers, offers, width }: Props) {
  const { t } = useTranslation("records");
  const isBad = row.action === "bad";
  return (
    <>
      <RowHead row={row} />
      <td className={css.namePin} title={row.name ?? undefined}>
        {row.name}
      </td>
      <td className={isBad ? css.badWord : css.newWord}>
        <span className={css.line}>
          <StateIcon state={isBad ? "failed" : "sent"} />
          {t(isBad ? "import.errorRow" : "import.noErrors")}
        </span>
      </td>
      <td className={css.reasons} colSpan={width}>
        {lines.map((line) =>
          "answer" in line ? (
            <AnswerLine
              answer={line.answer}
              key={`${line.answer.kind} ${line.answer.field}`}
              number={row.number}
              onUndo={() => answers.undo(row.row, line.answer)}
            />
          ) : (
            <ReasonLine
              answers={answers}
              key={`${line.reason.field} ${line.reason.code} ${line.reason.params.row ?? ""}`}
              offers={offers}
              reason={line.reason}
              row={row}
            />
          ),
        )}
        {isBad ? null : (
          <div className={css.changes}>
            {row.cells.map((change) => (
              <span className={css.line} key={change.field}>
                <FieldName field={change.field} />
                <Change change={change} row={row} />
              </span>
            ))}
          </div>
        )}
      </td>
    </>
  );
}

type ReasonProps = Pick<Props, "row" | "answers" | "offers"> & { reason: ImportReason };

function ReasonLine({ reason, row, answers, offers }: ReasonProps) {
  const { t } = useTranslation("records");
  const problemWords = useProblemWords();
  const { fields } = useKind();
  const { field, heading, suggestion } = reason;
  // Where no column fills the field, or a new record needs it, there is no value to skip.
  const alike =
    suggestion === null ? [] : offers.filter((offer) => offer.field === field && offer.code === reason.code);
  const canCorrect = heading !== null && reason.choices === undefined;
  const canSkip = field !== null && field !== fields.number && heading !== null && reason.code !== "neededForNew";
  return (
    <span className={css.line}>
      <span>
        <FieldName field={field} />
        {problemWords(reason)}
      </span>
      {suggestion === null ? null : (
        <AnswerButton onAnswer={() => answers.repair(row.row, field, suggestion)}>
          {t("import.use", { value: suggestion })}
        </AnswerButton>
      )}
      {reason.choices === undefined ? null : (
        <Select
          aria-label={t("import.chooseUser")}
          data={reason.choices.map(({ text, label }) => ({ value: text, label }))}
          limit={shownAtOnce}
          onChange={(text) => text !== null && answers.repair(row.row, field, text)}
          placeholder={t("import.chooseUser")}
          searchable
          size="xs"
          value={null}
        />
      )}
      {alike.length < 2 || field === fields.number ? null : (
        <AnswerButton onAnswer={() => answers.repairAll(alike.map(({ row: of, text }) => ({ row: of, field, text })))}>
          {t("import.useAll", { count: alike.length })}
        </AnswerButton>
      )}
      {reason.code === "unknownNumber" && answers.canCreate ? (
        <AnswerButton onAnswer={() => answers.number(row.row, "created")}>
          {t("import.createRow", { number: row.number })}
        </AnswerButton>
      ) : null}
      {reason.code === "anotherPerson" ? (
        <AnswerButton onAnswer={() => answers.number(row.row, "taken")}>{t("import.anotherPerson")}</AnswerButton>
      ) : null}
      {canSkip ? (
        <AnswerButton onAnswer={() => answers.repair(row.row, field, null)}>{t("import.skipValue")}</AnswerButton>
      ) : null}
      {canCorrect ? (
        <Correction onAnswer={(text) => answers.repair(row.row, field, text)} text={reason.params.text ?? ""} />
      ) : null}
    </span>
  );
}
