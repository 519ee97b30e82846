/** The four things that are checked, each with its state in words. */

import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { CheckReport, CheckStep, CheckStepName, CheckStepState } from "../../ipc";
import { useFailureWords } from "../../shared/error-messages";
import { StateIcon, type StateName } from "../../shared/parts";
import css from "./connect.module.css";
import type { SignIn } from "./model";

const order: CheckStepName[] = ["address", "signIn", "core", "reporting"];

const icons: Record<CheckStepState, StateName> = {
  notTried: "ignored",
  working: "working",
  ok: "inStep",
  needsYou: "needsDecision",
  failed: "failed",
};

export function Steps({ report, signIn }: { report: CheckReport | null; signIn: SignIn }) {
  const { t } = useTranslation("connect");
  return (
    <ol className={css.steps}>
      {order.map((name) => {
        const step = report?.steps.find((each) => each.step === name) ?? null;
        const state = step?.state ?? "notTried";
        return (
          <li className={`${css.step} ${css[state]}`} key={name}>
            <span className={css.stepIcon}>
              <StateIcon size={20} state={icons[state]} />
            </span>
            <div>
              <b>{t(`step.${name}`)}</b>
              <StepText report={report} signIn={signIn} step={step} t={t} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function StepText({
  step,
  report,
  signIn,
  t,
}: {
  step: CheckStep | null;
  report: CheckReport | null;
  signIn: SignIn;
  t: TFunction<"connect">;
}) {
  const { t: common } = useTranslation("common");
  const failureWords = useFailureWords();
  if (report === null || step === null) return null;
  if (report.outcome === "addressMismatch" && step.failure !== null) {
    const chosen = common(`environment.${report.environment}`);
    const other = common(`environment.${report.environment === "test" ? "production" : "test"}`);
    return <span className="fd-small fd-ink2">{t("stepText.addressMismatch", { chosen, other })}</span>;
  }
  if (step.failure !== null) {
    const words = failureWords(step.failure);
    const sentence =
      step.failure.kind === "scopeNotGranted"
        ? t("stepText.scopeNotGranted", { scope: step.failure.params.scope ?? "" })
        : step.failure.kind === "invalidClient" && signIn === "client" && !step.failure.params.token
          ? t("stepText.invalidClient")
          : words.sentence;
    const host = step.failure.params.host ?? "";
    const small = words.small === "" && !sentence.includes(host) ? host : words.small;
    return (
      <>
        <span className="fd-small fd-ink2">{sentence}</span>
        {small === "" ? null : <span className={`fd-mono fd-copyable ${css.small}`}>{small}</span>}
      </>
    );
  }
  return <span className="fd-small fd-ink2">{quietText(step, report, signIn, t)}</span>;
}

function quietText(
  { step, state, detail }: CheckStep,
  report: CheckReport,
  signIn: SignIn,
  t: TFunction<"connect">,
): string {
  switch (state) {
    case "working":
      return t("stepText.inProgress");
    case "ok":
      if (step === "signIn" && signIn === "token") return t("stepText.signInToken");
      if (step === "core" && report.readOnly) return t("stepText.readOnly");
      return step === "address" ? addressText(detail ?? "", t) : t(`stepText.${step}`);
    case "notTried":
      // The service was reached, but there is no address for haul trips to try.
      return step === "reporting" && report.outcome === "connected"
        ? t("stepText.noReporting")
        : t("stepText.notTried");
    default:
      return detail ?? "";
  }
}

/** Only an encrypted address has a certificate to speak of. */
function addressText(host: string, t: TFunction<"connect">): string {
  return host.startsWith("http://") ? t("stepText.addressPlain", { host }) : t("stepText.address", { host });
}
