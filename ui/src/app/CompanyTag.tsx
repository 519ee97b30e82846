/** Company and environment at the top of the navigation; opens the connection switcher. */

import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type ConnectionInfo, useBridge } from "../ipc";
import { useAppState, useConnection } from "../shared/app-state";
import { shortcutLabel } from "../shared/keyboard";
import { EnvTag, Icon, Keys, Mark } from "../shared/parts";
import { useSwitch } from "../shared/use-switch";
import css from "./shell.module.css";

export function CompanyTag({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const navigate = useNavigate();
  const { connections } = useAppState();
  const connection = useConnection();
  const name = nameOf(connection);
  const quiet = connection !== null && (connection.environment === "test" || connection.sampleData);
  const switchTo = useSwitch();
  return (
    <Menu position="bottom-start" width="18rem">
      <Menu.Target>
        <button
          aria-label={t("switcher", { name })}
          className={css.company}
          title={narrow ? name : undefined}
          type="button"
        >
          <Mark quiet={quiet} />
          <span className={css.companyText}>
            {narrow ? null : <span className={css.companyName}>{name}</span>}
            {connection === null ? null : (
              <EnvTag environment={connection.environment} sampleData={connection.sampleData} short={narrow} />
            )}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("connections")}</Menu.Label>
        {connections.map((each) => (
          <Menu.Item
            key={each.name}
            leftSection={<span style={{ width: "1rem" }}>{each.active ? <Icon name="tick" /> : null}</span>}
            onClick={() => switchTo(each, { used: () => void navigate({ to: "/documents" }) })}
            rightSection={<EnvTag environment={each.environment} sampleData={each.sampleData} />}
          >
            {each.name}
            {each.active ? <span className="fd-heard">, {t("inUse")}</span> : null}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="plus" />}
          onClick={() => void navigate({ to: "/connect", search: { form: true } })}
        >
          {t("addConnection")}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="settings" />} onClick={() => void navigate({ to: "/settings" })}>
          {t("settings")}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="close" />}
          onClick={() => void bridge.quit()}
          rightSection={<Keys>{shortcutLabel("quit")}</Keys>}
        >
          {t("leave.quit")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function nameOf(connection: ConnectionInfo | null): string {
  return connection === null ? "Fielddesk" : (connection.company ?? connection.name);
}
