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
import { deleteUndocumentedBefore } from '../database/queries/cache/encrypted-columns.ts';
import { deleteSignalTextsBefore } from '../database/queries/cache/signals.ts';
import { privacyRow, putPrivacyRow } from '../database/queries/privacy-state.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { TimeTrust } from '../service-api/governor-port.ts';
import { messageOf } from '../foundation/error-message.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/*
 * The user sets a retention period in months. A contact expires when this period has passed since the service
 * last returned the contact, in server time. User data never expires. Expiry depends only on timestamps, so
 * it needs no contact key.
 */

/** Adds calendar months in UTC. If the resulting month is too short for the day, its last day is used. */
export function addMonths(atMs: number, months: number): number {
  const date = new Date(atMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/**
 * Returns the time at which a contact expires; null if contacts do not expire. `receivedAtMs` is when the
 * service last returned the contact.
 */
export const expiresAtMs = (receivedAtMs: number, months: number | null): number | null =>
  months === null ? null : addMonths(receivedAtMs, months);

/**
 * Returns the cutoff time: a contact has expired if the service last returned it before this time. Because
 * months differ in length, a contact may expire up to one day later than `expiresAtMs` returns.
 */
export const cutoffMs = (nowMs: number, months: number): number => addMonths(nowMs, -months);

export const retentionMonths = (db: ReadDb): number | null => privacyRow(db)?.retentionMonths ?? null;

export interface RetentionDone {
  readonly people: number;
  readonly rawRows: number;
}

/**
 * Deletes expired contacts and the expired personal parts of raw rows and webhook events in one transaction.
 * Then checkpoints the WAL, so no expired data remains in it. If `withDoubted` is true, also deletes expired
 * data whose stored time may be wrong (too early).
 */
export function applyRetention(
  { cache, yours }: { cache: WriteDb; yours: ReadDb },
  nowMs: number,
  { withDoubted = false }: { readonly withDoubted?: boolean } = {},
): RetentionDone {
  const months = retentionMonths(yours);
  if (months === null) return { people: 0, rawRows: 0 };
  const expired = { beforeMs: cutoffMs(nowMs, months), withDoubted };
  const done = transaction(cache, () => {
    const people = deleteContactsBefore(cache, expired);
    const rawRows =
      deletePersonalRawsBefore(cache, expired) +
      deleteSignalTextsBefore(cache, expired) +
      deleteUndocumentedBefore(cache, expired);
    if (people > 0) deleteFetchesBefore(cache, expired.beforeMs);
    return { people, rawRows };
  });
  if (done.people + done.rawRows > 0) checkpointWal(cache);
  return done;
}

/**
 * Sets the retention period; null keeps contacts forever. Must be called within a transaction on `yours.db`.
 */
export function setRetention(yours: WriteDb, months: number | null, nowMs: number): void {
  const known = privacyRow(yours);
  if (known === null) throw new Error('the files were not joined');
  // `copyNewerSettings` keeps the settings with the later time of change. The time of this change must
  // therefore be later than the stored time, even if the clock was set back.
  putPrivacyRow(yours, {
    ...known,
    retentionMonths: months,
    changedAtMs: Math.max(nowMs, known.changedAtMs + 1),
  });
}

/** Maximum number of calendar months in the result of `retentionView`. */
const MAX_MONTHS = 50;

/**
 * Counts the contacts that expire in each month. If `requested` is null, uses the current retention period;
 * otherwise, uses `requested.months`.
 */
export function retentionView(
  { cache, yours }: { cache: ReadDb; yours: ReadDb },
  { nowMs, isDateTrusted }: { readonly nowMs: number; readonly isDateTrusted: boolean },
  requested: { readonly months: number | null } | null,
): Retention {
  const setMonths = retentionMonths(yours);
  const months = requested === null ? setMonths : requested.months;
  const groups = months === null ? [] : contactsByMonth(cache, MAX_MONTHS);
  return {
    months: setMonths,
    asked: months,
    isDateTrusted,
    people: countStoredContacts(cache),
    expiresNow:
      months === null
        ? 0
        : countContactsBefore(cache, { beforeMs: cutoffMs(nowMs, months), withDoubted: true }).people,
    goes: groups.map(({ firstMs, people }) => ({ fromMs: addMonths(firstMs, months ?? 0), people })),
  };
}

interface RetentionTimer {
  /** Applies the retention rule if the date is trusted and the rule was last applied at least a day ago. */
  check(): void;
  dispose: Dispose;
}

/**
 * Deletes expired contacts once a day, but only while the date is trusted (ADR 51). Because the computer may
 * sleep and the demo's clock may jump, a timer checks every hour whether a day has passed. A failure is
 * logged and retried an hour later.
 */
export function startRetention(parts: {
  files: { cache: WriteDb; yours: ReadDb };
  clock: Clock;
  log: Logger;
  timeTrust: () => TimeTrust;
  onErased: (done: RetentionDone) => void;
  /** Called at each check, because the result of `deletionQuestion` may have changed. */
  onChecked: () => void;
  /** Deletes other data that has become too old. Its age is computed at the time `safeMs`. */
  deleteOther: (safeMs: number) => void;
}): RetentionTimer {
  const { files, clock, log, timeTrust, onErased } = parts;
  let lastMs: number | null = null;
  let stop: Dispose = () => undefined;
  const apply = (): void => {
    const trust = timeTrust();
    if (!trust.isTrusted || (lastMs !== null && Math.abs(trust.safeMs - lastMs) < DAY_MS)) return;
    try {
      const done = applyRetention(files, trust.safeMs);
      parts.deleteOther(trust.safeMs);
      lastMs = trust.safeMs;
      if (done.people + done.rawRows === 0) return;
      log.info('retention', { ...done });
      onErased(done);
    } catch (error) {
      log.error('retention-failed', { error: messageOf(error) });
    }
  };
  const check = (): void => {
    apply();
    parts.onChecked();
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
