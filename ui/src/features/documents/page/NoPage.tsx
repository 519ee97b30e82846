/** The right pane while no project is chosen. Files can be sent from here too: the plan asks for the project. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShortcut } from "../../../shared/keyboard";
import { Empty, GuideLink, Icon } from "../../../shared/parts";
import { usePlanActs } from "../mutations";
import { useDesk } from "../store";
import { LeftPlanNotes } from "./LeftPlanNotes";
import css from "./page.module.css";
import { SaidNotes, useSaid } from "./SaidNotes";

export function NoPage() {
  const { t } = useTranslation("documents", { keyPrefix: "project" });
  const here = useDesk((state) => state.plan === null && !state.readOnly);
  const plans = usePlanActs();
  const said = useSaid();
  const send = () => plans.pick(false, null).catch(() => {});
  useShortcut("sendFiles", send, here);
  const paste = () => plans.paste(null).catch(() => {});
  useShortcut("pasteFiles", paste, here);
  useShortcut("pasteFilesShift", paste, here);
  return (
    <section aria-label={t("label")} className={css.pane}>
      {said.length === 0 ? null : (
        <div className={css.notes}>
          <SaidNotes />
        </div>
      )}
      <Empty
        action={
          <Button leftSection={<Icon name="send" />} onClick={send}>
            {t("upload")}
          </Button>
        }
        title={t("choose")}
      >
        {t("chooseMore")} <GuideLink to="documents#upload" />
      </Empty>
      <LeftPlanNotes />
    </section>
  );
}
