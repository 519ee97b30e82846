/** The client may not read haul trips: what it means, and the message for those who can grant it. */

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectionDraft, type ConnectionInfo, type Failure, failureOf, keys, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useConnection } from "../../../shared/app-state";
import { FailureNote, GuideLink, Icon, Note } from "../../../shared/parts";

export function NoScope() {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const queries = useQueryClient();
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [told, setTold] = useState<"copied" | "granted" | null>(null);

  /** The check of the connection writes the message: it names the client and what it lacks now. */
  const copy = async () => {
    if (connection === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { message } = await bridge.checkConnection(draftOf(connection));
      if (message === null) await queries.invalidateQueries({ queryKey: keys.tripsState });
      else await bridge.copyText(message);
      setTold(message === null ? "granted" : "copied");
      announce(t(message === null ? "noScope.granted" : "noScope.copied"));
    } catch (thrown) {
      setFailure(failureOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Note
        actions={
          <Button disabled={busy} leftSection={<Icon name="copy" />} onClick={() => void copy()} size="xs">
            {t("noScope.copy")}
          </Button>
        }
        kind="info"
      >
        <b>{t("noScope.title")}</b> {t("noScope.text")} {told === null ? null : <b>{t(`noScope.${told}`)}</b>}{" "}
        <GuideLink to="connect#access" />
      </Note>
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}

/** The connection as it is stored, to be checked. */
function draftOf(connection: ConnectionInfo): ConnectionDraft {
  const { name, environment, identityUrl, baseUrl, reportingUrl, clientId, scopes, proxy } = connection;
  const addresses = { identityUrl, baseUrl, reportingUrl, proxy };
  return {
    name,
    changes: name,
    environment,
    ...addresses,
    clientId,
    scopes: scopes.join(" "),
    secret: { kind: "stored" },
  };
}
