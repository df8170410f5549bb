import type { Retention } from '../../../shared/contract-privacy.ts';
import { foldLog } from '../db/queries/backup.ts';
import {
  countPeople,
  countPeopleBefore,
  deletePeopleBefore,
  deletePersonalRawsBefore,
  forgetFetchesBefore,
  peopleByMonth,
} from '../db/queries/forgetting.ts';
import { forgetSignalTextsBefore } from '../db/queries/signals.ts';
import { privacyRow, putPrivacyRow } from '../db/queries/privacy.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { messageOf } from '../message-of.ts';

/*
 * People go so many months after they were last told of; what the seller wrote stays without limit [register no. 40]. By the
 * service's time. It needs no key: who goes is told by the time alone.
 */

/** Months of the calendar, UTC; the 31st becomes the last day of a shorter month. */
export function addMonths(atMs: number, months: number): number {
  const date = new Date(atMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** When somebody last told of at `toldAtMs` goes. */
export const goesAtMs = (toldAtMs: number, months: number | null): number | null =>
  months === null ? null : addMonths(toldAtMs, months);

/** Who was last told of before this goes; at the end of a month up to three days after `goesAtMs`. */
export const cutoffMs = (nowMs: number, months: number): number => addMonths(nowMs, -months);

export const retentionMonths = (db: ReadDb): number | null => privacyRow(db)?.retentionMonths ?? null;

export interface RetentionDone {
  readonly people: number;
  readonly rawRows: number;
}

/** Applies the retention now. One transaction; then no page and no log holds who went. */
export function applyRetention(
  { cache, yours }: { cache: WriteDb; yours: ReadDb },
  nowMs: number,
): RetentionDone {
  const months = retentionMonths(yours);
  if (months === null) return { people: 0, rawRows: 0 };
  const beforeMs = cutoffMs(nowMs, months);
  const done = transaction(cache, () => {
    const people = deletePeopleBefore(cache, beforeMs);
    const rawRows = deletePersonalRawsBefore(cache, beforeMs) + forgetSignalTextsBefore(cache, beforeMs);
    if (people > 0) forgetFetchesBefore(cache, beforeMs);
    return { people, rawRows };
  });
  if (done.people + done.rawRows > 0) foldLog(cache);
  return done;
}

/** Call inside a transaction on `yours.db`. */
export function setRetention(yours: WriteDb, months: number | null, nowMs: number): void {
  const known = privacyRow(yours);
  if (known === null) throw new Error('the files were not joined');
  // Later than what stands, whatever the clock says: the newer setting wins over the second copy.
  putPrivacyRow(yours, {
    ...known,
    retentionMonths: months,
    changedAtMs: Math.max(nowMs, known.changedAtMs + 1),
  });
}

/** Months of the calendar that a reply tells of. */
const MONTHS_TOLD = 50;

/** What goes when. `months` other than the setting tells what would. */
export function retentionView(
  { cache, yours }: { cache: ReadDb; yours: ReadDb },
  nowMs: number,
  asked: { readonly months: number | null } | null,
): Retention {
  const setMonths = retentionMonths(yours);
  const months = asked === null ? setMonths : asked.months;
  const groups = months === null ? [] : peopleByMonth(cache, MONTHS_TOLD);
  return {
    months: setMonths,
    asked: months,
    people: countPeople(cache),
    goesNow: months === null ? 0 : countPeopleBefore(cache, cutoffMs(nowMs, months)),
    goes: groups.map(({ firstMs, people }) => ({ fromMs: addMonths(firstMs, months ?? 0), people })),
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RetentionTimer {
  /** Applies it now if a day passed since the last time. */
  check(): void;
  dispose: Dispose;
}

/**
 * Applies the retention at once and daily. Looked at every hour: a laptop sleeps, and the demo's clock jumps. What fails is
 * logged and tried again within the hour.
 */
export function startRetention(parts: {
  files: { cache: WriteDb; yours: ReadDb };
  clock: Clock;
  log: Logger;
  serverNowMs: () => number;
  onGone: (done: RetentionDone) => void;
  /** Runs with every application: what else has an age. */
  onChecked?: () => void;
}): RetentionTimer {
  const { files, clock, log, serverNowMs, onGone } = parts;
  let lastMs: number | null = null;
  let stop: Dispose = () => undefined;
  const check = (): void => {
    const nowMs = serverNowMs();
    if (lastMs !== null && Math.abs(nowMs - lastMs) < DAY_MS) return;
    try {
      const done = applyRetention(files, nowMs);
      parts.onChecked?.();
      lastMs = nowMs;
      if (done.people + done.rawRows === 0) return;
      log.info('retention', { ...done });
      onGone(done);
    } catch (error) {
      log.error('retention-failed', { error: messageOf(error) });
    }
  };
  const next = (): void => {
    stop = clock.after(HOUR_MS, () => {
      check();
      next();
    });
  };
  check();
  next();
  return { check, dispose: () => stop() };
}
