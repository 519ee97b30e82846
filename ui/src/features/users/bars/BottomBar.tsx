/** The bar at the bottom: a question first, then what runs, then what is not saved, then what is selected. */

import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { Keys, SelectionBar } from "../../../shared/parts";
import { MoreMenu } from "../../../shared/records/bars/MoreMenu";
import { ProgressBar } from "../../../shared/records/bars/ProgressBar";
import { QuestionBar, useWaiting } from "../../../shared/records/bars/QuestionBar";
import { progressOf } from "../../../shared/records/progress";
import css from "../../../shared/records/screen.module.css";
import type { UserActs } from "../actions/use-user-acts";
import { tickOnly, useChosen } from "../users/selection";
import type { Rows } from "../users/use-rows";
import { openPanel, setView, useUnsaved } from "../users/view";
import { Unsaved } from "./Unsaved";

type Props = { rows: Rows; acts: UserActs; readOnly: boolean };

export function BottomBar(props: Props) {
  return (
    <div className={css.through} data-pane="bar">
      <Bar {...props} />
    </div>
  );
}

function Bar({ rows, acts, readOnly }: Props) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const told = progressOf("users")((store) => store.told);
  const { ids, hidden } = useChosen(rows);
  const unsaved = useUnsaved();
  const question = useWaiting(ids);
  const change = (disabled: boolean) => openPanel({ kind: "switch", ids: "ticked", disabled });
  if (question !== null) return <QuestionBar />;
  if (told !== null && told.total > 1) return <ProgressBar onStop={acts.stop} />;
  if (unsaved.length > 0 && !readOnly)
    return (
      <Unsaved ids={unsaved}>
        {ids.length === 0 ? null : (
          <MoreMenu>
            <Menu.Item onClick={() => change(true)}>{t("bar.disable")}</Menu.Item>
            <Menu.Item onClick={() => change(false)}>{t("bar.enable")}</Menu.Item>
          </MoreMenu>
        )}
      </Unsaved>
    );
  if (ids.length + hidden === 0) return null;
  return (
    <SelectionBar
      count={ids.length}
      detail={
        hidden > 0 ? records("bar.hidden", { count: hidden }) : records("bar.ofShown", { count: rows.shown.length })
      }
      onClear={() => tickOnly([])}
    >
      {hidden === 0 ? null : (
        <Button onClick={() => setView({ search: "", view: "all" })}>{records("bar.showHidden")}</Button>
      )}
      {readOnly || ids.length === 0 ? null : (
        <>
          <Button onClick={() => change(true)} rightSection={<Keys>{shortcutLabel("disableUsers")}</Keys>}>
            {t("bar.disable")}
          </Button>
          <Button onClick={() => change(false)} rightSection={<Keys>{shortcutLabel("enableUsers")}</Keys>}>
            {t("bar.enable")}
          </Button>
        </>
      )}
    </SelectionBar>
  );
}
