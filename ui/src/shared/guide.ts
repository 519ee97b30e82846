/**
 * The guide over the screen: which place of it is open, and where screens and failures lead.
 *
 * It covers the screen instead of replacing it: what was typed, an import or a plan is still there afterwards.
 */

import { create } from "zustand";
import type { Failure } from "../ipc";

/** The pages in the order of the contents; each is a file `guide/LANGUAGE/PAGE.md`. */
export const guidePages = [
  "start",
  "recipes",
  "overview",
  "documents",
  "folders",
  "machines",
  "users",
  "trips",
  "history",
  "connect",
  "settings",
  "limits",
] as const;

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
  proxyRefused: "connect#failed",
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
  if (pathname.startsWith("/users/import")) return "users#import";
  if (pathname.startsWith("/folders/new")) return "folders#add";
  return guidePages.find((page) => pathname.startsWith(`/${page}`)) ?? "documents";
}

/** The place that is open; `null` while the guide is closed. `from` held the keyboard before. */
export const useGuide = create<{ place: GuidePlace | null; from: Element | null }>(() => ({ place: null, from: null }));

/** Opens the guide, or shows another place of it. */
export function openGuide(place: GuidePlace): void {
  useGuide.setState((now) => ({ place, from: now.place === null ? document.activeElement : now.from }));
}

/** Closes the guide; the keyboard goes back to where it was. */
export function closeGuide(): void {
  const { place, from } = useGuide.getState();
  if (place === null) return;
  useGuide.setState({ place: null, from: null });
  // Not before the screen is shown again.
  setTimeout(() => from instanceof HTMLElement && from.isConnected && from.focus());
}
