import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type {
  DecodedResponse,
  CallContext,
  CallSteps,
  FetchedResponse,
  GovernedCall,
} from '../../../electron/core/service-api/governed-request.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor, type GovernorOptions } from '../../../electron/core/quota/governor.ts';
import { DOCUMENTED_LIMITS, type Limits } from '../../../electron/core/quota/policy/costs.ts';
import type { StatsBudget, StatsReading } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { createFakeClock, type FakeClock } from '../app/fake-clock.ts';
import { NO_ACCOUNT, openLedger } from './governor-world.ts';

/** 14 May 2026, 10:00 UTC. */
export const START_MS = Date.UTC(2026, 4, 14, 10);

export const listCall = (rows = 25, offset = 0): GovernedCall => ({
  endpoint: 'fundings',
  canonical: `/fundings?limit=${rows}&offset=${offset}`,
  worst: { requests: 1, records: rows, pageTurns: 1, companies: 0 },
  certainty: 'up-to',
  companyId: null,
  rowsRequested: rows,
});
export const detailCall = (companyId: string): GovernedCall => ({
  endpoint: 'company',
  canonical: `/companies/${companyId}`,
  worst: { requests: 1, records: 1, pageTurns: 0, companies: 1 },
  certainty: 'exact',
  companyId,
  rowsRequested: null,
});
export const statsCall: GovernedCall = {
  endpoint: 'stats',
  canonical: '/stats',
  worst: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  certainty: 'up-to',
  companyId: null,
  rowsRequested: null,
};

/** A governor without a service: the test answers each request. */
export interface Governed {
  readonly clock: FakeClock;
  readonly db: WriteDb;
  readonly governor: Governor;
  /** Requests sent and not yet answered, oldest first. */
  readonly sent: Pending[];
  /** Returns how many times the governor has published a change. */
  readonly published: () => number;
  run(
    call: GovernedCall,
    change?: Partial<CallContext> & { readonly store?: () => void },
  ): Promise<FetchedResponse<unknown>>;
  /** Runs a request and answers it with status 200 and `rows` rows. */
  spend(call: GovernedCall, rows?: number): Promise<FetchedResponse<unknown>>;
}
export interface Pending {
  readonly call: GovernedCall;
  readonly signal: AbortSignal;
  answer(change?: Partial<DecodedResponse<unknown>>): void;
  fail(error: unknown): void;
}

export function createGoverned(
  options: Partial<Omit<GovernorOptions, 'limits'>> & {
    readonly skewMs?: number;
    /** Limits that replace the documented ones. */
    readonly limits?: Partial<Limits>;
  } = {},
): Governed {
  const clock = createFakeClock(START_MS);
  clock.setWall(options.skewMs ?? 0);
  const db = options.db ?? openLedger(':memory:', clock);
  const sent: Pending[] = [];
  let published = 0;
  const governor = createGovernor({
    db,
    clock: options.clock ?? clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    publishChanged: () => {
      published += 1;
    },
    random: options.random ?? (() => 0.5),
    limits: { ...DOCUMENTED_LIMITS, ...options.limits },
  });
  const trueMs = (): number => START_MS + clock.elapsedMs();
  const stepsOf = (call: GovernedCall, store: () => void): CallSteps<unknown> => ({
    send: (signal) =>
      new Promise((resolve, reject) => {
        const forget = (): void => void sent.splice(sent.indexOf(pending), 1);
        const pending: Pending = {
          call,
          signal,
          answer: (change = {}) => {
            forget();
            const headers = { date: new Date(trueMs()).toUTCString(), ...change.headers };
            resolve({
              status: 200,
              body: {},
              rows: call.rowsRequested ?? 1,
              value: 'value',
              ...change,
              headers,
            });
          },
          fail: (error) => {
            forget();
            reject(error);
          },
        };
        sent.push(pending);
      }),
    store,
    fail: ({ status }) => {
      throw new AppFailure({ kind: 'upstream', status, code: null, retryable: status >= 500 });
    },
  });
  const run: Governed['run'] = (call, { store, ...change } = {}) =>
    governor.run(
      call,
      { screen: 'search', reason: 'You', lane: 'interactive', accepted: call.worst, ...change },
      stepsOf(call, store ?? (() => undefined)),
    );
  return {
    clock,
    db,
    governor,
    sent,
    published: () => published,
    run,
    spend: async (call, rows) => {
      const running = run(call);
      await clock.advance(0);
      sent.at(-1)?.answer(rows === undefined ? {} : { rows });
      return running;
    },
  };
}

type PartialReading = Partial<Record<keyof StatsReading['budgets'], number | Partial<StatsBudget>>>;
/**
 * Returns a `/stats` response that contains only the given budgets. If a budget is given as a number, the
 * number is its used amount.
 */
export function readingWith(
  budgets: PartialReading,
  keyType: StatsReading['keyType'] = 'live',
  account: Partial<StatsReading['account']> = {},
): StatsReading {
  const of = (name: keyof PartialReading): StatsBudget | null => {
    const value = budgets[name];
    if (value === undefined) return null;
    const change = typeof value === 'number' ? { used: value } : value;
    return { limit: null, used: null, remaining: null, resetsAtMs: null, ...change };
  };
  return {
    keyType,
    keyName: null,
    budgets: {
      perMinute: of('perMinute'),
      daily: of('daily'),
      monthly: of('monthly'),
      monthlyExport: of('monthlyExport'),
      dailyCompanyDetail: of('dailyCompanyDetail'),
      monthlyPagination: of('monthlyPagination'),
      testKeyMonthly: of('testKeyMonthly'),
    },
    account: { ...NO_ACCOUNT, ...account },
  };
}

export const budgetOf = (governor: Governor, budget: string) => {
  const found = governor.status().budgets.find((status) => status.budget === budget);
  if (found === undefined) throw new Error(`no budget ${budget}`);
  return found;
};
export const cost = (requests: number, records: number, pageTurns = 0, companies = 0): Cost => ({
  requests,
  records,
  pageTurns,
  companies,
});
