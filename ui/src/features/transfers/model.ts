/** The transfers panel as groups and sentences. Pure. */
import type { OtherTransfers, Transfer, Transfers } from "../../ipc";

export { type TimeLeft, timeLeft } from "../../shared/time-left";

export type GroupName = "needsYou" | "failed" | "now" | "waiting" | "done";
/** One that is listed: a cancelled one leaves the panel. */
export type ListedTransfer = Transfer & { state: Exclude<Transfer["state"], "cancelled"> };
export type TransferGroup = { name: GroupName; items: ListedTransfer[] };

const isListed = (transfer: Transfer): transfer is ListedTransfer => transfer.state !== "cancelled";

/** The order of the panel: what stands still first. */
const ORDER: GroupName[] = ["needsYou", "failed", "now", "waiting", "done"];

/** The group of one transfer. */
export function groupOf(transfer: ListedTransfer): GroupName {
  switch (transfer.state) {
    case "needsYou":
      return "needsYou";
    case "failed":
      return "failed";
    case "working":
    case "checking":
      return "now";
    case "waiting":
      return "waiting";
    case "done":
      return "done";
  }
}

/** What is left to show and count while some are being cancelled. One that got done all the same is shown. */
export function without(transfers: Transfers, ids: ReadonlySet<number>): Transfers {
  const isHidden = ({ id, state }: Transfer) => state !== "done" && ids.has(id);
  const hidden = transfers.items.filter(isHidden);
  if (hidden.length === 0) return transfers;
  const count = (group: GroupName) => hidden.filter(isListed).filter((item) => groupOf(item) === group).length;
  return {
    ...transfers,
    items: transfers.items.filter((item) => !isHidden(item)),
    active: transfers.active - count("now"),
    waiting: transfers.waiting - count("waiting"),
    failed: transfers.failed - count("failed"),
    needsYou: transfers.needsYou - count("needsYou"),
  };
}

/** The number of a group, those that are not listed included. */
export function countOf(transfers: Transfers, group: GroupName): number {
  return group === "now" ? transfers.active : transfers[group];
}

/** The number of those that are not done, listed or not. */
export function left({ active, waiting, failed, needsYou }: Transfers): number {
  return active + waiting + failed + needsYou;
}

/** True where nothing goes before the secret of the connection is entered. */
export function asksForSecretOf({ held }: OtherTransfers): boolean {
  return held?.kind === "keyring";
}

/** The groups that have something in them, worst first, the newest of the done ones on top. */
export function groupTransfers(items: readonly Transfer[]): TransferGroup[] {
  const groups = new Map<GroupName, ListedTransfer[]>(ORDER.map((name) => [name, []]));
  for (const item of items.filter(isListed)) groups.get(groupOf(item))?.push(item);
  groups.get("done")?.sort((a, b) => (b.finishedAt ?? "").localeCompare(a.finishedAt ?? ""));
  return ORDER.map((name) => ({ name, items: groups.get(name) ?? [] })).filter((group) => group.items.length > 0);
}

/** True for what brings a file to a project. */
export function isUpload({ kind }: Transfer): boolean {
  return kind === "upload" || kind === "replace";
}

/** True while it goes on without anybody. A file that another program still writes may take hours: it holds up no others. */
export function isMoving({ state, failure }: Transfer): boolean {
  if (state === "waiting") return failure?.kind !== "fileGrowing";
  return state === "working" || state === "checking";
}

/** How full a bar is, from 0 to 1. An empty file is full as soon as it is done. */
export function share(done: number, total: number): number {
  if (total <= 0) return 0;
  return Math.min(1, Math.max(0, done / total));
}

/** What the status bar says about sending. */
export type Sending = "nothing" | "sending" | "paused" | "waiting" | "failed" | "needsYou";

/** The worst that has to be said comes first: a person has to act, something failed, it goes on, it waits. */
export function sendingState(transfers: Transfers): Sending {
  if (transfers.paused && transfers.active + transfers.waiting > 0) return "paused";
  if (transfers.active > 0) return "sending";
  if (transfers.needsYou > 0) return "needsYou";
  if (transfers.failed > 0) return "failed";
  return transfers.waiting > 0 ? "waiting" : "nothing";
}

/** True while only downloads and opened files are on their way: then it is fetching, not sending. */
export function onlyFetching(transfers: Transfers): boolean {
  const moving = transfers.items.filter((item) => ["working", "checking", "waiting"].includes(item.state));
  return moving.length > 0 && moving.every((item) => item.kind === "download" || item.kind === "open");
}

/** The quarter that was reached, for announcements: 0, 25, 50, 75 or 100. */
export function quarter(done: number, total: number): number {
  return Math.floor(share(done, total) * 4) * 25;
}

/** The earliest next try of those that wait for the service. */
export function nextTry(items: readonly Transfer[]): string | null {
  const times = items.flatMap((item) => (item.state === "waiting" && item.nextTryAt ? [item.nextTryAt] : []));
  return times.sort()[0] ?? null;
}
