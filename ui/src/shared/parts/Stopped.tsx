/** The note in place of a screen or a part that threw an error, and the boundary around parts. */

import { Button } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useBridge } from "../../ipc";
import { announce } from "../announce";
import { Empty } from "./Empty";
import css from "./parts.module.css";

type Props = { error: unknown; reset: () => void; part?: boolean; onClose?: (() => void) | undefined };

/** The note with its ways out; `part` where the rest of the screen still works, `onClose` where it can be left. */
export function Stopped({ error, reset, part = false, onClose }: Props) {
  const { t } = useTranslation(["shell", "common"]);
  const bridge = useBridge();
  const copy = async () => {
    const diagnostics = await bridge.copyDiagnostics();
    await bridge.copyText(`${diagnostics}\n\n${described(error)}`);
    announce(t("shell:diagnosticsCopied"));
  };
  return (
    <div className={css.stopped} data-crash={part ? "part" : "screen"} role="alert">
      <Empty
        action={
          <div className={css.stoppedActions}>
            <Button onClick={reset} variant="filled">
              {t("shell:crash.reload")}
            </Button>
            <Button onClick={() => void copy()}>{t("shell:copyDiagnostics")}</Button>
            {onClose === undefined ? null : <Button onClick={onClose}>{t("common:close")}</Button>}
          </div>
        }
        title={t(part ? "shell:crash.part" : "shell:crash.title")}
      >
        {t("shell:crash.text")}
      </Empty>
    </div>
  );
}

type PartProps = {
  children: ReactNode;
  /** Another value tries the part again. */
  of?: unknown;
  onClose?: () => void;
};

/** Keeps an error inside a panel, a toolbar or a bar from stopping the screen around it. */
export function Part({ children, of, onClose }: PartProps) {
  return (
    <CatchBoundary
      errorComponent={({ error, reset }) => <Stopped error={error} onClose={onClose} part reset={reset} />}
      getResetKey={() => of}
    >
      {children}
    </CatchBoundary>
  );
}

/** The message with the stack: WebKit leaves the message out of the stack, V8 begins the stack with it. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = "" } = error;
  return stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`;
}
