import type { ClockPair } from '../db/queries/ledger-facts.ts';
import type { Clock } from '../ports.ts';
import type { PlantedDefect } from './planted-defect.ts';

/**
 * The service's time [R-8-18]. Between samples it advances with the monotonic clock, so that neither a changed laptop
 * clock nor sleep reopens a budget.
 */
export interface ServerClock {
  /** Unix ms, whole. */
  nowMs(): number;
  /** The time of an answer that is kept: later than that of any answer before, so that of two the later one is known. */
  stampMs(): number;
  /** How far `nowMs` may be off, ms. A call this near to a reset counts on both sides of it. */
  errorMs(): number;
  /** Whether this run of the app has heard from the service; before that the time is a guess by the laptop's clock. */
  confirmed(): boolean;
  /** Server time minus the laptop's clock, ms. */
  skewMs(): number;
  /**
   * Takes the date of a response that was sent for at `sentMs` and complete at `receivedMs` (monotonic).
   * `serverMs` null: the response told none. Returns what to keep for the next start, null where nothing was learned.
   */
  sample(told: ToldTime): ClockPair | null;
}

/** When a response was sent for and complete, monotonic ms, and its date, Unix ms. */
export interface ToldTime {
  readonly serverMs: number | null;
  readonly sentMs: number;
  readonly receivedMs: number;
  /** Nobody but the service gives such an answer: its date is the one that budgets are reset by, however far it is off. */
  readonly isService: boolean;
}

const SAMPLES = 9;
/** The laptop's word for the time is taken to be this far off at most, ms; a proxy's that contradicts it by more is not taken. */
const LAPTOP_ERROR_MS = 86_400_000;
/** A `Date` header has whole seconds. */
const DATE_STEP_MS = 1_000;
/** Back by this much it only goes slower instead: of two answers the later one must not look older, ms. */
const SLOW_MS = 2_000;
/** Added to what the sample itself leaves open: clocks drift between samples. */
const DRIFT_MS = 1_000;
/** With no date from the service at all there is only the laptop's word. */
const UNSAMPLED_ERROR_MS = 120_000;

interface Sample {
  /** Server time minus monotonic time, ms. */
  readonly offsetMs: number;
  readonly errorMs: number;
}

/**
 * What is known of the service's time before this run hears it: the pair that the last run kept, and the newest call in
 * the ledger. A run that was killed before any answer had come sent that call, and its day, long after the pair was kept.
 */
export interface Before {
  readonly pair: ClockPair | null;
  /** No time before this one is possible, ms; null where nothing is known. */
  readonly notBeforeMs: number | null;
}

/** `before`: what earlier runs knew. The clock never starts before it, however the laptop's clock was changed since. */
export function createServerClock(
  clock: Clock,
  { pair, notBeforeMs }: Before,
  plantedDefect?: PlantedDefect,
): ServerClock {
  if (plantedDefect === 'client-clock') return laptopClock(clock);
  const aheadMs = pair === null ? 0 : pair.serverMs - pair.wallMs;
  const guessMs = Math.max(clock.nowMs() + aheadMs, notBeforeMs ?? -Infinity);
  const guess: Sample = { offsetMs: guessMs - clock.monotonicMs(), errorMs: LAPTOP_ERROR_MS };
  const samples: Sample[] = [];
  let heard = false;

  const best = (): Sample => medianBy(samples, ({ offsetMs }) => offsetMs) ?? guess;
  let told = { serverMs: -Infinity, monotonicMs: 0 };
  // A `Date` has whole seconds, so each sample moves the median a little, also back.
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
      // While it goes slower to be right again, it is ahead by that much more.
      const aheadMs = nowMs() - clock.monotonicMs() - best().offsetMs;
      if (samples.length > 0) return Math.ceil(best().errorMs + DRIFT_MS + Math.max(0, aheadMs));
      return heard ? UNSAMPLED_ERROR_MS : LAPTOP_ERROR_MS;
    },
    confirmed: () => heard,
    skewMs: () => nowMs() - Math.round(clock.nowMs()),
    sample: ({ serverMs, sentMs, receivedMs, isService }) => {
      // A failure without a date may be a proxy's: it is no reason to believe the laptop's clock from now on.
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

/** The planted defect: the laptop's word for it. */
const laptopClock = (clock: Clock): ServerClock => ({
  nowMs: () => Math.round(clock.nowMs()),
  stampMs: () => Math.round(clock.nowMs()),
  errorMs: () => 1_000,
  confirmed: () => true,
  skewMs: () => 0,
  sample: () => null,
});

/** The middle value; of an even number the lower of the two, so that it is one that was really seen. */
function medianBy<T>(values: readonly T[], key: (value: T) => number): T | null {
  const sorted = [...values].sort((a, b) => key(a) - key(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Server time in a response: its `Date` header, else a `timestamp` in the body (Unix) [§2.12, §4.1]. Pure. */
export function serverDateOf(headers: Readonly<Record<string, string>>, body: unknown): number | null {
  const headerMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(headerMs)) return headerMs;
  const stamp = typeof body === 'object' && body !== null && 'timestamp' in body ? body.timestamp : undefined;
  if (typeof stamp !== 'number' || !Number.isFinite(stamp) || stamp <= 0) return null;
  return stamp < 1e11 ? stamp * 1_000 : stamp;
}
