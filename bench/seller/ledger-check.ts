import { dayCount, monthCount, NO_COUNTERS } from '../../electron/simulator/service/counters.ts';
import type { Simulator } from '../../electron/simulator/index.ts';
import type { Budget } from '../../shared/model/budget.ts';
import type { UserSession } from './user-session.ts';
import { MINUTE_MS } from './month.ts';

/** The values of one counter: in the product's ledger, and in the service. */
export interface CounterPair {
  readonly budget: Budget;
  readonly ledger: number;
  readonly service: number;
}

/**
 * Whether ledger and service agree. The service does not report the number of records used, so the ledger may
 * count too many, for example after an empty panel or before calibration, but never too few.
 */
export const isConsistent = ({ budget, ledger, service }: CounterPair): boolean =>
  budget === 'month-records' ? ledger >= service : ledger === service;

/**
 * Time between two requests to `/stats`. The governor lowers a counter to the service's value only if two
 * responses this far apart, with no request between them, report the same value.
 */
const QUIET_MS = 11 * MINUTE_MS;

/**
 * Fetches `/stats` twice at the displayed price, if the budgets allow it. Returns every counter except the
 * per-minute one.
 */
export async function compareCounters(
  session: UserSession,
  simulator: Simulator,
  advance: (ms: number) => Promise<void>,
): Promise<readonly CounterPair[]> {
  const confirm = (): Promise<void> =>
    session.spend({ endpoint: 'stats' }, (accepted) =>
      session.api.quota.confirm({ accepted, screen: 'quota' }),
    );
  await confirm();
  await advance(QUIET_MS);
  await confirm();
  const { budgets } = await session.api.quota.status({});
  const counters = { ...NO_COUNTERS, ...simulator.snapshot().counters };
  const day = dayCount(counters, simulator.nowMs());
  const month = monthCount(counters, simulator.nowMs());
  const service: Partial<Record<Budget, number>> = {
    day: day.requests,
    'month-requests': month.requests,
    'month-records': month.records,
    'companies-day': day.companyIds.length,
    'page-turns': month.pageTurns,
    export: month.exported,
  };
  return budgets.flatMap(({ budget, used, unknown, others }) => {
    const reported = service[budget];
    return reported === undefined
      ? []
      : [{ budget, ledger: used + unknown + (others ?? 0), service: reported }];
  });
}
