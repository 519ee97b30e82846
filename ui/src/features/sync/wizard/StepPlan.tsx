/** Step 4: the plan of the first run, before anything is sent; the button names the effect and the number. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FirstPlan } from "../../../ipc";
import { useConnection } from "../../../shared/app-state";
import type en from "../../../shared/i18n/en/sync.json";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { FailureNote, FileTag, Icon, MiddleEllipsis, Note } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useRuleNames } from "../../../shared/use-rule-names";
import { useSyncWords } from "../use-words";
import { shownSums } from "./model";
import type { Wizard } from "./use-wizard";
import css from "./wizard.module.css";

export function StepPlan({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const connection = useConnection();
  const { data: plan, failure, looking, again } = wizard.plan;
  const ruleName = useRuleNames((plan?.leftOut ?? []).map(({ rule }) => rule));
  useShortcut("mainButton", wizard.begin, plan !== undefined && failure === null);
  const seen = connection?.sampleData ? "crewsSample" : connection?.environment === "test" ? "crewsTest" : "crews";
  return (
    <div className={css.fields}>
      {failure === null ? null : (
        <FailureNote
          actions={
            <Button onClick={again} size="compact-sm">
              {t("tryAgain")}
            </Button>
          }
          failure={failure}
        />
      )}
      {plan === undefined ? (
        failure === null && <p className="fd-ink2">{t("planning")}</p>
      ) : (
        <div aria-busy={looking} className={css.plan}>
          <ul className={css.sums}>
            {shownSums(plan).map(({ sum, count }) => (
              <li key={sum} data-sum={sum}>
                {t(`total.${sum}`, { count })}
              </li>
            ))}
          </ul>
          {plan.leftOut.length === 0 ? null : (
            <p className="fd-small fd-ink2">
              {t("ignored", {
                rules: plan.leftOut
                  .map(({ rule, files }) => t("ignoredBy", { rule: ruleName(rule), count: files }))
                  .join(", "),
              })}
            </p>
          )}
          {plan.sameSection.map((folder) => (
            <Note key={folder} kind="plain">
              {t("sameSection", { folder })}
            </Note>
          ))}
          {plan.rows.length === 0 ? <p className="fd-ink2">{t("emptyFolder")}</p> : <Rows plan={plan} />}
        </div>
      )}
      <div className={css.foot}>
        <Icon className="fd-ink3" name="info" size={18} />
        <span className="fd-small fd-ink2">{t(seen)}</span>
        <span className={css.spring} />
        <Button onClick={() => wizard.go("section")}>{t("back")}</Button>
        {plan === undefined || failure !== null ? null : (
          <Button loading={wizard.busy} onClick={wizard.begin} title={shortcutLabel("mainButton")} variant="filled">
            {plan.new === 0 ? t("startNothing") : t("start", { count: plan.new })}
          </Button>
        )}
      </div>
    </div>
  );
}

type Does = keyof (typeof en)["wizard"]["does"];

function Rows({ plan }: { plan: FirstPlan }) {
  const { t, i18n } = useTranslation("sync", { keyPrefix: "wizard" });
  const { t: words } = useTranslation("sync");
  const formats = useFormats();
  const { why } = useSyncWords();
  const does = (action: string, reason: string) => {
    if (action === "skip" || action === "conflict") return why({ reason, detail: null });
    return i18n.exists(`sync:wizard.does.${action}`) ? t(`does.${action as Does}`) : action;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section aria-label={t("step.plan")} className={css.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("columnFile")}</th>
            <th scope="col">{words("files.section")}</th>
            <th className={css.right} scope="col">
              {t("columnSize")}
            </th>
            <th scope="col">{t("columnDoes")}</th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.map((row) => (
            <tr key={`${row.section}/${row.name}/${row.action}`}>
              <td>
                <span className={css.fileName}>
                  <FileTag name={row.name} />
                  <MiddleEllipsis text={row.shownName} />
                </span>
              </td>
              <td className="fd-ink2">{row.section}</td>
              <td className={`fd-ink2 ${css.right}`}>{row.bytes === 0 ? "" : formats.bytes(row.bytes)}</td>
              <td className="fd-ink2">{does(row.action, row.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.rowsInAll > plan.rows.length ? (
        <p className="fd-small fd-ink2">{t("moreRows", { count: plan.rowsInAll - plan.rows.length })}</p>
      ) : null}
    </section>
  );
}
