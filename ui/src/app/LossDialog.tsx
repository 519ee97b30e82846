/** The question before a restart or another connection loses changes that are not saved. */

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Loss, useLoss, useNewMachine, useOpenReview, useUnsavedUsers, useUnsavedWords } from "../shared/unsaved";
import css from "./shell.module.css";

export function LossDialog({ loss: { by, run } }: { loss: Loss }) {
  const { t } = useTranslation("shell", { keyPrefix: "leave" });
  const { t: common } = useTranslation("common");
  const users = useUnsavedUsers((unsaved) => unsaved.count);
  const newMachine = useNewMachine(({ begun }) => begun);
  const files = useOpenReview((review) => review.files);
  const lost = [...useUnsavedWords()({ users, newMachine }), ...(files > 0 ? [t("review", { count: files })] : [])];
  const stay = () => useLoss.setState({ loss: null });
  const goOn = () => {
    stay();
    // Its form closes without a way back: the machine would be another company's.
    useNewMachine.setState({ begun: false });
    run();
  };
  const isRestart = by === "restart";
  return (
    <Modal onClose={stay} opened title={t(isRestart ? "restartTitle" : "connectionTitle")} withCloseButton={false}>
      {lost.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={css.leaveButtons}>
        <Button data-autofocus onClick={stay} variant="filled">
          {common("cancel")}
        </Button>
        <Button onClick={goOn}>{isRestart ? common("update.restart") : t("connection")}</Button>
      </div>
    </Modal>
  );
}
