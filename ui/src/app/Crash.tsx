/** Shown in place of a screen that broke. The rest of the window, and everything in the background, goes on. */

import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useBridge } from "../ipc";
import { announce } from "../shared/announce";
import { Empty } from "../shared/parts";

export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const copy = async () => {
    const diagnostics = await bridge.copyDiagnostics();
    await bridge.copyText(
      `${diagnostics}\n\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    announce(t("diagnosticsCopied"));
  };
  return (
    <Empty
      action={
        <div style={{ display: "flex", gap: "0.5rem" }}>
          <Button onClick={reset} variant="filled">
            {t("crash.reload")}
          </Button>
          <Button onClick={() => void copy()}>{t("copyDiagnostics")}</Button>
        </div>
      }
      title={t("crash.title")}
    >
      {t("crash.text")}
    </Empty>
  );
}
