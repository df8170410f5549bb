import { dayCount, monthCount } from '../../electron/simulator/counters.ts';
import type { Simulator } from '../../electron/simulator/index.ts';
import type { Budget } from '../../shared/model/budget.ts';
import type { Desk } from './desk.ts';
import { MINUTE_MS } from './month.ts';

/** One counter as the product's ledger has it and as the service has it. */
export interface CounterPair {
  readonly budget: Budget;
  readonly ledger: number;
  readonly service: number;
}

/**
 * The ledger has to equal what the service reports. It does not report records [R-8-4]: there the ledger may have assumed
 * too much (an empty panel, a reading before it was calibrated), never too little.
 */
export const agrees = ({ budget, ledger, service }: CounterPair): boolean =>
  budget === 'month-records' ? ledger >= service : ledger === service;

/** The governor believes a lower figure of the service once two readings this far apart agree, with nothing sent between [R-8-17]. */
const QUIET_MS = 11 * MINUTE_MS;

/** Reads `/stats` twice, each at its price, where that is granted; then compares every counter that outlives the minute. */
export async function compareCounters(
  desk: Desk,
  simulator: Simulator,
  goOn: (ms: number) => Promise<void>,
): Promise<readonly CounterPair[]> {
  const confirm = (): Promise<void> =>
    desk.spend({ endpoint: 'stats' }, (accepted) => desk.api.quota.confirm({ accepted, screen: 'quota' }));
  await confirm();
  await goOn(QUIET_MS);
  await confirm();
  const { budgets } = await desk.api.quota.status({});
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
    const told = service[budget];
    return told === undefined ? [] : [{ budget, ledger: used + unknown + (others ?? 0), service: told }];
  });
}
