/** The button that installs what was fetched; it says so where documents are still on their way. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type RestartAnswer, useBridge } from "../../ipc";
import { announce } from "../announce";
import { FailureNote, StateText } from "../parts";
import { askUnsaved } from "../unsaved";

export function RestartToUpdate({ primary }: { primary?: boolean }) {
  const { t } = useTranslation("common");
  const bridge = useBridge();
  const [answer, setAnswer] = useState<RestartAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const restart = async () => {
    setFailure(null);
    try {
      const now = await bridge.restartToUpdate();
      setAnswer(now);
      if (now === "uploading") announce(t("update.uploading"));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <>
      <Button
        disabled={answer === "begun"}
        onClick={() => askUnsaved("restart", () => void restart())}
        variant={primary ? "filled" : "default"}
      >
        {t("update.restart")}
      </Button>
      {answer === "uploading" ? <StateText state="waiting">{t("update.uploading")}</StateText> : null}
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}
