import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import type { Clock } from '../ports.ts';

/**
 * The current time at the service. Between responses it advances with the monotonic clock, so sleep or a
 * change of the laptop's clock cannot reopen a budget too early.
 */
export interface ServerClock {
  /** Returns the server time, in whole milliseconds since the epoch. */
  nowMs(): number;
  /**
   * Returns a timestamp for a stored response. Each call returns a later time, so the newer of two responses
   * can be determined.
   */
  stampMs(): number;
  /**
   * Returns the maximum error of `nowMs` in milliseconds. A request that is closer than this to a reset
   * counts in both windows.
   */
  errorMs(): number;
  /**
   * Returns whether the service has responded since the app started. Until it does, the server time is
   * estimated from the laptop's clock.
   */
  confirmed(): boolean;
  /** Returns the server time minus the laptop's clock, in milliseconds. */
  skewMs(): number;
  /**
   * Corrects the clock with the date of a response.
   * @returns the server time and the laptop's time, to be saved for the next start; null if the response had
   * no usable date
   */
  sample(response: ResponseTime): ClockPair | null;
}

/**
 * The date of a response in milliseconds since the epoch (null if the response has none), and the monotonic
 * times at which the request was sent and the response was complete.
 */
export interface ResponseTime {
  readonly serverMs: number | null;
  readonly sentMs: number;
  readonly receivedMs: number;
  /**
   * Whether the response definitely comes from the service and not from a proxy. If so, the date is used even
   * if it differs greatly from the laptop's clock.
   */
  readonly isService: boolean;
}

const SAMPLES = 9;
/**
 * Assumed maximum error of the laptop's clock. A date that differs by more is ignored if it may come from a
 * proxy.
 */
const LAPTOP_ERROR_MS = 86_400_000;
/** Resolution of the `Date` header. */
const DATE_STEP_MS = 1_000;
/**
 * If a sample would set the clock back by no more than this, the clock runs at half speed instead, so a
 * later response never gets an earlier time.
 */
const SLOW_MS = 2_000;
/** Added to the error of a sample, because the monotonic clock drifts between samples. */
const DRIFT_MS = 1_000;
/** Assumed error if the service has responded but no response had a date. */
const UNSAMPLED_ERROR_MS = 120_000;

interface Sample {
  /** Server time minus monotonic time, ms. */
  readonly offsetMs: number;
  readonly errorMs: number;
}

/**
 * The server time known from earlier runs: the last saved pair of server time and laptop time, and the time
 * of the newest request in the ledger. After a crash, the newest request can be much newer than the pair.
 */
export interface PreviousClock {
  readonly pair: ClockPair | null;
  /** Time of the newest request, before which the clock must not start; null if unknown. */
  readonly notBeforeMs: number | null;
}

/**
 * Creates the clock from the times of earlier runs. It never starts before `notBeforeMs`, even if the
 * laptop's clock was set back.
 */
export function createServerClock(clock: Clock, { pair, notBeforeMs }: PreviousClock): ServerClock {
  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;
  const guessMs = Math.max(clock.nowMs() + aheadMs, notBeforeMs ?? -Infinity);
  const guess: Sample = { offsetMs: guessMs - clock.monotonicMs(), errorMs: LAPTOP_ERROR_MS };
  const samples: Sample[] = [];
  let isSynchronised = false;

  const best = (): Sample => medianBy(samples, ({ offsetMs }) => offsetMs) ?? guess;
  let latest = { serverMs: -Infinity, monotonicMs: 0 };
  // A `Date` header is only accurate to the second, so each sample moves the median slightly, sometimes
  // backward.
  const nowMs = (): number => {
    const monotonicMs = clock.monotonicMs();
    const atMs = best().offsetMs + monotonicMs;
    const isBack = atMs < latest.serverMs && latest.serverMs - atMs <= SLOW_MS;
    const slowedMs = latest.serverMs + (monotonicMs - latest.monotonicMs) / 2;
    latest = { serverMs: isBack ? slowedMs : atMs, monotonicMs };
    return Math.round(latest.serverMs);
  };

  let lastStampMs = -Infinity;
  return {
    nowMs,
    stampMs: () => (lastStampMs = Math.max(nowMs(), lastStampMs + 1)),
    errorMs: () => {
      // While the clock runs at half speed, it is ahead of the samples by this additional amount.
      const aheadMs = nowMs() - clock.monotonicMs() - best().offsetMs;
      if (samples.length > 0) return Math.ceil(best().errorMs + DRIFT_MS + Math.max(0, aheadMs));
      return isSynchronised ? UNSAMPLED_ERROR_MS : LAPTOP_ERROR_MS;
    },
    confirmed: () => isSynchronised,
    skewMs: () => nowMs() - Math.round(clock.nowMs()),
    sample: ({ serverMs, sentMs, receivedMs, isService }) => {
      // An error response without a date may come from a proxy, so it does not count as a response of the
      // service.
      if (serverMs === null) isSynchronised ||= isService;
      if (serverMs === null) return null;
      const errorMs = (receivedMs - sentMs + DATE_STEP_MS) / 2;
      const atMs = serverMs + DATE_STEP_MS / 2 + (receivedMs - sentMs) / 2;
      const wallMs = clock.nowMs() - (clock.monotonicMs() - receivedMs);
      if (!isService && Math.abs(atMs - wallMs) > LAPTOP_ERROR_MS) return null;
      isSynchronised = true;
      samples.push({ offsetMs: atMs - receivedMs, errorMs });
      if (samples.length > SAMPLES) samples.shift();
      return { serverMs: nowMs(), wallMs: Math.round(clock.nowMs()) };
    },
  };
}

/**
 * Returns the median. For an even number of values, returns the lower of the two middle values instead of
 * their mean.
 */
function medianBy<T>(values: readonly T[], key: (value: T) => number): T | null {
  const sorted = [...values].sort((a, b) => key(a) - key(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * Returns the server time from the `Date` header, or otherwise from a Unix `timestamp` in the body (spec
 * §2.12, §4.1). Returns null if there is neither. Pure.
 */
export function serverDateOf(headers: Readonly<Record<string, string>>, body: unknown): number | null {
  const headerMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(headerMs)) return headerMs;
  const stamp = typeof body === 'object' && body !== null && 'timestamp' in body ? body.timestamp : undefined;
  if (typeof stamp !== 'number' || !Number.isFinite(stamp) || stamp <= 0) return null;
  return stamp < 1e11 ? stamp * 1_000 : stamp;
}
