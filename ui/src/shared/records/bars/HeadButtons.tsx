/** The buttons of a list's head: export what is shown, import, a new record. Beside a panel the first two are signs. */

import { Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../parts";
import { ShortButton } from "./ShortButton";

type Props = {
  /** Number of rows shown. */
  count: number;
  onExport: (kind: "csv" | "xlsx") => void;
  /** Further exports. */
  moreExports?: ReactNode;
  onImport: () => void;
  onNew: () => void;
  newLabel: string;
  readOnly: boolean;
};

export function HeadButtons({ count, onExport, moreExports, onImport, onNew, newLabel, readOnly }: Props) {
  const { t } = useTranslation("records");
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ShortButton icon="save" label={t("export")} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onExport("xlsx")}>{t("exportXlsx", { count })}</Menu.Item>
          <Menu.Item onClick={() => onExport("csv")}>{t("exportCsv", { count })}</Menu.Item>
          {moreExports}
        </Menu.Dropdown>
      </Menu>
      {readOnly ? null : (
        <>
          <ShortButton icon="send" label={t("import.open")} onClick={onImport} />
          <Button leftSection={<Icon name="plus" />} onClick={onNew} variant="filled">
            {newLabel}
          </Button>
        </>
      )}
    </>
  );
}
