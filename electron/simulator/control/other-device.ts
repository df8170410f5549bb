import { z } from 'zod';
import { refusalOf } from '../service/budgets.ts';
import { HOUR_MS } from '../data/calendar.ts';
import { charge, dayCount, NO_CHARGE, countResponse } from '../service/counters.ts';
import type { ServiceState } from '../service/state.ts';

/** Another device of the same account that makes calls regularly, in virtual time. */
export const ghostSchema = z.strictObject({
  /** Evenly spread; the per-minute budget allows 1,200. */
  requestsPerHour: z.number().min(0.01).max(1_200),
  /** Per request. */
  records: z.number().int().min(0).max(50).default(25),
  /** 1 if each request counts as a page turn. */
  pageTurns: z.number().int().min(0).max(1).default(0),
  /** 1 if each request views a company that is new that day. */
  companies: z.number().int().min(0).max(1).default(0),
  /** Virtual time of its last request. */
  untilMs: z.number().optional(),
});

export type GhostSchedule = z.infer<typeof ghostSchema>;
/** The input form, in which fields with defaults are optional. */
export type GhostOptions = z.input<typeof ghostSchema>;

export interface GhostReport {
  readonly schedule: GhostSchedule;
  readonly startedAtMs: number;
  /** Requests that were answered and charged. */
  readonly spent: number;
  /** How often it had to wait for a reset; refused requests are not counted one by one. */
  readonly waits: number;
}

export interface Ghost {
  /** Makes all calls due by `nowMs`, each at its own time. Moving the clock back repeats none. */
  catchUp(state: ServiceState, nowMs: number): void;
  report(): GhostReport;
}

/**
 * The first request is made one interval after `startedAtMs`.
 * @throws ZodError on an invalid schedule
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
        // All calls before the reset would be refused too, so skip to it in one step.
        next = Math.max(next, Math.ceil((resetMs - startedAtMs) / intervalMs));
      }
    },
    report: () => ({ schedule, startedAtMs, spent, waits }),
  };
}

/** Null if it was charged, otherwise the reset time of the budget that refused it. */
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
  // A ghost never overruns the record budget, even if the profile allows it: sums in tests stay simple.
  const profile = { ...state.profile, recordsCheck: 'would-exceed' as const };
  const refusal = refusalOf(state.counters, price, profile, atMs);
  if (refusal) {
    state.counters = countResponse(state.counters, null, false, atMs);
    return refusal.usage.resetMs;
  }
  state.counters = countResponse(charge(state.counters, price, atMs), null, true, atMs);
  return null;
}

/** Companies not viewed by the account that day, starting with the last of the data set. */
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
