/** The bar at the bottom while files are selected. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon, SelectionBar } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { FileRow } from "../files/model";
import { useDesk } from "../store";
import css from "./page.module.css";

type Props = {
  chosen: readonly FileRow[];
  onDetails: () => void;
  onOpen: () => void;
  onSave: () => void;
  onDelete: () => void;
  onClear: () => void;
};

export function FileSelection({ chosen, onDetails, onOpen, onSave, onDelete, onClear }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "selection" });
  const formats = useFormats();
  const readOnly = useDesk((state) => state.readOnly);
  if (chosen.length === 0) return null;
  const known = chosen.flatMap((row) => row.sizeBytes ?? []);
  const unknown = chosen.length - known.length;
  const sum = formats.bytes(known.reduce((all, size) => all + size, 0));
  const detail = unknown === 0 ? sum : t(known.length === 0 ? "sizesUnknown" : "someUnknown", { sum, count: unknown });
  return (
    <SelectionBar count={chosen.length} detail={detail} onClear={onClear}>
      {chosen.length === 1 ? (
        <Button leftSection={<Icon name="info" />} onClick={onDetails} size="compact-sm" title="Alt Enter">
          {t("details")}
        </Button>
      ) : null}
      <Button leftSection={<Icon name="open" />} onClick={onOpen} size="compact-sm">
        {t("open")}
      </Button>
      <Button leftSection={<Icon name="save" />} onClick={onSave} size="compact-sm">
        {t("saveAs")}
      </Button>
      {readOnly ? null : (
        <Button className={css.delete} leftSection={<Icon name="bin" />} onClick={onDelete} size="compact-sm">
          {t("delete")}
        </Button>
      )}
    </SelectionBar>
  );
}
