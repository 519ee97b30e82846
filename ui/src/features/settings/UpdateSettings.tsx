/** Updates of the program: where they are checked for, which are offered, how far one is. */

import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type UpdateChannel, type UpdateState, useBridge } from "../../ipc";
import { useAppState, useChangeSettings, useIsManaged } from "../../shared/app-state";
import { Meter, Note, StateText } from "../../shared/parts";
import { RestartToUpdate } from "../../shared/updates/RestartToUpdate";
import { useUpdateState } from "../../shared/updates/use-update-state";
import { useFormats } from "../../shared/use-formats";
import { AddressField } from "./AddressField";
import { Choice } from "./Choice";
import css from "./settings.module.css";

export function UpdateSettings() {
  const { t } = useTranslation("settings", { keyPrefix: "updates" });
  const { t: common } = useTranslation("common");
  const { settings } = useAppState();
  const change = useChangeSettings();
  const state = useUpdateState();
  const managedAddress = useIsManaged("updateAddress");
  const managedChannel = useIsManaged("updateChannel");
  if (state?.state === "byPackage") return <p className="fd-ink2">{t("byPackage")}</p>;
  return (
    <>
      <AddressField
        address={settings.updateAddress}
        help={t("addressHelp")}
        label={t("address")}
        managed={managedAddress}
        onSave={(updateAddress) => change({ updateAddress })}
        placeholder="https://…"
        wrong={t("addressWrong")}
      />
      <Choice label={t("channel")}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            disabled={managedChannel}
            data={(["stable", "preview"] as const).map((value) => ({ value, label: t(`channels.${value}`) }))}
            onChange={(updateChannel) => void change({ updateChannel: updateChannel as UpdateChannel })}
            value={settings.updateChannel}
          />
        )}
      </Choice>
      {managedChannel ? <p className="fd-small fd-ink2">{common("managed")}</p> : null}
      {state === undefined || state.state === "off" ? null : <Progress state={state} />}
    </>
  );
}

function Progress({ state }: { state: UpdateState }) {
  const { t } = useTranslation("settings", { keyPrefix: "updates" });
  const bridge = useBridge();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const busy = asked || state.state === "checking" || state.state === "downloading";
  const check = async () => {
    setAsked(true);
    try {
      await bridge.checkForUpdate();
    } finally {
      setAsked(false);
    }
  };
  return (
    <>
      {state.state === "checking" ? <StateText state="working">{t("checking")}</StateText> : null}
      {state.state === "upToDate" ? (
        <StateText state="inStep">{t("upToDate", { time: formats.clock(state.at) })}</StateText>
      ) : null}
      {state.state === "downloading" ? (
        <>
          <StateText state="working">
            {t("downloading", { version: state.version, bytes: formats.bytes(state.bytes) })}
          </StateText>
          {state.total === null ? null : <Meter done={state.bytes} label={t("downloadingLabel")} total={state.total} />}
        </>
      ) : null}
      {state.state === "ready" ? (
        <>
          <StateText state="needsDecision">{t("ready", { version: state.version })}</StateText>
          {state.notes === null || state.notes.trim() === "" ? null : <p className={css.notes}>{state.notes}</p>}
        </>
      ) : null}
      {state.state === "failed" ? (
        <Note kind="failed">
          <b>{state.version === null ? t("failed") : t("failedVersion", { version: state.version })}</b>{" "}
          {t(`problems.${state.problem}`)} <span className="fd-ink2">({formats.clock(state.at)})</span>
        </Note>
      ) : null}
      <div className={css.buttons}>
        {state.state === "ready" ? <RestartToUpdate primary /> : null}
        <Button disabled={busy} onClick={() => void check()}>
          {t("check")}
        </Button>
      </div>
    </>
  );
}
