import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import type { Clock } from '../ports.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/**
 * The service's current time. Between responses, it advances with the monotonic clock. Therefore, neither
 * sleep nor a change to the computer's clock can reopen a budget too early.
 */
export interface ServerClock {
  /** Returns the server time in whole milliseconds since the epoch. */
  nowMs(): number;
  /**
   * Returns a timestamp for a stored response. Each call returns a later time than the previous one, so two
   * responses can always be ordered.
   */
  stampMs(): number;
  /**
   * Returns the maximum error of `nowMs` in milliseconds. A request that is closer to a reset than this error
   * counts in both windows.
   */
  errorMs(): number;
  /**
   * Returns whether the service has responded since the app started. Before that, the server time is
   * estimated from the computer's clock.
   */
  confirmed(): boolean;
  /**
   * Returns whether the server time is certain, that is, whether at least two sources agree on it. The
   * sources are the dates of responses and the app's estimate at startup.
   */
  isCertain(): boolean;
  /**
   * Returns the other possible values of the current server time. Other values exist only after a response's
   * date has contradicted the estimate, and only until a second response shows which of the two is correct.
   */
  otherTimesMs(): readonly number[];
  /**
   * Returns what the current server time would be if the uncertain date of an earlier run
   * (`PreviousClock.uncertain`) were correct. Null if there was no such date or if the time is certain. Used
   * only to decide which budgets are still closed (`gatherState`, ADR 75).
   */
  earlierTimeMs(): number | null;
  /**
   * Returns whether the server time has been corrected by more than a day since it first became certain in
   * this run.
   */
  hasJumped(): boolean;
  /** Returns the server time minus the computer's clock, in milliseconds. */
  skewMs(): number;
  /**
   * Corrects the clock with the date of a response.
   * @returns the server time and the computer's time, to be saved for the next start; null if the response
   * had no usable date or the time is not certain yet
   */
  sample(response: ResponseTime): ClockPair | null;
}

/**
 * The times of a response. `serverMs` is its date in milliseconds since the epoch, or null if it has no date.
 * `sentMs` and `receivedMs` are the monotonic times at which the request was sent and the response was
 * complete.
 */
interface ResponseTime {
  readonly serverMs: number | null;
  readonly sentMs: number;
  readonly receivedMs: number;
  /**
   * Whether the response is known to come from the service and not from a proxy. Its date is then used even
   * if it differs greatly from the computer's clock.
   */
  readonly isService: boolean;
}

/** Returns the later of two times; null if both are null. */
export const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

const SAMPLES = 9;
/**
 * The maximum error that is assumed for the computer's clock. A date that may come from a proxy is ignored if
 * it differs from the computer's clock by more than this.
 */
const LAPTOP_ERROR_MS = DAY_MS;
/** The maximum difference at which two sources of the server time still agree. */
const AGREEMENT_MS = 600_000;
/**
 * The end of the year 9999, the latest possible HTTP date. A date in a response's body may be any number, so
 * later dates are rejected.
 */
const LAST_DATE_MS = Date.UTC(10_000, 0, 1);
const isDate = (ms: number): boolean => ms >= 0 && ms < LAST_DATE_MS;
/** Resolution of the `Date` header. */
const DATE_STEP_MS = 1_000;
/**
 * If the clock is ahead by no more than this, it runs at half speed for a while. Setting it back instead
 * could give a later response an earlier time.
 */
const SLOW_MS = 2_000;
/** Added to the error of a sample, because the monotonic clock drifts between samples. */
const DRIFT_MS = 1_000;
/** Assumed error if the service has responded but no response had a date. */
const UNSAMPLED_ERROR_MS = 120_000;
/**
 * Assumed error while the date of a response contradicts the estimate and no second source has confirmed that
 * date. Ledger rows with an error this large are not used to set the clock of the next run
 * (`TRUSTED_ERROR_MS`).
 */
const UNCERTAIN_ERROR_MS = HOUR_MS;

interface Sample {
  /** Server time minus monotonic time, in ms. */
  readonly offsetMs: number;
  readonly errorMs: number;
}

/**
 * The times stored by earlier runs: the last saved pair of server time and computer time, and the time of the
 * latest request in the ledger. That request can be much newer than the pair, because a crash prevents the
 * pair from being saved.
 */
export interface PreviousClock {
  readonly pair: ClockPair | null;
  /**
   * The server time and the computer time of the last run's latest response, but only if its date
   * contradicted the estimate and no second response confirmed it. Otherwise null.
   */
  readonly uncertain: ClockPair | null;
  /** Time of the latest request; null if unknown. The server clock must not start at an earlier time. */
  readonly notBeforeMs: number | null;
}

/**
 * Creates the clock from the times that earlier runs stored. Even if the computer's clock was set back, the
 * clock never starts before `notBeforeMs`.
 */
export function createServerClock(
  clock: Clock,
  { pair, uncertain, notBeforeMs }: PreviousClock,
): ServerClock {
  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;
  const guessMs = Math.max(clock.nowMs() + aheadMs, notBeforeMs ?? -Infinity);
  const earlierOffsetMs = uncertain === null ? null : timeSince(clock, uncertain) - clock.monotonicMs();
  const guess: Sample = { offsetMs: guessMs - clock.monotonicMs(), errorMs: LAPTOP_ERROR_MS };
  const samples: Sample[] = [];
  let isSynchronised = false;
  let chosen: Choice = { best: guess, isCertain: false, others: [] };
  let lastCertain: Sample | null = null;
  let hasJumped = false;

  const add = (sample: Sample): void => {
    samples.push(sample);
    if (samples.length > SAMPLES) samples.shift();
    chosen = chooseTime(samples, guess, chosen.best);
    if (!chosen.isCertain) return;
    const changeMs = lastCertain === null ? 0 : chosen.best.offsetMs - lastCertain.offsetMs;
    if (Math.abs(changeMs) > LAPTOP_ERROR_MS) hasJumped = true;
    lastCertain = chosen.best;
  };
  let latest = { serverMs: -Infinity, monotonicMs: 0 };
  // A `Date` header is accurate only to the second, so the median of the samples can move backward slightly.
  // In this case, the clock runs at half speed until it agrees with the median again.
  const nowMs = (): number => {
    const monotonicMs = clock.monotonicMs();
    const atMs = chosen.best.offsetMs + monotonicMs;
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
      // While the clock runs at half speed, it is ahead of the samples. This difference is part of the error.
      const aheadMs = nowMs() - clock.monotonicMs() - chosen.best.offsetMs;
      const sampleErrorMs = Math.ceil(chosen.best.errorMs + DRIFT_MS + Math.max(0, aheadMs));
      if (samples.length === 0) return isSynchronised ? UNSAMPLED_ERROR_MS : LAPTOP_ERROR_MS;
      return chosen.isCertain ? sampleErrorMs : Math.max(sampleErrorMs, UNCERTAIN_ERROR_MS);
    },
    confirmed: () => isSynchronised,
    isCertain: () => chosen.isCertain,
    otherTimesMs: () => chosen.others.map(({ offsetMs }) => Math.round(offsetMs + clock.monotonicMs())),
    earlierTimeMs: () =>
      chosen.isCertain || earlierOffsetMs === null ? null : Math.round(earlierOffsetMs + clock.monotonicMs()),
    hasJumped: () => hasJumped,
    skewMs: () => nowMs() - Math.round(clock.nowMs()),
    sample: ({ serverMs: stated, sentMs, receivedMs, isService }) => {
      const serverMs = stated !== null && isDate(stated) ? stated : null;
      // An error response may come from a proxy. A response without a date therefore counts only if it is
      // known to come from the service.
      if (serverMs === null) isSynchronised ||= isService;
      if (serverMs === null) return null;
      const errorMs = (receivedMs - sentMs + DATE_STEP_MS) / 2;
      const atMs = serverMs + DATE_STEP_MS / 2 + (receivedMs - sentMs) / 2;
      const wallMs = clock.nowMs() - (clock.monotonicMs() - receivedMs);
      if (!isService && Math.abs(atMs - wallMs) > LAPTOP_ERROR_MS) return null;
      isSynchronised = true;
      add({ offsetMs: atMs - receivedMs, errorMs });
      return chosen.isCertain ? { serverMs: nowMs(), wallMs: Math.round(clock.nowMs()) } : null;
    },
  };
}

/**
 * Returns the current time: the date of an earlier response, plus the time since then on the computer's
 * clock. If that clock has been set back, returns at least the date of the response.
 */
const timeSince = (clock: Clock, { serverMs, wallMs }: ClockPair): number =>
  Math.max(serverMs, clock.nowMs() + serverMs - wallMs);

interface Choice {
  readonly best: Sample;
  readonly isCertain: boolean;
  /** The other times that are still possible, with one sample for each. */
  readonly others: readonly Sample[];
}

const isNear = (one: Sample, other: Sample): boolean =>
  Math.abs(one.offsetMs - other.offsetMs) <= AGREEMENT_MS;

/**
 * Chooses the time on which most sources agree. The sources are the samples and `guess`. A time supported
 * only by `guess` is chosen only if there are no samples. In a tie, the time closest to `current` is chosen.
 * Pure.
 */
function chooseTime(samples: readonly Sample[], guess: Sample, current: Sample): Choice {
  const groups = groupsOf(samples).map((group) => {
    const best = medianBy(group, ({ offsetMs }) => offsetMs) ?? guess;
    const isGuessed = isNear(best, guess);
    return {
      best,
      isGuessed,
      votes: group.length + (isGuessed ? 1 : 0),
      stays: isNear(best, current) ? 1 : 0,
    };
  });
  const [first, ...rest] = groups.sort((a, b) => b.votes - a.votes || b.stays - a.stays);
  if (first === undefined) return { best: guess, isCertain: false, others: [] };
  const isCertain = first.votes > 1 && rest.every(({ votes }) => votes < first.votes);
  const guessed = groups.some(({ isGuessed }) => isGuessed) ? [] : [guess];
  const others = isCertain ? [] : [...rest.map(({ best }) => best), ...guessed];
  return { best: first.best, isCertain, others };
}

/** Groups the samples whose times agree with each other. */
function groupsOf(samples: readonly Sample[]): Sample[][] {
  const groups: Sample[][] = [];
  for (const sample of [...samples].sort((a, b) => a.offsetMs - b.offsetMs)) {
    const previous = groups.at(-1)?.at(-1);
    if (previous !== undefined && isNear(previous, sample)) groups.at(-1)?.push(sample);
    else groups.push([sample]);
  }
  return groups;
}

/**
 * Returns the median. If the number of values is even, returns the lower of the two middle values instead of
 * their mean.
 */
function medianBy<T>(values: readonly T[], key: (value: T) => number): T | null {
  const sorted = [...values].sort((a, b) => key(a) - key(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * Returns the server time from the `Date` header or, if that is missing, from a Unix `timestamp` in the body
 * (spec §2.12, §4.1). Returns null if the response has neither. Pure.
 */
export function serverDateOf(headers: Readonly<Record<string, string>>, body: unknown): number | null {
  const headerMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(headerMs)) return headerMs;
  const stamp = typeof body === 'object' && body !== null && 'timestamp' in body ? body.timestamp : undefined;
  if (typeof stamp !== 'number' || !Number.isFinite(stamp) || stamp <= 0) return null;
  return stamp < 1e11 ? stamp * 1_000 : stamp;
}
