import { STATS_LAG_MS } from '../../../electron/core/quota/policy/quota-policy.ts';
import type { ServedCall } from './governor-world.ts';

const DAY_MS = 86_400_000;

/** Returns the time at which the budget that caused a 429 resets. */
export function resetMs({ limitType, atMs }: Pick<ServedCall, 'limitType' | 'atMs'>): number {
  const at = new Date(atMs);
  if (limitType === 'per_minute') return atMs + 60_000;
  return limitType?.startsWith('daily') === true
    ? (Math.floor(atMs / DAY_MS) + 1) * DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/**
 * Returns whether a call is a `/stats` request that the user makes a few minutes after a 429 closed a budget.
 * The app may send this request, because the response shows whether the budget is really used up (ADR 48).
 */
export const isCorrection = (
  { limitType, answeredAtMs }: Pick<ServedCall, 'limitType' | 'answeredAtMs'>,
  { call, sentAtMs }: Pick<ServedCall, 'call' | 'sentAtMs'>,
): boolean =>
  call.kind === 'stats' &&
  limitType !== 'per_minute' &&
  answeredAtMs !== null &&
  sentAtMs >= answeredAtMs + STATS_LAG_MS;
