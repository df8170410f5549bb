import type { DeletionQuestion } from '../../../shared/contract/privacy.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { countContactsBefore } from '../database/queries/cache/deletion.ts';
import { keptExpiredAtMs, saveKeptExpired } from '../database/queries/cache/doubted-days.ts';
import { countSignalTextsBefore } from '../database/queries/cache/signals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { TimeTrust } from '../service-api/governor-port.ts';
import { applyRetention, cutoffMs, retentionMonths, type RetentionDone } from './retention.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/*
 * If the date is not trusted, expired contacts are deleted only after the user has confirmed the deletion
 * (ADR 51).
 */

/**
 * If the date is doubtful only because no response has confirmed it yet, the app asks only when contacts have
 * been expired for this long. Most users send a request in the meantime, and the response confirms the date.
 */
const PATIENCE_MS = 7 * DAY_MS;
/** If the user chooses to keep expired contacts, the app asks again after this time. */
const KEPT_FOR_MS = 30 * DAY_MS;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** Returns the question to ask the user now; null if there is nothing to ask. */
export function deletionQuestion(
  files: Files,
  trust: TimeTrust,
  serverNowMs: number,
): DeletionQuestion | null {
  const months = retentionMonths(files.yours);
  const keptAtMs = keptExpiredAtMs(files.cache);
  if (months === null || (keptAtMs !== null && Math.abs(serverNowMs - keptAtMs) < KEPT_FOR_MS)) return null;
  const atMs = trust.isTrusted ? trust.safeMs : serverNowMs;
  const counts = openCounts(files, trust, cutoffMs(atMs, months));
  const isUnconfirmed = !trust.isTrusted && trust.why === 'unconfirmed';
  const urgent = isUnconfirmed ? openCounts(files, trust, cutoffMs(atMs - PATIENCE_MS, months)) : counts;
  if (urgent.people + urgent.events === 0) return null;
  return {
    ...counts,
    why: trust.isTrusted ? 'stored-in-doubt' : trust.why,
    months,
    atMs,
    laptopMs: trust.isTrusted ? null : trust.laptopMs,
    serviceMs: trust.isTrusted ? null : trust.serviceMs,
    lastMs: trust.isTrusted ? null : trust.lastMs,
  };
}

type Counts = Pick<DeletionQuestion, 'people' | 'companies' | 'events'>;

/**
 * Counts the expired data that may be deleted only if the user agrees. If the date is trusted, this is only
 * data whose recorded storage time may be earlier than the true one: such data may not have expired yet.
 */
function openCounts(files: Files, trust: TimeTrust, beforeMs: number): Counts {
  const all = countsOf(files, beforeMs, true);
  if (!trust.isTrusted) return all;
  const certain = countsOf(files, beforeMs, false);
  return {
    people: all.people - certain.people,
    companies: all.companies - certain.companies,
    events: all.events - certain.events,
  };
}

const countsOf = ({ cache }: Files, beforeMs: number, withDoubted: boolean): Counts => ({
  ...countContactsBefore(cache, { beforeMs, withDoubted }),
  events: countSignalTextsBefore(cache, { beforeMs, withDoubted }),
});

/** Records that the user wants to keep the expired contacts for now. */
export const keepExpired = (cache: WriteDb, serverNowMs: number): void => saveKeptExpired(cache, serverNowMs);

/**
 * Deletes the expired data that the user has seen and confirmed. `seen.atMs` is the time in the question.
 * @throws AppFailure `conflict` (`outdated`) if the numbers have changed since the user saw them
 */
export function deleteConfirmed(
  files: { readonly cache: WriteDb; readonly yours: ReadDb },
  seen: Pick<DeletionQuestion, 'people' | 'events' | 'atMs'>,
  trust: TimeTrust,
  serverNowMs: number,
): RetentionDone {
  const months = retentionMonths(files.yours);
  const counts = months === null ? null : openCounts(files, trust, cutoffMs(seen.atMs, months));
  const isSame = counts?.people === seen.people && counts.events === seen.events;
  if (!isSame || seen.atMs > serverNowMs) throw new AppFailure({ kind: 'conflict', reason: 'outdated' });
  return applyRetention(files, seen.atMs, { withDoubted: true });
}
