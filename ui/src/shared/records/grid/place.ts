/** Place of a column of a list: its group, its width. */

export type Place<Group extends string> = {
  readonly name: string;
  readonly group: Group;
  readonly width: number;
  /** Share of the remaining room, where 1 is usual. */
  readonly share?: number;
  readonly byDefault?: true;
  /** At the left, and never hidden. */
  readonly pinned?: true;
};
