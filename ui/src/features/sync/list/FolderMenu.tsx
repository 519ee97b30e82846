/** Further actions on a folder. */

import { ActionIcon, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../../ipc";
import { Icon, Keys, StateIcon } from "../../../shared/parts";
import type { FolderActs } from "../use-folder-acts";

type Props = { folder: SyncedFolder; acts: FolderActs };

export function FolderMenu(props: Props) {
  const { t } = useTranslation("sync");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("menu.more", { folder: props.folder.name })}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <FolderMenuActs {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items of the menu of a folder, which a right click on its row shows, too. */
export function FolderMenuActs({ folder, acts }: Props) {
  const { t } = useTranslation("sync");
  return (
    <>
      <Menu.Item leftSection={<Icon name="folder" />} onClick={() => acts.openFolder(folder)}>
        {t("menu.openFolder")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="documents" />} onClick={() => acts.openPage(folder)}>
        {t("menu.openProject")}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="again" />} onClick={() => acts.compare(folder)}>
        {t("menu.compare")}
      </Menu.Item>
      <Menu.Item leftSection={<StateIcon state="verified" />} onClick={() => acts.verify(folder, true)}>
        {t("menu.verifyAll")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="save" />} onClick={() => acts.receipt(folder)}>
        {t("menu.receipt")}
      </Menu.Item>
      <Menu.Divider />
      {folder.paused === null ? (
        <>
          <Menu.Label>{t("menu.pause")}</Menu.Label>
          {(["hour", "tomorrow", "untilResumed"] as const).map((choice) => (
            <Menu.Item
              key={choice}
              onClick={() => acts.pause(folder, choice)}
              rightSection={choice === "untilResumed" ? <Keys>P</Keys> : undefined}
            >
              {t(`menu.${choice}`)}
            </Menu.Item>
          ))}
        </>
      ) : (
        <Menu.Item leftSection={<Icon name="play" />} onClick={() => acts.resume(folder)} rightSection={<Keys>P</Keys>}>
          {t("act.resume")}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="folder" />} onClick={() => acts.find(folder)}>
        {t("act.find")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="settings" />} onClick={() => acts.show(folder, "settings")}>
        {t("menu.settings")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="close" />} onClick={() => acts.remove(folder)}>
        {t("menu.remove")}
      </Menu.Item>
    </>
  );
}
