import { dayCount, monthCount } from '../../electron/simulator/service/counters.ts';
import type { Simulator } from '../../electron/simulator/index.ts';
import type { Budget } from '../../shared/model/budget.ts';
import type { UserSession } from './user-session.ts';
import { MINUTE_MS } from './month.ts';

/** One counter in the product's ledger and in the service. */
export interface CounterPair {
  readonly budget: Budget;
  readonly ledger: number;
  readonly service: number;
}

/**
 * The ledger must equal the service's report. For records, which the service does not report, the ledger may
 * overestimate (after an empty panel, or before calibration) but never underestimate.
 */
export const isConsistent = ({ budget, ledger, service }: CounterPair): boolean =>
  budget === 'month-records' ? ledger >= service : ledger === service;

/**
 * Minimum time between two readings. The governor accepts a lower figure from the service if two readings at least
 * this far apart agree and no request was made between them.
 */
const QUIET_MS = 11 * MINUTE_MS;

/**
 * Reads `/stats` twice, each at its price, if permitted; then compares every counter with a longer period than
 * the minute.
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
  const { counters } = simulator.snapshot();
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
