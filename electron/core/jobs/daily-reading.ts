import { accountWatch, newestAccountReading } from '../database/queries/ledger/account-use.ts';
import { readAccount } from '../database/queries/ledger/account-state.ts';
import { hasRuleJob } from '../database/queries/ledger/jobs.ts';
import { priceOf, type PlanCall, type PlanParts } from '../day-plan/plan-inputs.ts';
import { isDearer } from '../quota/policy/costs.ts';
import { windowStartMs } from '../quota/policy/windows.ts';
import { describeCall } from '../service-api/endpoints.ts';

/**
 * Returns the daily `/stats` request. Returns null if the user has not allowed it, if it is not due, or if it
 * costs more than the user accepted or more than today's budgets allow. The request is due unless a `/stats`
 * response has already arrived on the current UTC day, or a daily request was already started on that day,
 * even if it failed.
 */
export function dailyReading({ files, governor, hints }: PlanParts): PlanCall | null {
  const { ledger } = files;
  const { daily } = accountWatch(ledger);
  const { epoch } = readAccount(ledger);
  // The user's permission applies to one account (`epoch`) only.
  if (daily?.epoch !== epoch) return null;
  const todayMs = windowStartMs('day', governor.serverNowMs());
  const newest = newestAccountReading(ledger, epoch);
  if (newest !== null && newest.atMs >= todayMs) return null;
  const key = `reading/${new Date(todayMs).toISOString().slice(0, 10)}`;
  if (hasRuleJob(ledger, key)) return null;
  const priced = { endpoint: 'stats' } as const;
  const governed = describeCall(priced, hints);
  const price = priceOf({ governor }, governed);
  if (isDearer(price.cost, daily.accepted) || isDearer(price.cost, governor.room().today)) return null;
  return {
    key,
    kind: 'reading',
    lane: 'calibration',
    companyId: null,
    companyName: null,
    searchId: null,
    searchName: null,
    priced,
    governed,
    ...price,
    expected: null,
    value: 0,
    why: { why: 'daily-reading' },
    saves: null,
    matches: null,
    untilMs: null,
    byRule: true,
  };
}
