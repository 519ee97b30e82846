/** A field of the form: typed text is checked at once, and its problem is shown when the field is left. */

import { Button, Select, Textarea, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { userFields } from "../../../shared/fields";
import { matches } from "../../../shared/keyboard";
import { Calendar, StateIcon } from "../../../shared/parts";
import { SuggestField, type Suggestion } from "../../../shared/parts/SuggestField";
import css from "../../../shared/records/panels/panels.module.css";
import { useOddWords } from "../../../shared/records/use-odd-words";
import { isDate } from "../model/fields";
import { useTitle } from "../users/use-showing";
import { openPanel } from "../users/view";
import type { Form } from "./use-form";
import { useSuggestions } from "./use-suggestions";

type Props = { form: Form; field: string; readOnly: boolean };

export function Field({ form, field, readOnly: nothingIsWritten }: Props) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const title = useTitle();
  const oddWords = useOddWords();
  const described = userFields.of(field);
  const readOnly = nothingIsWritten || described?.canBeWritten === false;
  const odd = form.user?.odd.find((each) => each.field === field);
  const value = form.value(field);
  const typed = form.draft.typed[field] !== undefined;
  const emptied = typed && value.trim() === "" && form.stored(field) !== "";
  const choices = useSuggestions(field, value);
  const isUnlisted = choices !== null && typed && form.seen(field) && isOutside(choices, value);
  const label = title(field);
  const isOwnCompany = field === "companyId" && form.id === null;
  const needed = described?.required === true && !isOwnCompany;
  const common = {
    className: typed ? (css.changed ?? "") : "",
    description:
      odd !== undefined && !typed ? (
        <span className="fd-odd-note">
          <StateIcon size={14} state="needsDecision" />
          <span>
            <b>{records("unreadable.label")}.</b> {oddWords(odd)}
          </span>
        </span>
      ) : emptied ? (
        t("form.willBeEmptied")
      ) : form.cleaned(field) ? (
        records("numberCleaned")
      ) : isUnlisted ? (
        t("form.notListed")
      ) : field === "mobileWork" ? (
        t("form.smsLogin")
      ) : isOwnCompany ? (
        records("ownCompany")
      ) : undefined,
    error: form.error(field),
    // WebKitGTK takes nothing back in a field whose text is set from outside: the form does, everywhere the same.
    onKeyDown: (event: KeyboardEvent) => {
      if (readOnly || !matches(event.nativeEvent, "undo")) return;
      event.preventDefault();
      form.undo();
    },
    label: needed || readOnly ? label : t("form.optional", { label }),
    readOnly,
    // A stored user has them already.
    withAsterisk: needed && form.id === null,
    "aria-required": needed && form.id === null,
    "data-field": field,
  };
  const words = described?.choices ?? [];
  if (words.length > 0)
    return (
      <Select
        {...common}
        clearable={described?.canBeEmptied === true && !readOnly}
        data={words.map(({ word }) => word)}
        onBlur={() => form.leave(field)}
        onChange={(word) => form.type(field, word ?? "")}
        value={value === "" ? null : value}
      />
    );
  if (choices !== null && !readOnly)
    return (
      <SuggestField
        {...common}
        choices={choices}
        onBlur={() => form.leave(field)}
        onChange={(text) => form.type(field, text)}
        value={value}
      />
    );
  if (field === "personalInfo" || field === "address")
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        onBlur={() => form.leave(field)}
        onChange={(event) => form.type(field, event.currentTarget.value)}
        value={value}
      />
    );
  const problem = form.problem(field);
  const other = problem?.params.id;
  return (
    <>
      <TextInput
        {...common}
        onBlur={() => form.leave(field)}
        onChange={(event) => form.type(field, event.currentTarget.value)}
        rightSection={
          isDate(field) && !readOnly ? (
            <Calendar
              day={form.day(field)}
              onDay={(day) => {
                form.type(field, day);
                form.leave(field);
              }}
            />
          ) : undefined
        }
        value={value}
      />
      {other === undefined ? null : (
        <Button className={css.own ?? ""} onClick={() => openPanel({ kind: "detail", id: other })} size="xs">
          {t("form.open", { name: problem?.params.name ?? problem?.params.known ?? "" })}
        </Button>
      )}
      {problem?.code === "sameNumberOtherwise" ? (
        <Button className={css.own ?? ""} onClick={form.meanNumber} size="xs">
          {records("anotherRecord.users")}
        </Button>
      ) : null}
    </>
  );
}

/** Returns true where a text is none of the list: a new department, or a typing error. An empty list says nothing. */
const isOutside = (choices: readonly Suggestion[], text: string) =>
  text.trim() !== "" && choices.length > 0 && choices.every(({ value }) => value !== text.trim());
