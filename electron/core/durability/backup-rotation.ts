import type { Backup } from '../../../shared/contract-backups.ts';

const DAY_MS = 86_400_000;
/** How many stay: the newest of each of so many days and weeks that have one, and the newest of every other kind. */
export const DAYS_KEPT = 7;
export const WEEKS_KEPT = 4;
export const OTHERS_KEPT = 3;
/** Damaged ones are of no use but to be shown; so many stay. */
export const DAMAGED_KEPT = 5;

export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);
/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const weekOf = (atMs: number): number => Math.floor((dayOf(atMs) + 3) / 7);

/**
 * Ids of the backups that may go. Only good ones fill a place, so that a damaged one never pushes out a good one, and the
 * newest good one always stays. One that a clock ahead of its time stamped comes last, or it would push out all that follow.
 */
export function surplusBackups(backups: readonly Backup[], nowMs: number): string[] {
  const isOfFuture = ({ madeAtMs }: Backup): boolean => madeAtMs > nowMs + DAY_MS;
  const newestFirst = [...backups].sort(
    (a, b) => Number(isOfFuture(a)) - Number(isOfFuture(b)) || b.madeAtMs - a.madeAtMs,
  );
  // One that a newer Roundwatch made is as good as any, only not for this one.
  const useful = newestFirst.filter(({ state }) => state !== 'damaged');
  const regular = useful.filter(({ kind }) => kind === 'daily');
  const kept = new Set([
    ...useful.filter(({ state }) => state === 'good').slice(0, 1),
    ...newestOfEach(regular, ({ madeAtMs }) => dayOf(madeAtMs), DAYS_KEPT),
    ...newestOfEach(regular, ({ madeAtMs }) => weekOf(madeAtMs), WEEKS_KEPT),
    ...(['migration', 'restore', 'hand'] as const).flatMap((kind) =>
      useful.filter((backup) => backup.kind === kind).slice(0, OTHERS_KEPT),
    ),
    ...newestFirst.filter(({ state }) => state === 'damaged').slice(0, DAMAGED_KEPT),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ id }) => id);
}

function newestOfEach(
  newestFirst: readonly Backup[],
  spanOf: (backup: Backup) => number,
  most: number,
): Backup[] {
  const found = new Map<number, Backup>();
  for (const backup of newestFirst) {
    const span = spanOf(backup);
    if (!found.has(span) && found.size < most) found.set(span, backup);
  }
  return [...found.values()];
}
