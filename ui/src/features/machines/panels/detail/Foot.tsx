/** The foot of the detail panel: save what is pending of this machine, take it out of use, delete it. */

import { Button, Menu, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../../shared/keyboard";
import { Icon, Keys, Note } from "../../../../shared/parts";
import { MoreMenu } from "../../../../shared/records/bars/MoreMenu";
import css from "../../../../shared/records/panels/panels.module.css";
import { useGuarded } from "../../../../shared/records/use-guarded";
import type { Acts } from "../../actions/use-acts";
import { useFleet } from "../../fleet/store";
import { openPanel } from "../../fleet/view";
import type { Ready } from "../../model/ready";

type Props = { id: string; acts: Acts; ready: Ready; refused: string | null; onSave: () => void };

export function Foot({ id, acts, ready, refused, onSave }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const { production } = useGuarded();
  const machine = useFleet((fleet) => fleet.machines.get(id));
  const active = machine?.active === true;
  const instead = async () => {
    await acts.setActive([id], false);
    openPanel({ kind: "detail", id });
  };
  const turn = () => void acts.setActive([id], !active);
  const turnLabel = t(active ? "bar.deactivate" : "bar.activate");
  const waits = ready.problems + ready.undecided;
  return (
    <div className={css.foot}>
      {refused === null ? null : (
        <div className={css.full}>
          <Note kind="needs">
            {t("detail.notDeletable")} <span className="fd-small fd-ink2">{refused}</span>
            {/* Below what it answers: beside it, the text would have a column of a few letters. */}
            {active ? (
              <div className={css.below}>
                <Button onClick={() => void instead()} size="xs">
                  {t("detail.instead")}
                </Button>
              </div>
            ) : null}
          </Note>
        </div>
      )}
      {waits === 0 ? null : (
        <p className={`fd-small fd-ink2 ${css.full}`}>{t("detail.waitsFor", { count: waits + ready.held })}</p>
      )}
      {/* What is being typed is put in when the button takes the focus: it can be pressed at any time. */}
      <Tooltip disabled={ready.edits === 0} label={shortcutLabel("saveChanges")}>
        <Button onClick={onSave} variant="filled">
          {ready.edits === 0
            ? t("save")
            : t(production ? "records:bar.save" : "records:bar.saveTest", { count: ready.edits })}
        </Button>
      </Tooltip>
      {ready.edits > 0 ? null : <Keys>{shortcutLabel("saveChanges")}</Keys>}
      {/* With a longer Save, the menu has it: a second line would move the fields above. */}
      {ready.edits > 0 ? null : <Button onClick={turn}>{turnLabel}</Button>}
      <MoreMenu>
        {ready.edits > 0 ? <Menu.Item onClick={turn}>{turnLabel}</Menu.Item> : null}
        <Menu.Item leftSection={<Icon name="bin" />} onClick={() => void acts.remove(id)}>
          {t("detail.delete")}
        </Menu.Item>
      </MoreMenu>
    </div>
  );
}
