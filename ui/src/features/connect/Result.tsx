/** Findings of the check: headline, four steps, suggestions. */

import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CheckOutcome, CheckReport, Failure } from "../../ipc";
import { announce } from "../../shared/announce";
import { useAppState } from "../../shared/app-state";
import { useFailureWords } from "../../shared/error-messages";
import { inSentence } from "../../shared/formats";
import { FailureNote, GuideLink, Note, StateIcon, type StateName } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import css from "./connect.module.css";
import { Helps } from "./Helps";
import { causeOf, type Help, type SignIn, type Tone, toneOf } from "./model";
import { Steps } from "./Steps";
import type { Check } from "./use-check";

type Props = {
  check: Check;
  saveFailure: Failure | null;
  signIn: SignIn;
  onHelp: (help: Help) => void;
};

const bands: Record<Tone, string | undefined> = {
  none: undefined,
  checking: css.bandChecking,
  good: css.bandGood,
  half: css.bandHalf,
  bad: css.bandBad,
};
const icons: Record<Exclude<Tone, "none">, StateName> = {
  checking: "working",
  good: "inStep",
  half: "needsDecision",
  bad: "failed",
};

export function Result({ check, saveFailure, signIn, onHelp }: Props) {
  const { t } = useTranslation("connect");
  const { keyringAvailable } = useAppState();
  const words = useHeadline();
  const { report, running, failure } = check;
  const panel = useRef<HTMLElement>(null);
  const tone = running ? "checking" : toneOf(report);
  const headline = running
    ? t("headline.checking")
    : report === null
      ? ""
      : signIn === "token" && report.outcome === "refused"
        ? t("headline.refusedToken")
        : words(report);

  // The end of a check is said, and the hand lies on what helps first.
  useEffect(() => {
    if (tone === "none" || headline === "") return;
    announce(headline);
    if (tone === "checking") return;
    panel.current?.querySelector<HTMLButtonElement>("[data-first-help]")?.focus();
  }, [tone, headline]);

  return (
    <section aria-label={t("result")} className={css.result} ref={panel} tabIndex={-1}>
      {failure === null ? null : (
        <div className={css.inset}>
          <FailureNote failure={failure} />
        </div>
      )}
      {tone === "none" ? (
        <p className={css.before}>{report?.outcome === "cancelled" ? t("headline.cancelled") : t("before")}</p>
      ) : (
        <Band tone={tone}>
          <h2 className="fd-title">{headline}</h2>
          <p className="fd-ink2">
            <Facts report={report} tone={tone} />
          </p>
        </Band>
      )}
      <Steps report={report} signIn={signIn} />
      {tone === "good" && !keyringAvailable ? (
        <div className={css.inset}>
          <Note kind="plain">{t("keptIn.nowhere")}</Note>
        </div>
      ) : null}
      {saveFailure === null ? null : (
        <div className={css.inset}>
          <FailureNote failure={saveFailure} />
        </div>
      )}
      {report === null || running ? null : <Helps onHelp={onHelp} report={report} />}
      <div className={css.guide}>
        <GuideLink to={tone === "bad" || tone === "half" ? "connect#failed" : "connect#checked"}>
          {t("guideLink")}
        </GuideLink>
      </div>
    </section>
  );
}

function Band({ tone, children }: { tone: Exclude<Tone, "none">; children: ReactNode }) {
  return (
    <div className={`${css.band} ${bands[tone]}`}>
      <span className={css.bandIcon}>
        <StateIcon size={26} state={icons[tone]} />
      </span>
      <div>{children}</div>
    </div>
  );
}

/** Time of the check; after a fault also that nothing was changed. */
function Facts({ report, tone }: { report: CheckReport | null; tone: Tone }) {
  const { t } = useTranslation("connect");
  const formats = useFormats();
  if (report === null || tone === "checking") return t("oneTry");
  // In the middle of a sentence: "today 14:02".
  const at = inSentence(formats.moment(report.checkedAt));
  const checked = t("checked", { at });
  return tone === "bad" ? `${t("nothingSaved")} ${checked}` : checked;
}

/** Outcomes that say less than the failure behind them. */
const toldByFailure = new Set<CheckOutcome>(["failed", "certificate", "proxyRefused"]);

function useHeadline(): (report: CheckReport) => string {
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  const { keyringAvailable } = useAppState();
  const failureWords = useFailureWords();
  return (report) => {
    const environment = common(`environment.${report.environment}`);
    if (report.outcome === "connected") {
      if (!keyringAvailable) return t("headline.noKeyring");
      return report.company === null
        ? t("headline.connectedNameless", { environment })
        : t("headline.connected", { company: report.company, environment });
    }
    if (report.outcome === "noAddress") {
      const failed = report.steps.find(({ failure }) => failure !== null);
      const host = failed?.failure?.params.host ?? failed?.detail;
      return host ? t("headline.noAddressAt", { host }) : t("headline.noAddress");
    }
    if (report.outcome === "addressMismatch") {
      const other = common(`environment.${report.environment === "test" ? "production" : "test"}`);
      return t("headline.addressMismatch", { other });
    }
    const failure = toldByFailure.has(report.outcome) ? causeOf(report) : null;
    // What went wrong says more than that something did.
    if (failure) return failureWords(failure).sentence.replace(/\.$/, "");
    return t(`headline.${report.outcome}`);
  };
}
