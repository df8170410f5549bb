import type { AppError } from '../../../shared/app-error.ts';
import type { CallEnd } from './offline-calls.ts';

/** What became of a call that was tried, and when the next one may be. */
export type Judged = CallEnd & {
  /**
   * Nothing else is tried before: a time of the service, null where the network is to be waited for, or until a key is there:
   * trying now and then would make a locked keychain ask its user each time.
   */
  readonly wait?: { readonly untilMs: number | null } | 'key';
};

/**
 * How a failure is taken: what certainly cost nothing and may pass waits on, what may have been charged is never repeated unasked,
 * everything else waits for the seller's word. Pure.
 */
export function judge(error: AppError): Judged {
  if (error.kind === 'conflict' && error.reason === 'price-changed') return { state: 'dearer' };
  if (error.kind === 'rate-limited' && error.askedAgain !== true)
    return { state: 'waiting', wait: { untilMs: error.retryAtMs } };
  if (error.kind === 'unauthorized' && error.reason === 'key-locked')
    return { state: 'waiting', wait: 'key' };
  return error.kind === 'network' ? judgeNetwork(error) : { state: 'refused', error };
}

/** `aborted` is the seller's own cancel: his word is waited for. */
const PASSING: ReadonlySet<string> = new Set(['offline', 'connection', 'timeout', 'resting']);

function judgeNetwork(error: Extract<AppError, { kind: 'network' }>): Judged {
  if (error.counted === true) return { state: 'unknown', wait: { untilMs: null } };
  if (!PASSING.has(error.reason)) return { state: 'refused', error };
  return { state: 'waiting', wait: { untilMs: error.retryAtMs ?? null } };
}
