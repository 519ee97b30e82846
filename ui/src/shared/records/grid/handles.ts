/** Row data of AG Grid: id and place in the tree. Values are looked up, so that a changed value moves no rows. */

export type Handle = {
  readonly id: string;
  /** 1: it belongs to the row above that has 0. */
  readonly depth: 0 | 1;
  readonly children: number;
};

/** The handles of the rows, the same objects and the same list as before where nothing moved. */
export function keepHandles(): (rows: readonly Handle[]) => Handle[] {
  let known = new Map<string, Handle>();
  let list: Handle[] = [];
  return (rows) => {
    const next = new Map<string, Handle>();
    let moved = rows.length !== list.length;
    const handles = rows.map(({ id, depth, children }, at) => {
      const before = known.get(id);
      const same = before !== undefined && before.depth === depth && before.children === children;
      const handle = same ? before : { id, depth, children };
      if (list[at] !== handle) moved = true;
      next.set(id, handle);
      return handle;
    });
    known = next;
    if (moved) list = handles;
    return list;
  };
}
