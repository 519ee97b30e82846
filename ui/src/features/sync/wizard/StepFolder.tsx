/** Step 1: the system's own dialog, or a drop. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../../shared/app-state";
import { Icon } from "../../../shared/parts";
import type { Wizard } from "./use-wizard";
import css from "./wizard.module.css";

export function StepFolder({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const connection = useConnection();
  const { picked } = wizard;
  return (
    <div className={css.fields}>
      {picked === null ? null : (
        <p>
          <b>{picked.shownPath}</b>
          <br />
          <span className="fd-small fd-ink2">{picked.files === 0 ? t("emptyFolder") : wizard.counted}</span>
        </p>
      )}
      <div className={css.dropHere}>
        <Icon className="fd-ink3" name="folder" size={28} />
        <Button
          autoFocus={picked === null}
          loading={wizard.busy}
          onClick={() => void wizard.pick()}
          variant={picked === null ? "filled" : "default"}
        >
          {t("choose")}
        </Button>
        <span className="fd-small fd-ink2">{t("dropHere")}</span>
        {picked === null && connection?.sampleData ? (
          <Button loading={wizard.busy} onClick={() => void wizard.makeSample()}>
            {t("makeSample")}
          </Button>
        ) : null}
      </div>
      {picked === null ? null : (
        <div className={css.buttons}>
          <Button onClick={() => wizard.go("target")} variant="filled">
            {t("next")}
          </Button>
        </div>
      )}
    </div>
  );
}
