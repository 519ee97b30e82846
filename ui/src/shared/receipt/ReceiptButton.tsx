/** Saves the delivery receipt of a day: of a folder, or of all of a project. */

import { Button, Checkbox, Popover } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReceiptOf, useBridge } from "../../ipc";
import { localDay } from "../local-time";
import { DayField, FailureNote, Icon } from "../parts";
import { useAsk } from "../use-ask";
import { useFormats } from "../use-formats";
import { useSavedToast } from "../use-saved-toast";
import css from "./receipt.module.css";

type Props = {
  of: ReceiptOf;
  projectNumber: string;
  /** The whole project, where that is more. */
  whole?: ReceiptOf;
};

export function ReceiptButton({ of, projectNumber, whole }: Props) {
  const { t } = useTranslation("common", { keyPrefix: "receipt" });
  const bridge = useBridge();
  const { ask, busy, failure, fail } = useAsk();
  const tellSaved = useSavedToast(fail);
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState(localDay(new Date()));
  const [all, setAll] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await ask(() => bridge.saveReceipt(all && whole !== undefined ? whole : of, day));
    if (!saved) return;
    tellSaved(saved);
    setOpen(false);
  };
  return (
    <Popover onChange={setOpen} opened={open} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button leftSection={<Icon name="save" />} onClick={() => setOpen(!open)}>
          {t("open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={css.form} onSubmit={(event) => void save(event)}>
          <DayField
            classNames={{ description: css.help }}
            description={t("help")}
            label={t("day")}
            max={localDay(new Date())}
            onDay={setDay}
            required
            value={day}
          />
          {whole === undefined ? null : (
            <Checkbox
              checked={all}
              description={t("wholeHelp")}
              label={t("whole", { project: projectNumber })}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
          )}
          {failure === null ? null : <FailureNote failure={failure} />}
          <Button disabled={day === ""} loading={busy} type="submit" variant="filled">
            {day === "" ? t("save") : t("saveOf", { day: formats.date(`${day}T00:00`) })}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
