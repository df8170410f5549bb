import type { Retention } from '../../../shared/contract/privacy.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import {
  countStoredContacts,
  countContactsBefore,
  deleteContactsBefore,
  deletePersonalRawsBefore,
  deleteFetchesBefore,
  contactsByMonth,
} from '../database/queries/cache/deletion.ts';
import { deleteSignalTextsBefore } from '../database/queries/cache/signals.ts';
import { privacyRow, putPrivacyRow } from '../database/queries/privacy-state.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

/*
 * Contacts expire a set number of months, in server time, after they were last returned; user data never
 * expires. Expiry needs no contact key because it depends on the timestamp alone.
 */

/** Adds calendar months in UTC; a day beyond the end of the month becomes its last day. */
export function addMonths(atMs: number, months: number): number {
  const date = new Date(atMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** Returns when a contact last returned at `toldAtMs` expires, or null without a retention. */
export const goesAtMs = (toldAtMs: number, months: number | null): number | null =>
  months === null ? null : addMonths(toldAtMs, months);

/**
 * Contacts last returned before this time expire. At the end of a month this can be up to three days after
 * `goesAtMs`.
 */
export const cutoffMs = (nowMs: number, months: number): number => addMonths(nowMs, -months);

export const retentionMonths = (db: ReadDb): number | null => privacyRow(db)?.retentionMonths ?? null;

export interface RetentionDone {
  readonly people: number;
  readonly rawRows: number;
}

/**
 * Applies the retention now in one transaction, then checkpoints, so neither pages nor WAL hold expired contacts.
 */
export function applyRetention(
  { cache, yours }: { cache: WriteDb; yours: ReadDb },
  nowMs: number,
): RetentionDone {
  const months = retentionMonths(yours);
  if (months === null) return { people: 0, rawRows: 0 };
  const beforeMs = cutoffMs(nowMs, months);
  const done = transaction(cache, () => {
    const people = deleteContactsBefore(cache, beforeMs);
    const rawRows = deletePersonalRawsBefore(cache, beforeMs) + deleteSignalTextsBefore(cache, beforeMs);
    if (people > 0) deleteFetchesBefore(cache, beforeMs);
    return { people, rawRows };
  });
  if (done.people + done.rawRows > 0) checkpointWal(cache);
  return done;
}

/** Call inside a transaction on `yours.db`. */
export function setRetention(yours: WriteDb, months: number | null, nowMs: number): void {
  const known = privacyRow(yours);
  if (known === null) throw new Error('the files were not joined');
  // Always later than the stored setting, even if the clock was set back, because the newer copy wins.
  putPrivacyRow(yours, {
    ...known,
    retentionMonths: months,
    changedAtMs: Math.max(nowMs, known.changedAtMs + 1),
  });
}

/** Maximum number of calendar months per reply. */
const MONTHS_TOLD = 50;

/** Counts the contacts that expire per month. `asked.months` previews a different setting. */
export function retentionView(
  { cache, yours }: { cache: ReadDb; yours: ReadDb },
  nowMs: number,
  asked: { readonly months: number | null } | null,
): Retention {
  const setMonths = retentionMonths(yours);
  const months = asked === null ? setMonths : asked.months;
  const groups = months === null ? [] : contactsByMonth(cache, MONTHS_TOLD);
  return {
    months: setMonths,
    asked: months,
    people: countStoredContacts(cache),
    goesNow: months === null ? 0 : countContactsBefore(cache, cutoffMs(nowMs, months)),
    goes: groups.map(({ firstMs, people }) => ({ fromMs: addMonths(firstMs, months ?? 0), people })),
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RetentionTimer {
  /** Deletes expired data now if a day has passed since the last run. */
  check(): void;
  dispose: Dispose;
}

/**
 * Applies the retention now and then daily. Checks every hour, because a laptop sleeps and the demo clock can
 * jump; failures are logged and retried within the hour.
 */
export function startRetention(parts: {
  files: { cache: WriteDb; yours: ReadDb };
  clock: Clock;
  log: Logger;
  serverNowMs: () => number;
  onGone: (done: RetentionDone) => void;
  /** Runs with every application of the retention, for other data that expires by age. */
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
