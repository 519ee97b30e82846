/** Switch for notifications of the system while the window is not in use. */

import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAppState, useChangeSettings } from "../../shared/app-state";

export function NotificationSettings() {
  const { t } = useTranslation("settings", { keyPrefix: "notifications" });
  const { settings } = useAppState();
  const change = useChangeSettings();
  return (
    <Checkbox
      checked={settings.notifications}
      description={t("help")}
      label={t("label")}
      onChange={(event) => change({ notifications: event.currentTarget.checked })}
    />
  );
}
