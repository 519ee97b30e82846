/** Check-in of one machine: the switch, the message, since when as far as this computer knows, and by which act. */

import { Button, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBridge } from "../../../../ipc";
import { useFailureWords } from "../../../../shared/error-messages";
import { Note } from "../../../../shared/parts";
import css from "../../../../shared/records/panels/panels.module.css";
import { useOddWords } from "../../../../shared/records/use-odd-words";
import { useFormats } from "../../../../shared/use-formats";
import type { Acts } from "../../actions/use-acts";
import type { Edits } from "../../actions/use-edits";
import { shownMachine } from "../../fleet/cells";
import { useFleet } from "../../fleet/store";
import { openPanel } from "../../fleet/view";
import { oddsOf } from "../../grid/use-columns";
import { isBlocked, isEquipment } from "../../model/types";
import { PlannedReleases } from "../../releases/PlannedReleases";
import { DetailField } from "./DetailField";
import { useDetail } from "./use-detail";

type Props = { id: string; acts: Acts; edits: Edits; readOnly: boolean };

export function CheckIn({ id, acts, edits, readOnly }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const fleet = useFleet();
  const oddWords = useOddWords();
  const words = useFailureWords();
  const machine = shownMachine(id, fleet);
  if (machine === undefined) return null;
  if (isEquipment(machine)) return <p className="fd-small fd-ink2">{t("cell.equipmentWhy")}</p>;
  const blocked = isBlocked(machine);
  const waits = machine.acting !== null || fleet.optimistic.has(id);
  const refusal = fleet.refusals.get(id);
  return (
    <fieldset className={css.group}>
      <legend>{t("group.checkIn")}</legend>
      <Switch
        checked={blocked}
        classNames={{ thumb: blocked ? (css.thumbOn ?? "") : "" }}
        color="var(--fd-ink)"
        disabled={readOnly}
        label={t("detail.switch")}
        onChange={() => void (blocked ? acts.release([id]) : acts.block([id], null, false))}
      />
      {oddsOf(id, "blockCheckIn").map((odd) => (
        <Note key={odd.field} kind="needs">
          <b>{t("records:unreadable.label")}.</b> {oddWords(odd)}
        </Note>
      ))}
      {waits ? <p className="fd-small fd-ink2">{t("cell.waits")}</p> : null}
      {blocked && !waits ? <Since id={id} /> : null}
      {blocked ? <PlannedReleases of={[id]} readOnly={readOnly} /> : null}
      {refusal === undefined ? null : (
        <Note kind="failed">
          <b>{t("notChanged")}</b> {words(refusal).sentence} {words(refusal).fix}
        </Note>
      )}
      <DetailField edits={edits} id={id} name="blockCheckInMessage" readOnly={readOnly} />
      {readOnly || blocked ? null : (
        <Button className={css.own} onClick={() => openPanel({ kind: "block", ids: [id] })}>
          {t("detail.blockWith")}
        </Button>
      )}
    </fieldset>
  );
}

/** The service does not tell since when; what this computer knows is told, with the act that did it. */
function Since({ id }: { id: string }) {
  const { t } = useTranslation(["machines", "records"]);
  const bridge = useBridge();
  const formats = useFormats();
  const machine = useFleet((fleet) => fleet.machines.get(id));
  const { data } = useDetail(id);
  const block = machine?.block ?? null;
  const act = data?.history.find(
    ({ outcome, cells }) =>
      (outcome === "saved" || outcome === "partly") &&
      cells.some(({ field, new: value }) => field === "blockCheckIn" && value === true),
  );
  const ours = block?.sinceKind === "byUs";
  return (
    <p className="fd-small fd-ink2">
      {block === null
        ? t("detail.sinceUnknown")
        : t(`detail.since.${block.sinceKind}`, { at: formats.clock(block.since) })}{" "}
      {ours && act !== undefined ? (
        <button
          className={css.link}
          onClick={() => void bridge.batchReport(act.batchId).then((report) => openPanel({ kind: "report", report }))}
          type="button"
        >
          {t("detail.by", { act: t(`records:kind.${act.kind}`), at: formats.clock(act.at) })}
        </button>
      ) : null}
      {ours ? null : t("detail.notFromHere")}
    </p>
  );
}
