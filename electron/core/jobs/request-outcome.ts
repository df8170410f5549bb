import type { AppError } from '../../../shared/app-error.ts';
import type { CallEnd } from './offline-queue.ts';

/** The result of an attempt, and when the next one is allowed. */
export type RequestOutcome = CallEnd & {
  /**
   * No other request is tried before this server time, before the network is back if null, or before a key is
   * available: retrying would make a locked keychain prompt the user each time.
   */
  readonly wait?: { readonly untilMs: number | null } | 'key';
};

/**
 * Classifies an error: temporary ones without a charge are retried, those that may have been charged never are,
 * and all others need the user's approval.
 */
export function outcomeOfError(error: AppError): RequestOutcome {
  if (error.kind === 'price-changed') return { state: 'dearer' };
  if (error.kind === 'rate-limited' && error.askedAgain !== true)
    return { state: 'waiting', wait: { untilMs: error.retryAtMs } };
  if (error.kind === 'unauthorized' && error.reason === 'key-locked')
    return { state: 'waiting', wait: 'key' };
  return error.kind === 'network' ? judgeNetwork(error) : { state: 'refused', error };
}

/** `aborted` is the user's own cancellation and needs their approval. */
const PASSING: ReadonlySet<string> = new Set(['offline', 'connection', 'timeout', 'resting']);

function judgeNetwork(error: Extract<AppError, { kind: 'network' }>): RequestOutcome {
  if (error.counted === true) return { state: 'unknown', wait: { untilMs: null } };
  if (!PASSING.has(error.reason)) return { state: 'refused', error };
  return { state: 'waiting', wait: { untilMs: error.retryAtMs ?? null } };
}
