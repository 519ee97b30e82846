/** The foot of the rows of an import: how far it is, back, and the button that does it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../keyboard";
import { GuideLink, Icon, Keys, Meter, useFoot } from "../../parts";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import { useGuarded } from "../use-guarded";
import type { RecordActs } from "../use-run";
import css from "./importing.module.css";

type Props = {
  /** Rows that are imported. */
  going: number;
  canApply: boolean;
  acts: RecordActs;
  onBack: () => void;
  onApply: () => void;
};

export function CheckFoot({ going, canApply, acts, onBack, onApply }: Props) {
  const { t } = useTranslation("records");
  const foot = useFoot<HTMLElement>();
  const { production } = useGuarded();
  const { resource, guide } = useKind();
  const told = progressOf(resource)((store) => store.told);
  return (
    <footer className={css.foot} ref={foot}>
      <Icon name="undo" />
      {told === null ? (
        <span className={`fd-small fd-ink2 ${css.grow}`}>
          {t("import.onlyChanged")} <GuideLink to={`${guide}#import`} />
        </span>
      ) : (
        <>
          <span className="fd-small" role="status">
            {t("progress.done", { done: told.done, total: told.total })}
          </span>
          <Meter done={told.done} label={t(`import.title.${resource}`)} total={told.total} />
          <Button onClick={acts.stop}>{t("progress.stop")}</Button>
        </>
      )}
      <Button onClick={onBack}>{t("import.back")}</Button>
      <Button disabled={!canApply} onClick={onApply} variant="filled">
        {t(production ? "import.apply" : "import.applyTest", { count: going })}
      </Button>
      <Keys>{shortcutLabel("mainButton")}</Keys>
    </footer>
  );
}
