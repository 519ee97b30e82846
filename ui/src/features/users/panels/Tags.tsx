/** Tags to attach and to detach, as pills. What is attached already cannot be read from the service, and the form says so. */

import { TagsInput } from "@mantine/core";
// Pills are used nowhere else: the first picture does not wait for their looks.
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { useTranslation } from "react-i18next";
import css from "../../../shared/records/panels/panels.module.css";
import type { Form } from "./use-form";

const field = "tags";

/** Tags are equal whatever their case and blanks. */
const same = (a: string, b: string) => fold(a) === fold(b);
const fold = (name: string) => name.toLowerCase().replaceAll(/\s/g, "");

export function Tags({ form }: { form: Form }) {
  const { t } = useTranslation("users");
  const { attach, detach } = form.draft;
  const without = (names: readonly string[], others: readonly string[]) =>
    names.filter((name) => !others.some((other) => same(name, other)));
  const input = {
    acceptValueOnBlur: true,
    isDuplicate: (value: string, now: string[]) => now.some((each) => same(each, value)),
    splitChars: [",", ";"],
  };
  return (
    <fieldset className={css.group}>
      <legend>{t("group.tags")}</legend>
      <p className="fd-small fd-ink2">{t("form.tagsUnread")}</p>
      <TagsInput
        {...input}
        data-field={field}
        description={t("form.tagsHint")}
        error={form.error(field)}
        label={t("form.tagsAdd")}
        onChange={(names) =>
          form.change((draft) => ({ ...draft, attach: names, detach: without(draft.detach, names) }), field)
        }
        value={[...attach]}
      />
      {form.id === null ? null : (
        <TagsInput
          {...input}
          description={t("form.tagsRemoveHint")}
          label={t("form.tagsRemove")}
          onChange={(names) =>
            form.change((draft) => ({ ...draft, detach: names, attach: without(draft.attach, names) }), field)
          }
          value={[...detach]}
        />
      )}
    </fieldset>
  );
}
