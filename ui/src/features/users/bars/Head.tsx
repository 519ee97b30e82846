/** The head: how many, how many of them disabled, when they were read; export, leavers report, import, a new user. */

import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, useBridge } from "../../../ipc";
import { useLanguage } from "../../../shared/app-state";
import { useShortcut } from "../../../shared/keyboard";
import { Facts } from "../../../shared/parts";
import { HeadButtons } from "../../../shared/records/bars/HeadButtons";
import css from "../../../shared/records/screen.module.css";
import { useFormats } from "../../../shared/use-formats";
import { useSavedToast } from "../../../shared/use-saved-toast";
import { fieldsOf } from "../model/fields";
import { isLeaver } from "../model/views";
import { useUsers } from "../users/store";
import type { Rows } from "../users/use-rows";
import { openPanel, useView } from "../users/view";

type Props = { rows: Rows; readOnly: boolean; onFailure: (failure: Failure | null) => void };

/** The columns of the leavers report: who, where, under whom, until when, and whether the account is still open. */
const leaverFields = [
  "employeeNumber",
  "firstName",
  "lastName",
  "department",
  "immediateSupervisors",
  "employmentEndDate",
  "isDisabled",
];

export function Head({ rows, readOnly, onFailure }: Props) {
  const { t } = useTranslation("users");
  const bridge = useBridge();
  const navigate = useNavigate();
  const formats = useFormats();
  const language = useLanguage();
  const tellSaved = useSavedToast(onFailure);
  const state = useUsers((users) => users.state);
  const attempt = async <T,>(act: () => Promise<T>): Promise<T | undefined> => {
    onFailure(null);
    try {
      return await act();
    } catch (thrown) {
      onFailure(failureOf(thrown));
      return undefined;
    }
  };
  const today = new Date();
  const leavers = rows.all.filter(({ user }) => isLeaver(user, today));
  const save = async (of: Rows["all"], fields: readonly string[], kind: "csv" | "xlsx") => {
    const ids = of.map(({ id }) => id);
    const written = await attempt(() => bridge.exportUsers(ids, [...fields], kind, language));
    if (written != null) tellSaved(written);
  };
  const exportAs = (kind: "csv" | "xlsx") =>
    save(rows.shown, [...new Set(useView.getState().order.flatMap(fieldsOf))], kind);
  useShortcut("readAgain", () => void attempt(() => bridge.refreshUsers()));

  const total = rows.all.length;
  const counted = rows.filtered
    ? t("facts.some", { shown: formats.number(rows.shown.length), all: formats.number(total) })
    : t("facts.all", { count: total });
  const facts = [counted, t("facts.disabled", { count: rows.counts.disabled })];
  if (state?.readAt != null) facts.push(t("facts.read", { at: formats.clock(state.readAt) }));
  if (state?.reading) facts.push(t("facts.reading"));
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 className="fd-page" id="users-title">
          {t("title")}
        </h1>
        <Facts facts={facts} />
      </div>
      <HeadButtons
        count={rows.shown.length}
        moreExports={
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void save(leavers, leaverFields, "xlsx")}>
              {t("leavers.xlsx", { count: leavers.length })}
            </Menu.Item>
            <Menu.Item onClick={() => void save(leavers, leaverFields, "csv")}>
              {t("leavers.csv", { count: leavers.length })}
            </Menu.Item>
          </>
        }
        newLabel={t("new")}
        onExport={(kind) => void exportAs(kind)}
        onImport={() => void navigate({ to: "/users/import" })}
        onNew={() => openPanel({ kind: "create" })}
        readOnly={readOnly}
      />
    </header>
  );
}
