/** A row of the review: tick, name, size, section, reason, outcome. */

import { Checkbox } from "@mantine/core";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { DropPlan, PlanRow } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { inSentence } from "../../../shared/formats";
import { FileTag, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { Decision } from "./decisions";
import { canSend, isTicked } from "./model";
import css from "./plan.module.css";
import { SectionField } from "./SectionField";
import type { PlanState } from "./use-plan";
import { WhatHappens } from "./WhatHappens";

type Props = {
  row: PlanRow;
  plan: DropPlan;
  state: PlanState;
  likely: readonly string[];
  active: boolean;
  id: string;
  index: number;
  place: CSSProperties;
  onStand: () => void;
  /** What happens with the file was answered. */
  onDecide: (decision: Decision) => void;
  onSection: (section: string) => void;
  /** The keyboard leaves the field of the section. */
  onDone: () => void;
};

export function PlanTableRow(props: Props) {
  const { row, plan, state, likely, active, id, index, place, onStand } = props;
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const formats = useFormats();
  const ticked = isTicked(row, state.ticks);
  const cell = (name: string) => ({ className: `${css.cell} ${css[name]}`, role: "gridcell" });
  const why = useWhy(row, ticked, plan.place !== null);
  // Names of sections need the room of the reason, which is that there is none.
  const offers = row.what === "chooseSection" && likely.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the table draws its own rows, holds the focus and handles the keys
    <div
      aria-level={2}
      aria-rowindex={index}
      aria-selected={ticked}
      className={`${css.row} ${css.item}`}
      data-active={active || undefined}
      data-keeps-escape
      data-quiet={row.what === "alreadyThere" || undefined}
      id={id}
      // Taking an option of an open list or menu is no click on the row: the keyboard has gone on by then.
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest("[role=listbox], [role=menu]"))) onStand();
      }}
      role="row"
      style={place}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <span className={css.tick} role="gridcell">
        <Checkbox
          aria-label={t("tick", { name: row.shownName })}
          checked={ticked}
          data-cannot={!canSend(row) || undefined}
          onChange={() => state.tick([row], !ticked)}
          tabIndex={active ? 0 : -1}
        />
      </span>
      <span {...cell("file")}>
        <FileTag name={row.name} />
        <MiddleEllipsis text={row.shownName} />
        {row.fromName == null ? null : (
          <span className={css.folder} title={row.fromName}>
            {t("fromFile", { name: row.fromName })}
          </span>
        )}
        {row.folder === null ? null : <span className={css.folder}>{row.folder}</span>}
      </span>
      <span {...cell("size")}>
        {row.sizeBytes === null ? t("sizeUnknown") : row.sizeBytes === 0 ? t("empty") : formats.bytes(row.sizeBytes)}
      </span>
      <span {...cell("section")} data-section-field>
        {row.what === "unreadable" ? null : (
          <SectionField
            label={t("sectionOf", { name: row.shownName })}
            newLabel={t("newSectionFor", { name: row.shownName })}
            onChange={props.onSection}
            onDone={props.onDone}
            placeholder={t("chooseSection")}
            section={row.section}
            sections={state.sections}
            stop={active}
          />
        )}
      </span>
      {offers ? null : (
        <span {...cell("why")} title={why}>
          {why}
        </span>
      )}
      <span {...cell(offers ? "offers" : "what")} data-answers>
        <WhatHappens active={active} likely={likely} onDecide={props.onDecide} plan={plan} row={row} state={state} />
      </span>
    </div>
  );
}

/** Why the row waits, or why it goes to its section. Without a project there is nothing to be like. */
function useWhy(row: PlanRow, ticked: boolean, hasProject: boolean): string {
  const { why, what, folder, section, nameProblem, newer, alsoIn, onPage, tooLargeBytes, syncedFolder, sizeBytes } =
    row;
  const { name, safeName, failure } = row;
  const { t } = useTranslation("documents", { keyPrefix: "plan.why" });
  const formats = useFormats();
  const failureWords = useFailureWords();
  if (what === "unreadable") return failure === null ? "" : failureWords(failure).fix;
  if (what === "nameRefused" && nameProblem !== null) return t(nameProblem);
  if (what === "sameNameTwice") return t(folder === null ? "twice" : "twiceIn", { name: folder ?? "" });
  if (what === "newerThere") {
    const savedAt = onPage[0]?.savedAt ?? null;
    if (newer !== null) return t("laterRevision", { name: newer.name });
    if (savedAt !== null) return t("savedLater", { time: inSentence(formats.moment(savedAt)) });
  }
  if (tooLargeBytes !== null && canSend(row)) return t("refusedSize", { size: formats.bytes(tooLargeBytes) });
  if (sizeBytes === 0 && canSend(row)) return t("emptyFile");
  // Nobody asked to take the place of a folder's document: it is not ticked, and this is why.
  if (what === "replaces" && syncedFolder !== null && !row.ticked)
    return t(ticked ? "ofFolder" : "ofFolderLeft", { name: syncedFolder.name });
  if (safeName !== null && safeName !== name && canSend(row)) return t("onWindows", { name: safeName });
  // What a section chosen otherwise would hide: the name would be in the project twice.
  if (alsoIn !== null && what === "new") return t("alsoIn", { section: alsoIn });
  if (why.reason === "noSimilarName" && !hasProject) return "";
  return t(why.reason, { name: why.name ?? "", count: why.count ?? 0, section: section ?? "" });
}
