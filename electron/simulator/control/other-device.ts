import { z } from 'zod';
import { refusalOf } from '../service/budgets.ts';
import { HOUR_MS } from '../data/calendar.ts';
import { charge, dayCount, NO_CHARGE, countResponse } from '../service/counters.ts';
import type { ServiceState } from '../service/state.ts';

/** The schedule of the ghost: another device on the same account, which makes requests in virtual time. */
export const ghostSchema = z.strictObject({
  /** Number of requests per hour, evenly spaced. The per-minute limit allows 1,200 requests per hour. */
  requestsPerHour: z.number().min(0.01).max(1_200),
  /** Number of records that each request costs. */
  records: z.number().int().min(0).max(50).default(25),
  /** Number of page turns that each request costs. */
  pageTurns: z.number().int().min(0).max(1).default(0),
  /** If 1, each request views a company that the account has not viewed that day. */
  companies: z.number().int().min(0).max(1).default(0),
  /** Virtual time at which the device stops making requests. */
  untilMs: z.number().optional(),
});

type GhostSchedule = z.infer<typeof ghostSchema>;
/** A schedule before its defaults are filled in. Fields with a default are optional. */
export type GhostOptions = z.input<typeof ghostSchema>;

export interface GhostReport {
  readonly schedule: GhostSchedule;
  readonly startedAtMs: number;
  /** Number of requests that were successful and charged. */
  readonly spent: number;
  /**
   * How often the device has waited for a reset. A wait counts once, even if several requests were skipped
   * during it.
   */
  readonly waits: number;
}

export interface Ghost {
  /**
   * Makes all requests that are due by `nowMs`, each at its scheduled time. Does not repeat requests if the
   * clock is set back.
   */
  catchUp(state: ServiceState, nowMs: number): void;
  report(): GhostReport;
}

/**
 * Creates a simulated device, called the ghost, whose first request is due one interval after `startedAtMs`.
 * @throws ZodError if the schedule is invalid
 */
export function createGhost(options: GhostOptions, startedAtMs: number): Ghost {
  const schedule = ghostSchema.parse(options);
  const intervalMs = HOUR_MS / schedule.requestsPerHour;
  const untilMs = schedule.untilMs ?? Infinity;
  let next = 1;
  let spent = 0;
  let waits = 0;
  const callTimeMs = (call: number): number => startedAtMs + Math.round(call * intervalMs);
  return {
    catchUp: (state, nowMs) => {
      for (;;) {
        const atMs = callTimeMs(next);
        if (atMs > Math.min(nowMs, untilMs)) return;
        const resetMs = callOnce(state, schedule, atMs);
        next += 1;
        if (resetMs === null) {
          spent += 1;
          continue;
        }
        waits += 1;
        // Skips all requests before the reset, because the service would refuse them as well.
        next = Math.max(next, Math.ceil((resetMs - startedAtMs) / intervalMs));
      }
    },
    report: () => ({ schedule, startedAtMs, spent, waits }),
  };
}

/**
 * Makes one request. Returns null if the request was charged; otherwise, returns the reset time of the
 * used-up budget.
 */
function callOnce(state: ServiceState, schedule: GhostSchedule, atMs: number): number | null {
  const { records, pageTurns } = schedule;
  const price = {
    ...NO_CHARGE,
    requests: 1,
    records,
    pageTurns,
    exported: state.profile.exportCounts === 'none' ? 0 : records,
    companyId: schedule.companies > 0 ? (unviewedCompanies(state, 1, atMs)[0] ?? null) : null,
    carriesRecords: records > 0,
  };
  // A profile may allow requests to exceed the record budget. The simulated device never exceeds it, which
  // keeps the expected totals in tests simple.
  const profile = { ...state.profile, recordsCheck: 'would-exceed' as const };
  const refusal = refusalOf(state.counters, price, profile, atMs);
  if (refusal) {
    state.counters = countResponse(state.counters, null, false, atMs);
    return refusal.usage.resetMs;
  }
  state.counters = countResponse(charge(state.counters, price, atMs), null, true, atMs);
  return null;
}

/**
 * Returns ids of companies that the account has not viewed that day, starting from the end of the data set.
 */
export function unviewedCompanies(state: ServiceState, count: number, nowMs: number): string[] {
  const seen = new Set(dayCount(state.counters, nowMs).companyIds);
  const found: string[] = [];
  const { companies } = state.world;
  for (let index = companies.length - 1; index >= 0 && found.length < count; index -= 1) {
    const company = companies[index];
    if (!company || seen.has(company.id)) continue;
    if (!company.rounds.some((round) => round.publishedAtMs <= nowMs)) continue;
    found.push(company.id);
  }
  return found;
}
