/** Files that a rule leaves out (`Thumbs.db`, `~$plan.docx`): said in one line, listed on demand. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LeftOut } from "../../../ipc";
import { StateIcon } from "../../../shared/parts";
import { useRuleNames } from "../../../shared/use-rule-names";
import css from "./plan.module.css";

export function IgnoredFiles({ files }: { files: readonly LeftOut[] }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const [open, setOpen] = useState(false);
  const ruleName = useRuleNames(files.map(({ rule }) => rule));
  if (files.length === 0) return null;
  const some = files
    .slice(0, 2)
    .map((file) => file.name)
    .join(", ");
  return (
    <div className={css.leftOut}>
      <StateIcon state="ignored" />
      <span className="fd-small">{t("ignored", { count: files.length, some })}</span>
      <button aria-expanded={open} className={css.link} onClick={() => setOpen(!open)} type="button">
        {t(open ? "hideThem" : "showThem", { count: files.length })}
      </button>
      {open ? (
        <ul className={css.leftOutList}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and one name can be in several folders
            <li key={index}>
              {file.name} <span className="fd-ink3">{ruleName(file.rule)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
