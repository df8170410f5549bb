import { AppFailure } from '../../../shared/app-failure.ts';
import type { Budget } from '../../../shared/model/budget.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { Logger } from '../ports.ts';
import { countersNow, totalOf } from './counters.ts';
import { gatherState, guardMs, type QuotaParts } from './gather-state.ts';
import { leftOf } from './policy/budget-state.ts';
import { alternativesTo } from './policy/quota-policy.ts';
import { readRefusal, type Refusal, type RefusalResponse } from './parse-rate-limit-response.ts';
import { PassingFailure } from './retry.ts';
import { readWindows } from './account/account-windows.ts';
import { adoptReset } from './account/reset-times.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

const SHORT_MS = MINUTE_MS;

/**
 * Handles a 429 response: closes the affected budget until its reset, adopts the limit and usage that the
 * response reports, and returns the failure for the caller.
 */
export function applyRateLimitResponse(
  parts: QuotaParts & { readonly db: WriteDb; readonly log: Logger },
  response: RefusalResponse,
  durationMs: number,
): AppFailure {
  const { db, log, facts, serverClock } = parts;
  const nowMs = serverClock.nowMs();
  const refusal = readRefusal(response, nowMs, readWindows(db));
  // If the 429 does not name a known limit, the app cannot tell which budget is used up. All requests then
  // pause for a minute.
  const budget = refusal.budget === null ? 'minute' : namedBudget(parts, refusal.budget, refusal.limit);
  const untilMs = transaction(db, () => {
    if (budget !== 'minute' && refusal.resetMs !== null) {
      const used = Math.max(refusal.used ?? 0, refusal.limit ?? facts.limit(budget).value);
      adoptReset(parts, budget, { resetMs: refusal.resetMs, used }, nowMs);
    }
    const guard = guardMs(serverClock);
    const until = closedUntilMs(parts, budget, refusal, nowMs, { guard, durationMs });
    facts.close(budget, until, nowMs);
    // If the 429 was attributed to a budget other than the one it names, its limit is not adopted. A limit
    // that the response calls `monthly` may be a limit on requests.
    const isLimitOf = budget === refusal.budget || budget === 'test-key';
    if (refusal.limit !== null && refusal.limit > 0 && isLimitOf)
      facts.learnLimits('refusal', new Map([[budget, refusal.limit]]), nowMs);
    // If the 429 may refer to the previous window, the budget is closed only briefly, and the usage is not
    // raised: the usage of the previous window no longer applies.
    if (until > nowMs + SHORT_MS) raiseUsage(parts, budget, refusal, nowMs);
    if (budget === 'test-key') markTestKey(parts);
    if (budget === 'page-turns') facts.clearLearnedCosts('page-turns');
    return until;
  });
  log.warn('refused-by-service', { budget, untilMs, disagrees: refusal.disagrees });
  if (budget === 'minute') {
    const failure = { kind: 'rate-limited', retryAtMs: untilMs } as const;
    // A 429 is retried only if it names the minute limit and states a time. If the limit type is unknown,
    // earlier retries may be the cause of the 429.
    const isPassing = refusal.budget === 'minute' && refusal.namesTime;
    return isPassing ? new PassingFailure(failure, untilMs - nowMs) : new AppFailure(failure);
  }
  return new AppFailure({
    kind: 'quota-exhausted',
    budget,
    resetsAtMs: untilMs,
    alternatives: alternativesTo(budget, false),
  });
}

/** Returns the server time at which the budget reopens, plus a margin for the error of the server clock. */
function closedUntilMs(
  { db }: Pick<QuotaParts, 'db'>,
  budget: Budget,
  { untilMs }: Refusal,
  nowMs: number,
  { guard, durationMs }: { readonly guard: number; readonly durationMs: number },
): number {
  if (budget === 'minute') return untilMs + guard;
  // Just after a reset, the 429 may refer to the previous window, so it closes the new window only for a
  // short time.
  const sinceResetMs = nowMs - durationMs - readWindows(db).startMs(budget, nowMs);
  return sinceResetMs <= 2 * guard ? Math.min(untilMs, nowMs + SHORT_MS) : untilMs + guard;
}

/**
 * Decides which budget the limit type `monthly` refers to: the test key's requests, the account's requests or
 * the account's records (spec §8). With a test key, returns the test key's budget, unless the reported limit
 * equals the account's request limit but not the test key's limit. In all other cases, returns the account
 * budget whose limit equals the reported limit. If both or neither equal it, returns the account budget with
 * the smaller share left.
 */
function namedBudget(parts: QuotaParts, budget: Budget, limit: number | null): Budget {
  if (budget !== 'month-requests') return budget;
  const { facts, ledger } = parts;
  const isLimitOf = (name: Budget): boolean => limit === facts.limit(name).value;
  if (ledger.account().testKey && (isLimitOf('test-key') || !isLimitOf('month-requests'))) return 'test-key';
  if (isLimitOf('month-requests') !== isLimitOf('month-records'))
    return isLimitOf('month-requests') ? 'month-requests' : 'month-records';
  const { budgets } = gatherState(parts);
  const share = (name: Budget): number => {
    const state = budgets.find((candidate) => candidate.budget === name);
    return state === undefined || state.limit === 0 ? 1 : leftOf(state) / state.limit;
  };
  return share('month-records') < share('month-requests') ? 'month-records' : 'month-requests';
}

/**
 * Raises the counted usage to the limit, because a refusal means that the limit is used up. If the response
 * reports even higher usage, raises the counted usage to the reported value.
 */
function raiseUsage(
  { db, ledger, facts }: QuotaParts & { readonly db: WriteDb },
  budget: Budget,
  { used }: Refusal,
  nowMs: number,
): void {
  if (budget === 'minute') return;
  const counter = countersNow(db, ledger.account(), nowMs).get(budget);
  const total = counter === undefined ? 0 : totalOf(counter);
  const more = Math.max(used ?? 0, facts.limit(budget).value) - total;
  if (more > 0) ledger.correct(budget, readWindows(db).startMs(budget, nowMs), more, 'refusal', nowMs);
}

function markTestKey({ ledger }: QuotaParts): void {
  const account = ledger.account();
  if (!account.testKey) ledger.replaceAccount({ ...account, testKey: true });
}
