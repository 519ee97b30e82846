/** The places of the guide: its pages, and the headings that screens and failures lead to. */

import type { Failure } from "../ipc";

/** The pages in the order of the contents; each is a file `guide/LANGUAGE/PAGE.md`. */
export const guidePages = ["documents", "folders", "machines", "history", "connect", "settings"] as const;

export type GuidePage = (typeof guidePages)[number];

/** A page, or a heading of it as in `folders#conflict`. A test holds every one against the guide. */
export type GuidePlace = GuidePage | `${GuidePage}#${string}`;

const places: Partial<Record<Failure["kind"], GuidePlace>> = {
  unreachable: "connect#offline",
  slowDown: "connect#offline",
  serviceFailed: "connect#offline",
  invalidClient: "connect#failed",
  wrongEnvironment: "connect#failed",
  certificate: "connect#failed",
  proxyPage: "connect#failed",
  noToken: "connect#failed",
  tokenExpired: "connect#advanced",
  tokenMalformed: "connect#advanced",
  scopeNotGranted: "connect#access",
  wrongScope: "connect#access",
  notAllowed: "connect#access",
  notAdministrator: "connect#access",
  readOnlyClient: "connect#access",
  integrationDisabled: "connect#access",
  keyring: "connect#secret",
  documentsUnlisted: "connect#sample",
  tooLarge: "documents#failed",
  nameRefused: "documents#failed",
  fileVanished: "documents#failed",
  fileUnreadable: "documents#failed",
  fileChanged: "documents#failed",
  fileGrowing: "documents#failed",
  outcomeUnknown: "documents#failed",
  diskFull: "history#full",
};

/** Gives the heading about a failure, or `null` where the guide has no more to say than the failure does. */
export function guideOfFailure({ kind }: Failure): GuidePlace | null {
  return places[kind] ?? null;
}

/** Gives what the guide says of the screen at an address. */
export function guideOfScreen(pathname: string): GuidePlace {
  if (pathname.startsWith("/machines/fuel")) return "machines#fuel";
  if (pathname.startsWith("/machines/import")) return "machines#import";
  if (pathname.startsWith("/folders/new")) return "folders#add";
  return guidePages.find((page) => pathname.startsWith(`/${page}`)) ?? "documents";
}

/** Where the router finds a place of the guide. */
export function guideRoute(place: GuidePlace) {
  const [page = "", hash = ""] = place.split("#");
  return { to: "/guide/$page", params: { page }, hash } as const;
}
