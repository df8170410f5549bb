import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and its descendants. */
export interface TreeMemory {
  /** Sum of the resident memory. A page shared by several processes is counted once for each of them. */
  readonly rssMiB: number;
  /** Sum of the proportional memory (PSS): each process counts only its share of a shared page. */
  readonly pssMiB: number;
  readonly processes: number;
  /** Resident memory in MiB, by process type; `browser` is Electron's main process. */
  readonly rssByType: Readonly<Record<string, number>>;
}

/** Reads the memory usage from /proc; null if there is no /proc or another user owns one of the processes. */
export function memoryOfTree(rootPid: number): TreeMemory | null {
  if (process.platform !== 'linux') return null;
  let [rss, pss, processes] = [0, 0, 0];
  const rssByType: Record<string, number> = {};
  for (const pid of treeOf(rootPid)) {
    const memory = rollupOf(pid);
    if (memory === null) return null;
    // A process that ended after it was listed uses no memory, so it is not counted.
    if (memory.rss > 0) processes += 1;
    rss += memory.rss;
    pss += memory.pss;
    const type = typeOf(pid);
    rssByType[type] = (rssByType[type] ?? 0) + memory.rss / 1_024;
  }
  return { rssMiB: rss / 1_024, pssMiB: pss / 1_024, processes, rssByType };
}

/** Returns the process type from Chromium's `--type` argument; `browser` if there is no such argument. */
const typeOf = (pid: number): string =>
  /--type=([\w-]+)/.exec(readText(`/proc/${pid}/cmdline`))?.[1] ?? 'browser';

/** Returns the content of a file in /proc, or an empty string if the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Number of clock ticks in a second, which is the same on all Linux systems that Electron supports. */
const TICKS_PER_S = 100;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the processor time in seconds that a process and its descendants have used; null without /proc. */
export function cpuSecondsOfTree(rootPid: number): number | null {
  const activity = activityOfTree(rootPid);
  return activity === null ? null : sum(activity.map(({ cpuSeconds }) => cpuSeconds));
}

/** What a process has done since it started. */
export interface ProcessActivity {
  readonly type: string;
  readonly cpuSeconds: number;
  /**
   * How often the process's threads stopped running to wait for something. Each such wait ends with a
   * wake-up.
   */
  readonly wakeUps: number;
  readonly bytesWritten: number;
}

/** Returns the activity of a process and its descendants; null without /proc. */
export function activityOfTree(rootPid: number): ProcessActivity[] | null {
  if (process.platform !== 'linux') return null;
  return treeOf(rootPid).map((pid) => {
    const stat = statOf(pid);
    return {
      type: typeOf(pid),
      cpuSeconds: (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS_PER_S,
      wakeUps: sum(
        threadsOf(pid).map((thread) => {
          const status = readText(`/proc/${pid}/task/${thread}/status`);
          return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
        }),
      ),
      bytesWritten: Number(/^write_bytes: (\d+)/m.exec(readText(`/proc/${pid}/io`))?.[1] ?? 0),
    };
  });
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns the ids of a process and its descendants. */
function treeOf(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const [, parent] = Number.isInteger(pid) ? statOf(pid) : [];
    if (parent !== undefined) parents.set(pid, Number(parent));
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === rootPid) return true;
    return false;
  };
  return [...parents.keys()].filter(isInTree);
}

/**
 * Returns the values that follow the process name in /proc/PID/stat; an empty array if the process has ended.
 */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The values follow the last closing parenthesis, because the process name before it may contain any
    // character.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Returns the memory usage of one process in KiB. Returns zeros if the process has ended, and null if its
 * usage cannot be read.
 */
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
