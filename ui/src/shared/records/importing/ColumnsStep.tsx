/** Each column of the file with samples, and the field that it fills. */

import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportDecimals, ImportLook } from "../../../ipc";
import { Note, useFoot } from "../../parts";
import { useKind } from "../kind";
import css from "./importing.module.css";
import type { Import } from "./use-import";

const unused = "";

export function ColumnsStep({ flow, look }: { flow: Import; look: ImportLook }) {
  const { t } = useTranslation("records");
  const foot = useFoot<HTMLElement>();
  const { options } = flow;
  const { resource, fields, useCells } = useKind();
  const { title } = useCells();
  const choose = (heading: string, field: string | null) => {
    const columns = { ...options.columns, [heading]: field === unused ? null : field };
    void flow.lookAgain({ ...options, columns });
  };
  return (
    <>
      <div className={css.tools}>
        {look.source.sheets.length > 1 ? (
          <Select
            data={look.source.sheets}
            label={t("import.sheet")}
            onChange={(sheet) => void flow.lookAgain({ ...options, sheet, headingRow: null })}
            value={look.source.sheet}
          />
        ) : null}
        <TextInput
          defaultValue={look.source.headingRow}
          inputMode="numeric"
          key={look.source.headingRow}
          label={t("import.headingRow")}
          onBlur={(event) => {
            const headingRow = Number.parseInt(event.currentTarget.value, 10);
            if (headingRow !== look.source.headingRow && headingRow > 0)
              void flow.lookAgain({ ...options, headingRow });
          }}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          w="9rem"
        />
        <Select
          data={[
            { value: "comma", label: t("import.comma") },
            { value: "point", label: t("import.point") },
          ]}
          label={t("import.decimals")}
          onChange={(decimals) =>
            void flow.lookAgain({ ...options, decimals: (decimals ?? "unknown") as ImportDecimals })
          }
          placeholder={t("import.decimalsUnknown")}
          value={look.source.decimals === "unknown" ? null : look.source.decimals}
        />
        <Checkbox
          checked={options.create}
          label={t(`import.create.${resource}`)}
          onChange={(event) => void flow.lookAgain({ ...options, create: event.currentTarget.checked })}
        />
        {look.source.encoding === null ? null : (
          <span className="fd-small fd-ink2">{t("import.encoding", { encoding: look.source.encoding })}</span>
        )}
      </div>
      {Object.keys(options.columns).length === 0 ? null : (
        <div className={css.notes}>
          <Note
            actions={
              <Button onClick={() => void flow.lookAgain({ ...options, columns: {} })} size="xs">
                {t("import.suggested")}
              </Button>
            }
            kind="plain"
          >
            {t("import.kept")}
          </Note>
        </div>
      )}
      {look.missing.length === 0 || !options.create ? null : (
        <div className={css.notes}>
          <Note kind="needs">{t(`import.missing.${resource}`)}</Note>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard */}
      <div className={css.tableBox} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th>{t("import.heading")}</th>
              <th>{t("import.samples")}</th>
              <th>{t("import.field")}</th>
            </tr>
          </thead>
          <tbody>
            {look.columns.map((column) => (
              <tr key={column.index}>
                <td>
                  <b>{column.heading}</b>
                </td>
                <td className="fd-ink2">{column.samples.filter((sample) => sample !== "").join(" · ")}</td>
                <td>
                  <Select
                    aria-label={t("import.fieldOf", { heading: column.heading })}
                    data={[
                      { value: unused, label: t("import.unused") },
                      ...fields.all().map((name) => ({ value: name, label: title(name) })),
                    ]}
                    onChange={(field) => choose(column.heading, field)}
                    searchable
                    value={column.field ?? unused}
                  />
                  {column.unit === undefined || column.unit === null ? null : (
                    <span className="fd-small fd-ink2">
                      {t(column.field === null ? "import.otherUnit" : "import.converted", { unit: column.unit })}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={css.foot} ref={foot}>
        <span className={css.grow} />
        <Button onClick={flow.back}>{t("import.back")}</Button>
        <Button loading={flow.busy} onClick={() => void flow.check()} variant="filled">
          {t("import.toCheck")}
        </Button>
      </footer>
    </>
  );
}
