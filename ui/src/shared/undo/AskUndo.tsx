/** The question before an act of an earlier run of the program is undone: which act, when, on which connection. */

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormats } from "../use-formats";
import { type AskedUndo, useAskUndo } from "./ask";
import css from "./undo.module.css";

export function AskUndo({ undoable, take }: AskedUndo) {
  const { t } = useTranslation(["common", "records"]);
  const formats = useFormats();
  const close = () => useAskUndo.setState({ asking: null });
  const act =
    undoable.of === "documents"
      ? t(`askUndo.${undoable.kind}`, { count: undoable.count, name: undoable.name })
      : `${t(`records:kind.${undoable.batch.kind}`)} · ${t("askUndo.records", { count: undoable.batch.totals.rows })}`;
  const at = undoable.of === "documents" ? undoable.at : undoable.batch.at;
  return (
    <Modal onClose={close} opened title={t("askUndo.title")} withCloseButton={false}>
      <p>{t("askUndo.what", { act, time: formats.moment(at), connection: undoable.connection })}</p>
      <div className={css.buttons}>
        <Button data-autofocus onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          onClick={() => {
            close();
            take();
          }}
          variant="filled"
        >
          {t("undo")}
        </Button>
      </div>
    </Modal>
  );
}
