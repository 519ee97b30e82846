// What processes take, as the kernel counts it.
import { readdirSync, readFileSync } from "node:fs";

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it ended meanwhile
  }
};

/** The process and all that it started. */
export function family(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

export const nameOf = (pid) => read(`/proc/${pid}/comm`).trim();

/** Memory as the proportional share in KiB, open handles, threads. */
export function taken(pid) {
  let handles = 0;
  try {
    handles = readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    // it ended meanwhile
  }
  return {
    kib: Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
    handles,
    threads: Number(/^Threads:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
  };
}
