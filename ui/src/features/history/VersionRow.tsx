/** A kept version: its file, the reason and author of its removal, the end of its time; open, restore, save as. */

import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HistoryScope, KeptVersion } from "../../ipc";
import { FileTag, MiddleEllipsis } from "../../shared/parts";
import { RowButton } from "../../shared/parts/RowButton";
import { useFormats } from "../../shared/use-formats";
import css from "./history.module.css";
import type { Selection } from "./selection";
import type { VersionActs } from "./use-history";

/** `gone`: no longer kept, its row stands only until the list is left. */
type Props = {
  version: KeptVersion;
  gone?: boolean;
  scope: HistoryScope;
  acts: VersionActs;
  selection?: Selection;
};

export function VersionRow({ version, gone = false, scope, acts, selection }: Props) {
  const { t } = useTranslation("history");
  const formats = useFormats();
  const { folder, shownName, through } = version;
  // Rows of several folders, of several projects: each says which.
  const elsewhere = scope.folder === null;
  const place = [through?.name, scope.target === null ? version.place : "", version.section]
    .filter(Boolean)
    .join(" · ");
  const facts = [
    elsewhere ? place : t(version.from === "remote" ? "fromProject" : "fromFolder"),
    formats.bytes(version.bytes),
    t("keptUntil", { date: formats.coming(version.keptUntil) }),
  ];
  const restoreTip = t(folder?.name == null ? "restoreToProject" : "restoreToFolder");
  const closed = gone ? { "aria-disabled": true, title: t("gone") } : {};
  const busy = acts.busy || gone;
  const ofAct = t("restoreAct");
  return (
    <>
      {selection === undefined ? null : (
        <Checkbox
          aria-label={t("select", { name: shownName })}
          checked={selection.has(version)}
          disabled={gone || version.notRestorable !== null}
          onChange={() => selection.toggle(version)}
        />
      )}
      <time className="fd-small fd-ink2" dateTime={version.at}>
        {formats.time(version.at)}
      </time>
      <FileTag name={version.name} />
      <span className={css.versionText}>
        <MiddleEllipsis text={shownName} />
        <span className={`fd-small fd-ink2 ${css.facts}`}>
          {`${t("number", { number: version.number })} · `}
          {t(`because.${version.removed ? version.reason : "notRemoved"}`)}
          {elsewhere ? (
            <>
              {" · "}
              {folder === null ? (
                t("manually")
              ) : folder.name === null ? (
                t("formerFolder")
              ) : (
                <Link className={css.link} params={{ folder: folder.id, tab: "history" }} to="/folders/$folder/$tab">
                  {t("byFolder", { name: folder.name })}
                </Link>
              )}
            </>
          ) : null}
          {` · ${facts.join(" · ")}`}
          {version.notRestorable === null
            ? null
            : ` · ${t(`notRestorable.${version.notRestorable}`, { name: through?.name ?? "" })}`}
        </span>
      </span>
      <RowButton {...closed} aria-label={`${t("open")}: ${shownName}`} onClick={() => gone || void acts.open(version)}>
        {t("open")}
      </RowButton>
      {version.notRestorable === null ? (
        <RowButton
          aria-label={`${t("restore")}: ${shownName}`}
          title={`${restoreTip} ${t("covers")}`}
          {...closed}
          // Not `disabled`, which would take the focus from it.
          aria-disabled={busy}
          onClick={() => {
            if (!busy) void acts.restore([version]);
          }}
          outlined
        >
          {t("restore")}
        </RowButton>
      ) : null}
      {version.notRestorable === null && version.removed && version.ofAct > 1 ? (
        <RowButton
          aria-label={`${ofAct}: ${shownName}`}
          title={t("restoreActTip", { count: version.ofAct })}
          {...closed}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) void acts.restoreAct(version);
          }}
        >
          {ofAct}
        </RowButton>
      ) : null}
      <RowButton
        {...closed}
        aria-label={`${t("saveAs")}: ${shownName}`}
        onClick={() => gone || void acts.saveAs(version)}
      >
        {t("saveAs")}
      </RowButton>
    </>
  );
}
