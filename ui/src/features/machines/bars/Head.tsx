/** The head: how many, how many of them blocked, when they were read; export, import, a new machine. */

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
import { useFleet } from "../fleet/store";
import type { Rows } from "../fleet/use-rows";
import { openPanel, useView } from "../fleet/view";
import { fieldsOf } from "../model/fields";
import { Tabs } from "./Tabs";

type Props = { rows: Rows; readOnly: boolean; onFailure: (failure: Failure | null) => void; toRows: () => void };

export function Head({ rows, readOnly, onFailure, toRows }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const bridge = useBridge();
  const navigate = useNavigate();
  const formats = useFormats();
  const language = useLanguage();
  const tellSaved = useSavedToast(onFailure);
  const state = useFleet((fleet) => fleet.state);
  const total = rows.all.length;

  const attempt = async <T,>(act: () => Promise<T>): Promise<T | undefined> => {
    onFailure(null);
    try {
      return await act();
    } catch (thrown) {
      onFailure(failureOf(thrown));
      return undefined;
    }
  };
  const exportAs = async (kind: "csv" | "xlsx") => {
    const shown = [...new Set<string>(useView.getState().order.flatMap(fieldsOf))];
    // Where the rates come from goes with them: only this computer knows it.
    const fields = shown.flatMap((name) => (name === "fuelConsumptionRate" ? [name, "fuelProvenance"] : name));
    const ids = rows.shown.map(({ id }) => id);
    const written = await attempt(() => bridge.exportMachines(ids, fields, kind, language));
    if (written == null) return;
    // The file can be imported again, and what is odd is never written back: its cells are empty there.
    const odd = rows.shown.flatMap(({ machine }) => machine.odd).filter(({ field }) => fields.includes(field)).length;
    tellSaved(written, odd === 0 ? "" : t("unreadable.leftEmpty", { count: odd }));
  };
  useShortcut("readAgain", () => void attempt(() => bridge.refreshMachines()));

  const counted = rows.filtered
    ? t("facts.some", { shown: formats.number(rows.shown.length), all: formats.number(total) })
    : t("facts.all", { count: total });
  const read = state?.readAt == null ? "" : formats.clock(state.readAt);
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 className="fd-page" id="machines-title">
          {t("title")}
        </h1>
        <Facts
          facts={[
            counted,
            t("facts.blocked", { count: rows.counts.blocked }),
            read === "" ? "" : t("facts.read", { at: read }),
            state?.reading ? t("facts.reading") : "",
          ]}
        />
      </div>
      <Tabs tab="list" toRows={toRows} />
      <HeadButtons
        count={rows.shown.length}
        newLabel={t("new")}
        onExport={(kind) => void exportAs(kind)}
        onImport={() => void navigate({ to: "/machines/import" })}
        onNew={() => openPanel({ kind: "create" })}
        readOnly={readOnly}
      />
    </header>
  );
}
