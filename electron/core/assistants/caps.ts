import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import { ASSISTANT_CAPS_MAX } from '../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantCaps, AssistantStatus } from '../../../shared/model/assistants/assistants.ts';
import {
  assistantCaps,
  companiesHandedSince,
  deleteHandedBefore,
  putAssistantCaps,
  putCompaniesHanded,
} from '../database/queries/yours/assistants/assistants.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { CapExceeded, type CapPeriod } from './tool.ts';

/*
 * Limits how many distinct companies all clients together receive, so no program can copy the library
 * (ADR 107). A company counts toward a period's limit if any client has received it within the period.
 */

const LENGTH_MS: Readonly<Record<CapPeriod, number>> = { hour: HOUR_MS, day: DAY_MS, days30: 30 * DAY_MS };
const PERIODS: readonly CapPeriod[] = ['hour', 'day', 'days30'];

/** Returns the user's limits. A stored limit above the maximum counts as the maximum. */
export function readCaps(db: ReadDb): AssistantCaps {
  const stored = assistantCaps(db);
  if (stored === null) return { ...ASSISTANT_CAPS_MAX };
  return lowered(stored);
}

/** Stores the user's limits, which cannot exceed the maximum. */
export const setCaps = (db: WriteDb, caps: AssistantCaps): void => putAssistantCaps(db, lowered(caps));

const lowered = (caps: AssistantCaps): AssistantCaps => ({
  hour: Math.min(caps.hour, ASSISTANT_CAPS_MAX.hour),
  day: Math.min(caps.day, ASSISTANT_CAPS_MAX.day),
  days30: Math.min(caps.days30, ASSISTANT_CAPS_MAX.days30),
});

/** Returns each limit and how much of it is used. */
export function capsInUse(db: ReadDb, nowMs: number): AssistantStatus['caps'] {
  const limits = readCaps(db);
  const handed = companiesHandedSince(db, nowMs - LENGTH_MS.days30);
  const use = (period: CapPeriod) => {
    const used = [...handed.values()].filter((atMs) => atMs > nowMs - LENGTH_MS[period]).length;
    const limit = limits[period];
    const freeAtMs = used < limit ? null : Math.round(freeAt(period, limit, handed, nowMs));
    return { limit, max: ASSISTANT_CAPS_MAX[period], used, freeAtMs };
  };
  return { hour: use('hour'), day: use('day'), days30: use('days30') };
}

/**
 * Returns the companies that a client may receive within the limits, in the order of `companyIds`. In the
 * same transaction, counts the returned companies as received. Must be called before the client receives any
 * data about them.
 * @param nowMs server time
 * @throws CapExceeded if `companyIds` is not empty and the client may receive none of them
 */
export function hand(
  db: WriteDb,
  clientId: string,
  companyIds: readonly string[],
  nowMs: number,
): readonly string[] {
  if (companyIds.length === 0) return [];
  return transaction(db, () => {
    const limits = readCaps(db);
    deleteHandedBefore(db, nowMs - LENGTH_MS.days30);
    const lastAtMs = companiesHandedSince(db, nowMs - LENGTH_MS.days30);
    const allowed: string[] = [];
    let refusedIn: readonly CapPeriod[] = [];
    for (const id of new Set(companyIds)) {
      const full = PERIODS.filter((period) => !hasRoom(period, limits[period], lastAtMs, id, nowMs));
      if (full.length > 0) {
        refusedIn = full;
        continue;
      }
      allowed.push(id);
      lastAtMs.set(id, Math.max(nowMs, lastAtMs.get(id) ?? 0));
    }
    if (allowed.length === 0) throw exceeded(refusedIn, limits, lastAtMs, nowMs);
    putCompaniesHanded(db, clientId, allowed, nowMs);
    return allowed;
  });
}

/**
 * Returns whether the limit of a period allows a company. If a client received a company while the clock was
 * ahead, the company's time is in the future, and the company counts in every period.
 */
function hasRoom(
  period: CapPeriod,
  limit: number,
  lastAtMs: ReadonlyMap<string, number>,
  id: string,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - LENGTH_MS[period];
  if ((lastAtMs.get(id) ?? -Infinity) > sinceMs) return true;
  return [...lastAtMs.values()].filter((atMs) => atMs > sinceMs).length < limit;
}

/** Returns the time at which a limit that has been reached will allow another company. */
function freeAt(
  period: CapPeriod,
  limit: number,
  lastAtMs: ReadonlyMap<string, number>,
  nowMs: number,
): number {
  const times = [...lastAtMs.values()]
    .filter((atMs) => atMs > nowMs - LENGTH_MS[period])
    .sort((left, right) => left - right);
  return (times[times.length - limit] ?? nowMs) + LENGTH_MS[period];
}

function exceeded(
  periods: readonly CapPeriod[],
  limits: AssistantCaps,
  lastAtMs: ReadonlyMap<string, number>,
  nowMs: number,
): CapExceeded {
  const frees = periods.map((period) => ({
    period,
    atMs: freeAt(period, limits[period], lastAtMs, nowMs),
  }));
  const last = frees.toSorted((left, right) => right.atMs - left.atMs)[0];
  return new CapExceeded(last?.period ?? 'hour', last?.atMs ?? nowMs);
}
