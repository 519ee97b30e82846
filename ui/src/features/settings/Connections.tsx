/** The list of connections: which is in use, check, change, remove. */

import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectionInfo, type Failure, failureOf, useBridge } from "../../ipc";
import { useAppState } from "../../shared/app-state";
import { EnvTag, FailureNote, Icon, Note, StateText } from "../../shared/parts";
import { askUnsaved } from "../../shared/unsaved";
import { useSwitch } from "../../shared/use-switch";
import { useFoldersOf } from "../sync";
import { LostChanges } from "./LostChanges";
import css from "./settings.module.css";

export function Connections() {
  const { t } = useTranslation("settings");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const navigate = useNavigate();
  const { connections, keyringAvailable } = useAppState();
  const [leaving, setLeaving] = useState<ConnectionInfo | null>(null);
  const switchTo = useSwitch();
  const [failure, setFailure] = useState<Failure | null>(null);

  const attempt = async (act: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const change = (act: () => Promise<unknown>) => askUnsaved("connection", () => void attempt(act));
  const use = (connection: ConnectionInfo) => {
    setFailure(null);
    switchTo(connection, { fail: setFailure });
  };
  const remove = async (connection: ConnectionInfo) => {
    setLeaving(null);
    await attempt(() => bridge.removeConnection(connection.name));
  };

  return (
    <>
      {keyringAvailable ? null : <Note kind="plain">{t("connections.noKeyring")}</Note>}
      {failure === null ? null : <FailureNote failure={failure} />}
      <ul className={css.connections}>
        {connections.map((connection) => (
          <Row
            connection={connection}
            key={connection.name}
            onRemove={() => setLeaving(connection)}
            onUse={() => use(connection)}
          />
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          leftSection={<Icon name="plus" />}
          onClick={() => void navigate({ to: "/connect", search: { form: true } })}
        >
          {t("connections.add")}
        </Button>
        {connections.some((c) => c.sampleData) ? null : (
          <Button onClick={() => change(() => bridge.startSampleData())}>{t("connections.sample")}</Button>
        )}
      </div>
      <Modal
        closeButtonProps={{ "aria-label": common("close") }}
        onClose={() => setLeaving(null)}
        opened={leaving !== null}
        title={t("remove.title", { name: leaving?.name ?? "" })}
      >
        <p>{t(leaving?.sampleData ? "remove.sample" : "remove.text")}</p>
        {leaving?.active ? <LostChanges /> : null}
        {leaving === null ? null : <LeftFolders connection={leaving} />}
        <div className={css.dialogButtons}>
          <Button data-autofocus onClick={() => setLeaving(null)}>
            {common("cancel")}
          </Button>
          <Button onClick={() => leaving !== null && void remove(leaving)}>
            {t("remove.confirm", { name: leaving?.name ?? "" })}
          </Button>
        </div>
      </Modal>
    </>
  );
}

/** The folders that go through a connection: they are paused when it goes. */
function LeftFolders({ connection }: { connection: ConnectionInfo }) {
  const { t } = useTranslation("settings");
  const folders = useFoldersOf(connection);
  if (folders.length === 0) return null;
  return (
    <>
      <p className={css.leftTitle}>{t("remove.folders", { count: folders.length })}</p>
      <ul className={css.leftFolders}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <b>{folder.name}</b> <span className="fd-small fd-ink2">{folder.shownPath}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ connection, onUse, onRemove }: { connection: ConnectionInfo; onUse: () => void; onRemove: () => void }) {
  const { t } = useTranslation("settings");
  const navigate = useNavigate();
  const change = () => void navigate({ to: "/connect", search: { form: true, edit: connection.name } });
  return (
    <li className={css.connection}>
      <div className={css.connectionText}>
        <span className={css.connectionName}>
          <b>{connection.name}</b>
          <EnvTag environment={connection.environment} sampleData={connection.sampleData} />
        </span>
        <span className="fd-small fd-ink2">{factsOf(connection, t)}</span>
        {connection.secretKept === "missing" ? (
          <StateText state="needsDecision">{t("connections.missing")}</StateText>
        ) : connection.secretKept === "session" && !connection.sampleData ? (
          <span className="fd-small fd-ink2">{t("connections.session")}</span>
        ) : null}
      </div>
      {connection.active ? (
        <StateText state="listed">{t("connections.inUse")}</StateText>
      ) : (
        <Button onClick={onUse} size="xs">
          {t("connections.use")}
        </Button>
      )}
      {connection.sampleData ? null : (
        <Button onClick={change} size="xs">
          {t("connections.check")}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("connections.more", { name: connection.name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="bin" />} onClick={onRemove}>
            {t("connections.remove")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function factsOf(connection: ConnectionInfo, t: ReturnType<typeof useTranslation<"settings">>["t"]): string {
  if (connection.sampleData) return t("connections.local");
  const host = URL.parse(connection.baseUrl)?.host ?? connection.baseUrl;
  const facts = [connection.company, host, connection.staticToken ? t("connections.token") : connection.clientId];
  if (connection.proxy !== null) facts.push(t("connections.proxy", { proxy: connection.proxy }));
  return facts.filter((fact) => fact !== null && fact !== "").join(" · ");
}
