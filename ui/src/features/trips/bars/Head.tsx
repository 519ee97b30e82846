/** The head: how many trips are on this computer and until when; export, lists, reading what is new. */

import { ActionIcon, Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type TripFormat, type TripsState, useBridge } from "../../../ipc";
import { useLanguage } from "../../../shared/app-state";
import { useCommands } from "../../../shared/commands";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Icon } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useSavedToast } from "../../../shared/use-saved-toast";
import { setTripsView, useTripFilter } from "../model/store";
import css from "../trips.module.css";
import { type Reads, readNew } from "../use-read-trips";
import { useReportWords } from "../use-report-words";
import { useTripFormats } from "../use-trip-formats";

const formatsOfFiles = ["xlsx", "csv", "parquet"] as const satisfies readonly TripFormat[];

type Props = { state: TripsState; reads: Reads; shown: number | undefined };

export function Head({ state, reads, shown }: Props) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const language = useLanguage();
  const filter = useTripFilter();
  const reportWords = useReportWords();
  const tellSaved = useSavedToast(reads.fail);
  const full = state.kept > 0;
  const canRead = state.reading === null && state.hasScope !== false;
  const save = async (act: () => ReturnType<typeof bridge.exportTrips>) => {
    reads.fail(null);
    try {
      const saved = await act();
      if (saved !== null) tellSaved(saved);
    } catch (thrown) {
      reads.fail(failureOf(thrown) satisfies Failure);
    }
  };
  const saveReport = () => void save(() => bridge.saveTripReport(filter, reportWords));
  const readWhatIsNew = () => reads.read(readNew);
  useShortcut("readAgain", readWhatIsNew, full && canRead);
  useCommands([
    ...(full && canRead
      ? [
          {
            id: "readTrips",
            icon: "again" as const,
            label: t("readNew"),
            keys: shortcutLabel("readAgain"),
            run: readWhatIsNew,
          },
        ]
      : []),
    ...(full
      ? [
          {
            id: "tripReport",
            icon: "save" as const,
            label: t("report"),
            run: saveReport,
          },
        ]
      : []),
  ]);
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 className="fd-page" id="trips-title">
          {t("title")}
        </h1>
        <Facts state={state} />
      </div>
      {full ? (
        <>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button leftSection={<Icon name="save" />}>{t("export")}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {formatsOfFiles.map((format) => (
                <Menu.Item key={format} onClick={() => void save(() => bridge.exportTrips(filter, format, language))}>
                  {t(`exportAs.${format}`, { count: shown ?? state.kept })}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={saveReport}>{t("report")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t("more")} size="2.125rem" variant="default">
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setTripsView({ panel: { kind: "lists" } })}>{t("lists.open")}</Menu.Item>
              {canRead ? (
                <Menu.Item onClick={() => setTripsView({ panel: { kind: "read" } })}>{t("readOther")}</Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
          {canRead ? (
            <Button
              disabled={reads.busy}
              leftSection={<Icon name="again" />}
              onClick={readWhatIsNew}
              title={shortcutLabel("readAgain")}
              variant="filled"
            >
              {t("readNew")}
            </Button>
          ) : null}
        </>
      ) : null}
    </header>
  );
}

function Facts({ state }: { state: TripsState }) {
  const { t } = useTranslation("trips");
  const clock = useFormats();
  const formats = useTripFormats();
  const { kept, readAt, lastReport } = state;
  const removed = lastReport === null || lastReport.mode === "full" || readAt === null ? 0 : lastReport.deleted;
  const facts = [
    kept === 0 && readAt === null ? t("facts.none") : t("facts.kept", { count: kept, shown: formats.number(kept) }),
    readAt === null ? "" : t("facts.read", { at: clock.clock(readAt) }),
    lastReport === null || lastReport.leftOut === 0
      ? ""
      : t("facts.unstored", { count: lastReport.leftOut, shown: formats.number(lastReport.leftOut) }),
    removed === 0 ? "" : t("facts.removed", { count: removed, shown: formats.number(removed) }),
  ];
  return <p className="fd-small fd-ink2">{facts.filter((fact) => fact !== "").join(" · ")}</p>;
}
