import { dayOf, monthOf } from '../data/calendar.ts';
import { dayCount, monthCount, type Counters } from './counters.ts';

/** The ledger as it was `lagMs` ago, as far as charges are retained: for delayed numbers. */
export function rewind(counters: Counters, nowMs: number, lagMs: number): Counters {
  if (lagMs <= 0) return counters;
  const sinceMs = nowMs - lagMs;
  const late = counters.recent.filter(({ atMs }) => atMs > sinceMs && atMs <= nowMs);
  const days = { ...counters.days };
  const months = { ...counters.months };
  for (const { atMs, newCompanyId, ...cost } of late) {
    const present = { ...counters, days, months };
    const day = dayCount(present, atMs);
    days[dayOf(atMs)] = {
      requests: day.requests - cost.requests,
      companyIds: day.companyIds.filter((id) => id !== newCompanyId),
      testKeyRequests: day.testKeyRequests - cost.testKeyRequests,
    };
    const month = monthCount(present, atMs);
    months[monthOf(atMs)] = {
      requests: month.requests - cost.requests,
      records: month.records - cost.records,
      exported: month.exported - cost.exported,
      pageTurns: month.pageTurns - cost.pageTurns,
      testKeyRequests: month.testKeyRequests - cost.testKeyRequests,
    };
  }
  return { ...counters, days, months, minute: counters.minute.filter((atMs) => atMs <= sinceMs) };
}
