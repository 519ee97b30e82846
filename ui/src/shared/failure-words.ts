/** A failure in the words of the language: what happened, what to do, and the code in small print. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../ipc";
import { useFormats } from "./use-formats";
import type en from "./words/en/failures.json";

type NamedKind = { [K in keyof typeof en]: "named" extends keyof (typeof en)[K] ? K : never }[keyof typeof en];

export interface FailureWords {
  /** What happened, on what. */
  sentence: string;
  /** What to do about it. */
  fix: string;
  /** For the administrator: status, code, field, the service's own words. Never in the sentence. */
  small: string;
}

/** Gives the function that words a failure. The text is by kind; `message` of the other side is never the sentence. */
export function useFailureWords(): (failure: Failure) => FailureWords {
  const { t, i18n } = useTranslation("failures");
  const formats = useFormats();
  return useCallback(
    (failure) => {
      const params = { ...failure.params };
      if (params.until) params.until = formats.clock(params.until);
      // `thing` is the file, project or host that the failure is about, if the other side named one.
      const thing = params.file ?? params.project ?? params.host ?? "";
      const options = { ...params, thing };
      // Not every kind has a sentence that names the thing; the catalogue tells.
      const named = `${failure.kind}.named` as `${NamedKind}.named`;
      const sentence =
        thing !== "" && i18n.exists(`failures:${named}`) ? t(named, options) : t(`${failure.kind}.sentence`, options);
      return { sentence, fix: t(`${failure.kind}.fix`, options), small: smallPrint(failure) };
    },
    [t, i18n, formats],
  );
}

/** `401 invalid_client`, `422 TYPE_ID_INVALID · typeId · “no such type”`. Empty if there is nothing to pass on. */
export function smallPrint({ kind, status, code, field, message, params }: Failure): string {
  // A good status beside a failure (a login page) tells an administrator nothing.
  const codes = [status === null || status < 400 ? "" : String(status), code ?? ""]
    .filter((part) => part !== "")
    .join(" ");
  const parts = [codes, field === null ? "" : field];
  // The server's own words, shortened by the other side.
  if (params.server) parts.push(`“${params.server}”`);
  // An own defect or refusal has no such words; its text is what helps whoever mends it.
  else if (kind === "internal" || kind === "refused") parts.push(message);
  return parts.filter((part) => part !== "").join(" · ");
}
