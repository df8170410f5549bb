import type { Backup } from '../../../shared/contract/backups.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Retention limits. The newest daily backup is retained for each of the last `MAX_DAILY_BACKUPS` days and
 * `MAX_WEEKLY_BACKUPS` weeks that have daily backups. For every other kind, the newest `MAX_OTHER_BACKUPS`
 * backups are retained.
 */
export const MAX_DAILY_BACKUPS = 7;
export const MAX_WEEKLY_BACKUPS = 4;
export const MAX_OTHER_BACKUPS = 3;
/** Maximum number of damaged backups, which are kept only so the screen can show them. */
const DAMAGED_BACKUPS_MAX = 5;

export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);
/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const weekOf = (atMs: number): number => Math.floor((dayOf(atMs) + 3) / 7);

/**
 * Returns the ids of the backups to delete. The newest good backup is never deleted. Damaged backups do not
 * count toward the limits for good ones. Backups dated in the future count as the oldest. Otherwise, they
 * would count as the newest, and every new backup would be deleted.
 */
export function surplusBackups(backups: readonly Backup[], nowMs: number): string[] {
  const isOfFuture = ({ madeAtMs }: Backup): boolean => madeAtMs > nowMs + DAY_MS;
  const newestFirst = [...backups].sort(
    (a, b) => Number(isOfFuture(a)) - Number(isOfFuture(b)) || b.madeAtMs - a.madeAtMs,
  );
  // Backups made by a newer Roundwatch count as good: they are intact, although this version cannot read
  // them.
  const useful = newestFirst.filter(({ state }) => state !== 'damaged');
  const regular = useful.filter(({ kind }) => kind === 'daily');
  const remaining = new Set([
    ...useful.filter(({ state }) => state === 'good').slice(0, 1),
    ...newestOfEach(regular, ({ madeAtMs }) => dayOf(madeAtMs), MAX_DAILY_BACKUPS),
    ...newestOfEach(regular, ({ madeAtMs }) => weekOf(madeAtMs), MAX_WEEKLY_BACKUPS),
    ...(['migration', 'restore', 'hand'] as const).flatMap((kind) =>
      useful.filter((backup) => backup.kind === kind).slice(0, MAX_OTHER_BACKUPS),
    ),
    ...newestFirst.filter(({ state }) => state === 'damaged').slice(0, DAMAGED_BACKUPS_MAX),
  ]);
  return newestFirst.filter((backup) => !remaining.has(backup)).map(({ id }) => id);
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
