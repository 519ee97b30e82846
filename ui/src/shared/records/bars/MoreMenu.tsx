/** Further actions, behind ⋯ at the end of a bar. */

import { Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../parts";

export function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("records");
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button aria-label={t("bar.more")} px="xs">
          <Icon name="more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
