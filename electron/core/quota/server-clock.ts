import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import type { Clock } from '../ports.ts';

/**
 * The service's time. Between samples it advances with the monotonic clock, so neither a changed laptop clock
 * nor sleep reopens a budget.
 */
export interface ServerClock {
  /** Unix ms, integer. */
  nowMs(): number;
  /** Timestamp for a stored response; strictly increasing, so the later of two responses is known. */
  stampMs(): number;
  /** Maximum error of `nowMs`, ms. A request this close to a reset counts in both windows. */
  errorMs(): number;
  /** Whether this run has received a response; until then the time is a guess from the laptop's clock. */
  confirmed(): boolean;
  /** Server time minus the laptop's clock, ms. */
  skewMs(): number;
  /**
   * Adds the date of a response sent at `sentMs` and complete at `receivedMs` (monotonic). `serverMs` is null
   * if it had no date.
   * @returns the pair to store for the next start; null if nothing was learned
   */
  sample(told: ResponseTime): ClockPair | null;
}

/** Send and completion time of a response, monotonic ms, and its date, Unix ms. */
export interface ResponseTime {
  readonly serverMs: number | null;
  readonly sentMs: number;
  readonly receivedMs: number;
  /** Only the service gives such a response, so its date is trusted however far off it is. */
  readonly isService: boolean;
}

const SAMPLES = 9;
/** Assumed maximum error of the laptop's clock, ms; a proxy's date that differs by more is ignored. */
const LAPTOP_ERROR_MS = 86_400_000;
/** A `Date` header has whole seconds. */
const DATE_STEP_MS = 1_000;
/** Backward steps up to this size slow the clock instead, so a later response never looks older, ms. */
const SLOW_MS = 2_000;
/** Added to the sample's error because clocks drift between samples, ms. */
const DRIFT_MS = 1_000;
/** Error while the service has sent no date and only the laptop's clock is known, ms. */
const UNSAMPLED_ERROR_MS = 120_000;

interface Sample {
  /** Server time minus monotonic time, ms. */
  readonly offsetMs: number;
  readonly errorMs: number;
}

/**
 * Server time known before the first response: the pair stored by the last run, and the newest request in the
 * ledger. A run killed early may have sent requests long after the pair was stored.
 */
export interface PreviousClock {
  readonly pair: ClockPair | null;
  /** Earliest possible time, ms; null if unknown. */
  readonly notBeforeMs: number | null;
}

/** `before`: what earlier runs knew. The clock never starts before it, however the laptop's clock was changed since. */
export function createServerClock(clock: Clock, { pair, notBeforeMs }: PreviousClock): ServerClock {
  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;
  const guessMs = Math.max(clock.nowMs() + aheadMs, notBeforeMs ?? -Infinity);
  const guess: Sample = { offsetMs: guessMs - clock.monotonicMs(), errorMs: LAPTOP_ERROR_MS };
  const samples: Sample[] = [];
  let heard = false;

  const best = (): Sample => medianBy(samples, ({ offsetMs }) => offsetMs) ?? guess;
  let told = { serverMs: -Infinity, monotonicMs: 0 };
  // A `Date` has whole seconds, so each sample moves the median slightly, sometimes backward.
  const nowMs = (): number => {
    const monotonicMs = clock.monotonicMs();
    const atMs = best().offsetMs + monotonicMs;
    const isBack = atMs < told.serverMs && told.serverMs - atMs <= SLOW_MS;
    const slowedMs = told.serverMs + (monotonicMs - told.monotonicMs) / 2;
    told = { serverMs: isBack ? slowedMs : atMs, monotonicMs };
    return Math.round(told.serverMs);
  };

  let lastStampMs = -Infinity;
  return {
    nowMs,
    stampMs: () => (lastStampMs = Math.max(nowMs(), lastStampMs + 1)),
    errorMs: () => {
      // While the clock is slowed to correct itself, it is ahead by this additional amount.
      const aheadMs = nowMs() - clock.monotonicMs() - best().offsetMs;
      if (samples.length > 0) return Math.ceil(best().errorMs + DRIFT_MS + Math.max(0, aheadMs));
      return heard ? UNSAMPLED_ERROR_MS : LAPTOP_ERROR_MS;
    },
    confirmed: () => heard,
    skewMs: () => nowMs() - Math.round(clock.nowMs()),
    sample: ({ serverMs, sentMs, receivedMs, isService }) => {
      // A failure without a date may come from a proxy, so it does not confirm the laptop's clock.
      if (serverMs === null) heard ||= isService;
      if (serverMs === null) return null;
      const errorMs = (receivedMs - sentMs + DATE_STEP_MS) / 2;
      const atMs = serverMs + DATE_STEP_MS / 2 + (receivedMs - sentMs) / 2;
      const wallMs = clock.nowMs() - (clock.monotonicMs() - receivedMs);
      if (!isService && Math.abs(atMs - wallMs) > LAPTOP_ERROR_MS) return null;
      heard = true;
      samples.push({ offsetMs: atMs - receivedMs, errorMs });
      if (samples.length > SAMPLES) samples.shift();
      return { serverMs: nowMs(), wallMs: Math.round(clock.nowMs()) };
    },
  };
}

/** The middle value; of an even number the lower of the two, so that it is one that was really seen. */
function medianBy<T>(values: readonly T[], key: (value: T) => number): T | null {
  const sorted = [...values].sort((a, b) => key(a) - key(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * Server time in a response: its `Date` header, else a Unix `timestamp` in the body (spec §2.12, §4.1). Pure.
 */
export function serverDateOf(headers: Readonly<Record<string, string>>, body: unknown): number | null {
  const headerMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(headerMs)) return headerMs;
  const stamp = typeof body === 'object' && body !== null && 'timestamp' in body ? body.timestamp : undefined;
  if (typeof stamp !== 'number' || !Number.isFinite(stamp) || stamp <= 0) return null;
  return stamp < 1e11 ? stamp * 1_000 : stamp;
}
