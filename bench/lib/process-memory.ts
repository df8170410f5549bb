import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and its descendants. */
export interface TreeMemory {
  /** Sum of the resident memory. A page shared by several processes is counted once for each of them. */
  readonly rssMiB: number;
  /** Sum of the proportional memory (PSS): each process counts only its share of a shared page. */
  readonly pssMiB: number;
  readonly processes: number;
}

/** Reads the memory usage from /proc; null if there is no /proc or another user owns one of the processes. */
export function memoryOfTree(rootPid: number): TreeMemory | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? parentOf(pid) : null;
    if (parent !== null) parents.set(pid, parent);
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === rootPid) return true;
    return false;
  };
  let [rss, pss, processes] = [0, 0, 0];
  for (const pid of [...parents.keys()].filter(isInTree)) {
    const memory = rollupOf(pid);
    if (memory === null) return null;
    // A process that has ended since it was listed uses no memory and is not counted.
    if (memory.rss > 0) processes += 1;
    rss += memory.rss;
    pss += memory.pss;
  }
  return { rssMiB: rss / 1_024, pssMiB: pss / 1_024, processes };
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Returns the memory usage of one process in KiB; zeros if the process has ended, null if not readable. */
function rollupOf(pid: number): { rss: number; pss: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kibOf = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
    return { rss: kibOf('Rss'), pss: kibOf('Pss') };
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENOENT' || code === 'ESRCH' ? { rss: 0, pss: 0 } : null;
  }
}
