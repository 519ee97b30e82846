/** A failure in the words of the language: what happened, what to do, and the code in small print. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../ipc";
import type en from "./i18n/en/failures.json";
import { useFormats } from "./use-formats";

type With<Part extends string> = {
  [K in keyof typeof en]: Part extends keyof (typeof en)[K] ? K : never;
}[keyof typeof en];

export interface FailureWords {
  /** Event and the thing concerned. */
  sentence: string;
  /** Remedy. */
  fix: string;
  /** For the administrator: status, code, field, the server's own words. Never in the sentence. */
  small: string;
}

/** The faults of a certificate, as the desktop side names them. */
const certificateFaults = ["issuer", "expired", "notYetValid", "otherName"] as const;
type CertificateFault = (typeof certificateFaults)[number];

/**
 * The parts of a failure that change its words: a whole list failed, the token was refused, only the service provider
 * can help, the limit of the server is known, something else answers at an address, a proxy stands in the way, what is
 * wrong with a certificate, a variable of the computer is wrong, the state of an act could not be saved, no program
 * opens a file, a synced folder is away, a document was deleted, the screen is shown for another connection.
 */
function variantsOf({
  kind,
  field,
  params,
}: Failure): (
  | "list"
  | "token"
  | "operator"
  | "limit"
  | "noTls"
  | "unsaved"
  | "password"
  | "proxy"
  | "variable"
  | CertificateFault
  | "noProgram"
  | "noFileManager"
  | "address"
  | "replacedSince"
  | "deletedSince"
  | "folderAway"
  | "otherConnection"
)[] {
  return [
    // Of a connection that is checked, the address is wrong, whatever was asked for there.
    ...(kind === "notFound" && field?.endsWith("Url") ? (["address"] as const) : []),
    ...(params.list ? (["list"] as const) : []),
    ...(params.token ? (["token"] as const) : []),
    ...(params.grantedBy === "operator" ? (["operator"] as const) : []),
    ...(params.serverLimit ? (["limit"] as const) : []),
    ...(params.noTls ? (["noTls"] as const) : []),
    ...(params.unsaved ? (["unsaved"] as const) : []),
    ...(params.proxy && params.password ? (["password"] as const) : []),
    ...(params.proxy ? (["proxy"] as const) : []),
    ...(params.variable ? (["variable"] as const) : []),
    ...certificateFaults.filter((fault) => fault === params.certificate),
    ...(params.noProgram ? (["noProgram"] as const) : []),
    ...(params.noFileManager ? (["noFileManager"] as const) : []),
    ...(params.stop === "folderAway" ? (["folderAway"] as const) : []),
    ...(params.shownFor ? (["otherConnection"] as const) : []),
    ...(params.replacedSince ? (["replacedSince"] as const) : []),
    ...(params.deletedSince ? (["deletedSince"] as const) : []),
  ];
}

/** Gives the function that words a failure. The text is by kind; `message` of the other side is never the sentence. */
export function useFailureWords(): (failure: Failure) => FailureWords {
  const { t, i18n } = useTranslation("failures");
  const formats = useFormats();
  return useCallback(
    (failure) => {
      const params: Partial<Record<string, string>> = { scope: "", ...failure.params };
      if (params.until) params.until = formats.clock(params.until);
      // A clock that is wrong is wrong by days: `today` would hide it.
      if (params.clock) params.clock = `${formats.date(params.clock)} ${formats.time(params.clock)}`;
      if (params.serverLimit) params.serverLimit = formats.bytes(Number(params.serverLimit));
      const small = smallPrint(failure);
      const ofTable = `table.${params.table}` as "table.damaged";
      if (params.table && i18n.exists(`failures:${ofTable}`)) {
        const own = `table.${params.table}Fix` as "table.encryptedFix";
        const fix = t(i18n.exists(`failures:${own}`) ? own : "table.fix");
        return { sentence: t(ofTable, { ...params }), fix, small: "" };
      }
      const ofFolder = `refused.folder.${refusedFolder(failure)}` as "refused.folder.sameFolder";
      if (i18n.exists(`failures:${ofFolder}`)) {
        const own = `${ofFolder}Fix` as "refused.folder.othersStayedFix";
        const fix = t(i18n.exists(`failures:${own}`) ? own : "refused.folder.fix");
        return { sentence: t(ofFolder, { ...params }), fix, small: "" };
      }
      // `thing` is the file or project that the failure is about, if the other side named one; else the host, for the
      // kinds that are about a host. A list that the server refuses is not refused to its host.
      const about = params.file ?? params.project ?? "";
      const thing = about === "" && isOfHost(failure) ? (params.host ?? "") : about;
      const options = { ...params, thing };
      const variant = variantsOf(failure).find((each) => i18n.exists(`failures:${failure.kind}.${each}.sentence`));
      if (variant !== undefined) {
        const at = `${failure.kind}.${variant}` as `${With<"list">}.list`;
        return { sentence: t(`${at}.sentence`, options), fix: t(`${at}.fix`, options), small };
      }
      // Not every kind has a sentence that names the thing; the catalogue tells.
      const named = `${failure.kind}.named` as `${With<"named">}.named`;
      const sentence =
        thing !== "" && i18n.exists(`failures:${named}`) ? t(named, options) : t(`${failure.kind}.sentence`, options);
      return { sentence, fix: t(`${failure.kind}.fix`, options), small };
    },
    [t, i18n, formats],
  );
}

const isOfHost = ({ kind }: Failure) => kind === "unreachable" || kind === "documentsUnlisted";

/**
 * Returns the word for a folder that cannot be synced: it is refused on this computer, whatever the server would say.
 */
const refusedFolder = ({ kind, field, params }: Failure) =>
  kind === "refused" && field === "folder" ? (params.reason ?? "") : "";

/** `401 invalid_client`, `422 TYPE_ID_INVALID · typeId · “no such type”`. Empty if there is nothing to pass on. */
export function smallPrint({ kind, status, code, field, message, params }: Failure): string {
  // A good status beside a failure (a login page) tells an administrator nothing.
  const codes = [status === null || status < 400 ? "" : String(status), code ?? ""]
    .filter((part) => part !== "")
    .join(" ");
  // An address stands in a field with a name of its own.
  const parts = [codes, field === null || field.endsWith("Url") ? "" : field];
  // Where the answer cannot be read, what was expected there, what was found.
  if (kind === "unreadableAnswer") parts.push(params.found ?? (params.leftOut === undefined ? "" : message));
  if (params.names) parts.push(params.names);
  // The server's own words, shortened by the other side.
  if (params.server) parts.push(`“${params.server}”`);
  // An own defect or refusal has no such words; its text is what helps whoever mends it.
  else if (kind === "internal" || kind === "refused") parts.push(message);
  return parts.filter((part) => part !== "").join(" · ");
}
