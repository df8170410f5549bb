import { chooseTime, noChoice, type Sample } from './oracle-time.ts';
import type { ModelCall, ModelLimits } from './service-model.ts';

/*
 * A second implementation of the governor's decisions, written from the requirements. The tests compare the
 * two. The oracle uses only information that the app has: reserved calls, received results, `/stats`
 * responses, and the service's time with its possible error. It has no counters, and sums all calls for every
 * decision.
 *
 * The oracle follows the app's rules. A reservation is the worst case, and a lost response counts as spent. A
 * call counts against the minute budget until 61 s after its completion. Near a reset, a call must fit into
 * both windows. At most two calls are in flight, and only one before the first response. An interactive call
 * waits at most 65 s. The oracle ignores spending caps and the reserve for interactive calls.
 */
export type OracleBudget =
  | 'minute'
  | 'day'
  | 'month-requests'
  | 'month-records'
  | 'companies-day'
  | 'page-turns'
  | 'export';

export type Verdict =
  | { readonly kind: 'go' }
  /**
   * `atMonoMs` is the earliest time at which the call can be sent. It is Infinity while the call waits for
   * another call that is in flight.
   */
  | { readonly kind: 'wait'; readonly atMonoMs: number; readonly budget: OracleBudget }
  | { readonly kind: 'refuse'; readonly budget: OracleBudget | 'price' };

/** A part of the calculation that `decide` can omit, to show whether this part delayed or refused a call. */
export type OmittedPart = 'reservations' | 'unknown' | 'guard';

export interface Now {
  readonly monoMs: number;
  /** The app's estimate of the service's time. */
  readonly serverMs: number;
}

/** The usage that `/stats` reported, or null for a budget without a value. */
export type ReportedUsage = Readonly<
  Record<Counted, { readonly used: number; readonly resetsAtMs: number } | null>
>;

export interface Oracle {
  /** Starts a new run of the app. Calls that were in flight count as lost. */
  start(now: Now, lastReceivedMs: number | null): void;
  /** Decides whether a call is sent, has to wait or is refused. */
  decide(request: DecisionRequest, now: Now, without?: OmittedPart): Verdict;
  /** Returns the number of new companies that the service charges for a call in the worst case. */
  companiesOf(call: ModelCall, now: Now): number;
  hasRoom(isAlone: boolean): boolean;
  /**
   * Returns the usage of a budget, including calls in flight. Near a reset, either the old or the new window
   * may apply, so the fuller of the two is used.
   */
  held(budget: Counted, now: Now): number;
  reserve(id: number, call: ModelCall, now: Now): void;
  /** Records the service's time from the `Date` header of a response (`dateMs`, Unix ms). */
  noteDate(dateMs: number, sentMonoMs: number, now: Now): void;
  charged(id: number, rows: number, durationMs: number, now: Now): void;
  lost(id: number, durationMs: number, now: Now): void;
  free(id: number): void;
  /**
   * Narrows the period in which a lost call may have been counted. Only the span that the app determined
   * remains. The exact time is unknown to the app.
   */
  locate(id: number, span: Pick<KnownCall, 'fromMs' | 'toMs'>, endedMs: number): void;
  /**
   * Records the totals at the moment when a `/stats` response arrives. The app reconciles its ledger with
   * this response afterwards.
   */
  recordReading(id: number, now: Now): void;
  /** Corrects the totals with the usage in the most recently recorded `/stats` response. */
  adoptReading(reported: ReportedUsage): void;
}

export interface DecisionRequest {
  readonly call: ModelCall;
  readonly acceptedCompanies: number;
  readonly waitedMs: number;
}

export type Counted = Exclude<OracleBudget, 'minute'>;
type Window = 'day' | 'month';
const WINDOW: Readonly<Record<Counted, Window>> = {
  day: 'day',
  'month-requests': 'month',
  'month-records': 'month',
  'companies-day': 'day',
  'page-turns': 'month',
  export: 'month',
};
const COUNTED = Object.keys(WINDOW) as Counted[];

interface KnownCall {
  readonly id: number;
  readonly call: ModelCall;
  /** The number of new companies in the reservation, 0 or 1. */
  readonly companies: number;
  readonly atMs: number;
  readonly errorMs: number;
  state: 'under-way' | 'charged' | 'lost' | 'free';
  /** The cost of the call, or null if it was not charged. */
  cost: Units | null;
  fromMs: number;
  toMs: number;
  /** The service's time at the response or timeout, or null if a crash ended the call. */
  completedMs: number | null;
  /** The possible error of the estimated service time when the call ended. */
  endErrorMs: number;
  /** The monotonic time at which the call leaves the minute budget, or null while it is in flight. */
  holdsUntil: number | null;
  /** The monotonic time at which the call ended, or -Infinity if it ended in an earlier run. */
  endedMonoMs: number;
}
interface Units {
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  readonly companies: number;
}

const DAY_MS = 86_400_000;
const HOLD_MS = 61_000;
const TAIL_MS = 60_000;

export const startOf = (kind: Window, atMs: number): number => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), kind === 'day' ? at.getUTCDate() : 1);
};
const endOf = (kind: Window, atMs: number): number => {
  const at = new Date(atMs);
  return kind === 'day'
    ? startOf('day', atMs) + DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};
/**
 * The dates on which a call may have been counted can be further apart than this. The call then counts only
 * close to the first and to the last date, not in between (ADR 38).
 */
const FAR_APART_MS = 40 * DAY_MS;
/**
 * If the possible dates of a call are far apart, the call counts only during this time after the first date
 * and during this time before the last date. The time must exceed the duration of the longest call plus the
 * error of a date.
 */
const END_MS = 3 * 3_600_000;

/**
 * Returns the parts of a period in which a call counts. The period from `fromMs` to `toMs` contains the
 * possible dates of the call.
 */
export const countedParts = (fromMs: number, toMs: number): Array<readonly [fromMs: number, toMs: number]> =>
  toMs - fromMs > FAR_APART_MS
    ? [
        [fromMs, fromMs + END_MS],
        [toMs - END_MS, toMs],
      ]
    : [[fromMs, toMs]];
const touches = (kind: Window, { fromMs, toMs }: KnownCall, startMs: number): boolean =>
  countedParts(fromMs, toMs).some(([from, to]) => to >= startMs && from < endOf(kind, startMs));

const reservedOf = ({ call, companies }: KnownCall): Units => ({
  requests: 1,
  records: call.rowsRequested,
  pageTurns: call.kind === 'list' ? 1 : 0,
  companies,
});
const unitOf = (budget: Counted, units: Units): number => {
  if (budget === 'day' || budget === 'month-requests') return units.requests;
  if (budget === 'page-turns') return units.pageTurns;
  return budget === 'companies-day' ? units.companies : units.records;
};

export function createOracle(limits: ModelLimits): Oracle {
  const LIMIT: Readonly<Record<OracleBudget, number>> = {
    minute: limits.perMinute,
    day: limits.daily,
    'month-requests': limits.monthly,
    'month-records': limits.records,
    'companies-day': limits.companies,
    'page-turns': limits.pageTurns,
    export: limits.records,
  };
  const calls: KnownCall[] = [];
  const adjusted = new Map<string, number>();
  /**
   * The days on which each company counts as already charged. A charged call adds every day on which the
   * service may have counted it; a lost call adds none. Each entry consists of the start of the day in ms, a
   * space and the company id.
   */
  const marks = new Set<string>();
  const readings: Reading[] = [];
  let samples: Sample[] = [];
  let lastReading: Pick<Reading, 'atMs' | 'own' | 'after'> & {
    readonly totals: ReadonlyMap<Counted, number>;
  } = {
    atMs: 0,
    own: { requests: 0, records: 0, pageTurns: 0, companies: 0 },
    after: 0,
    totals: new Map(),
  };

  interface Reading {
    readonly atMs: number;
    readonly own: Units;
    /** The number of calls that the oracle had recorded when the response arrived. */
    readonly after: number;
    readonly lacksItself: boolean;
    readonly countsItself: boolean;
    readonly surplus: ReadonlyMap<string, number>;
  }

  /**
   * The difference between server time and monotonic time, as the app estimated it at the start of this run.
   */
  let guessOffsetMs = 0;
  let chosen = noChoice;
  /** Whether the time has ever been certain in this run. */
  let isTimed = false;
  const best = () => chosen.best;
  /** Returns the possible times, the app's time first. */
  const possibleTimes = ({ monoMs, serverMs }: Now): number[] => [
    serverMs,
    ...chosen.otherOffsetsMs.map((offsetMs) => Math.round(offsetMs + monoMs)),
  ];
  /** Returns the possible error of the app's estimate of the service's time. */
  const errorMs = ({ monoMs, serverMs }: Now): number => {
    const sample = best();
    if (sample === undefined) return DAY_MS;
    // If the app's clock is ahead, the app slows it down instead of setting it back. The app's estimate may
    // therefore still be ahead of the time in the sample.
    const knownMs = Math.ceil(sample.errorMs + 1_000 + Math.max(0, serverMs - monoMs - sample.offsetMs));
    return possibleTimes({ monoMs, serverMs }).length > 1 ? Math.max(knownMs, 3_600_000) : knownMs;
  };
  const keyOf = (budget: Counted, startMs: number): string => `${budget} ${startMs}`;
  const total = (budget: Counted, startMs: number, without?: OmittedPart): number => {
    let sum = adjusted.get(keyOf(budget, startMs)) ?? 0;
    for (const known of calls) {
      if (known.state === 'free' || known.state === 'under-way') continue;
      if (known.state === 'lost' && without === 'unknown') continue;
      if (touches(WINDOW[budget], known, startMs))
        sum += unitOf(budget, known.state === 'lost' ? reservedOf(known) : (known.cost ?? reservedOf(known)));
    }
    return Math.max(0, sum);
  };
  const underWayIn = (budget: Counted): number =>
    calls
      .filter(({ state }) => state === 'under-way')
      .reduce((sum, known) => sum + unitOf(budget, reservedOf(known)), 0);
  const daysIn = (fromMs: number, toMs: number): number[] => {
    const days = new Set<number>();
    for (const [from, to] of countedParts(fromMs, toMs))
      for (let dayMs = startOf('day', from); dayMs <= to; dayMs += DAY_MS) days.add(dayMs);
    return [...days];
  };
  const isCountedIn = (companyId: string, fromMs: number, toMs: number): boolean =>
    daysIn(fromMs, toMs).every((dayMs) => marks.has(`${dayMs} ${companyId}`));
  const companiesOf = (call: ModelCall, now: Now): number => {
    const { companyId } = call;
    if (companyId === null) return 0;
    const off = errorMs(now);
    return possibleTimes(now).every((atMs) => isCountedIn(companyId, atMs - off, atMs + off + 60_000))
      ? 0
      : 1;
  };
  const find = (id: number): KnownCall => {
    const known = calls.find((candidate) => candidate.id === id);
    if (known === undefined) throw new Error(`the oracle has no call ${id}`);
    return known;
  };
  const close = (known: KnownCall, durationMs: number, now: Now, tailMs: number): void => {
    const { serverMs, monoMs } = now;
    const off = errorMs(now);
    known.completedMs = serverMs;
    known.endErrorMs = off;
    known.fromMs = Math.min(...possibleTimes(now)) - Math.round(durationMs) - off;
    known.toMs = Math.max(...possibleTimes(now)) + off + tailMs;
    known.holdsUntil = monoMs + HOLD_MS + tailMs;
    known.endedMonoMs = monoMs;
  };

  function minuteAt(now: Now, without?: OmittedPart) {
    const { monoMs, serverMs } = now;
    const counting = calls.filter(({ state, holdsUntil }) =>
      state === 'under-way' ? without !== 'reservations' : holdsUntil !== null && holdsUntil > monoMs,
    );
    const places = counting.filter(({ state }) => without !== 'unknown' || state !== 'lost');
    const today = adjusted.get(keyOf('day', startOf('day', serverMs + Math.min(errorMs(now), 30_000)))) ?? 0;
    const heldBack = today > 0 ? Math.ceil(limits.perMinute * 0.1) : 0;
    const ends = places.map(({ holdsUntil }) => holdsUntil ?? Infinity).sort((a, b) => a - b);
    const mustFree = places.length + heldBack + 1 - limits.perMinute;
    return { mustFree, ends };
  }

  const isUncertain = ({ completedMs, endErrorMs, errorMs: off }: KnownCall): boolean =>
    (completedMs === null ? off : endErrorMs) >= 3_600_000;

  return {
    start: ({ monoMs, serverMs }, lastReceivedMs) => {
      guessOffsetMs = serverMs - monoMs;
      for (const known of calls) {
        known.endedMonoMs = -Infinity;
        known.holdsUntil = null;
        if (known.state !== 'under-way') continue;
        known.state = 'lost';
        known.fromMs = known.atMs - known.errorMs;
        known.toMs = known.atMs + known.errorMs + 2 * TAIL_MS;
      }
      samples = [];
      chosen = noChoice;
      isTimed = false;
      // If a call may have ended within the last two minutes of the previous run, the minute budget may still
      // count it. The oracle then treats the call as if it had ended now.
      const sinceMs = (lastReceivedMs ?? -Infinity) - HOLD_MS - TAIL_MS;
      const recent = calls
        .filter(({ state }) => state === 'charged' || state === 'lost')
        .slice(-limits.perMinute);
      for (const known of recent) {
        if (isUncertain(known) || Math.max(known.completedMs ?? known.atMs, known.toMs) > sinceMs)
          known.holdsUntil = monoMs + HOLD_MS + (known.state === 'lost' ? TAIL_MS : 0);
      }
    },
    companiesOf,
    held: (budget, now) => {
      const guard = Math.min(errorMs(now), 30_000);
      const counted = possibleTimes(now).flatMap((atMs) =>
        [atMs - guard, atMs + guard].map((edgeMs) => total(budget, startOf(WINDOW[budget], edgeMs))),
      );
      return Math.max(...counted) + underWayIn(budget);
    },
    hasRoom: (isAlone) => {
      const underWay = calls.filter(({ state }) => state === 'under-way');
      if (underWay.length === 0) return true;
      if (isAlone || underWay.some(({ call }) => call.kind === 'stats')) return false;
      return samples.length > 0 && underWay.length < 2;
    },
    decide: ({ call, acceptedCompanies, waitedMs }, now, without) => {
      const units: Units = {
        requests: 1,
        records: call.rowsRequested,
        pageTurns: call.kind === 'list' ? 1 : 0,
        companies: companiesOf(call, now),
      };
      if (units.companies > acceptedCompanies) return { kind: 'refuse', budget: 'price' };
      const guard = without === 'guard' ? 0 : Math.min(errorMs(now), 30_000);
      let wait: { forMs: number; atMonoMs: number; budget: OracleBudget } | null = null;
      const { mustFree, ends } = minuteAt(now, without);
      if (mustFree > 0) {
        const end = ends[mustFree - 1] ?? Infinity;
        const forMs = end === Infinity ? HOLD_MS : end - now.monoMs;
        wait = { forMs, atMonoMs: end, budget: 'minute' };
      }
      const held = (budget: Counted): number => (without === 'reservations' ? 0 : underWayIn(budget));
      const checked = possibleTimes(now).flatMap((atMs) => COUNTED.map((budget) => ({ atMs, budget })));
      for (const { atMs, budget } of checked) {
        const amount = unitOf(budget, units);
        const endingMs = startOf(WINDOW[budget], atMs - guard);
        const comingMs = startOf(WINDOW[budget], atMs + guard);
        const ending = total(budget, endingMs, without);
        const coming = total(budget, comingMs, without);
        const counted = Math.max(ending, coming);
        if (amount === 0 || counted + held(budget) + amount <= LIMIT[budget]) continue;
        // Near a reset, the call may count in either the ending or the next window. If the ending window has
        // more usage, the call waits until that window is over. Otherwise, the call is refused.
        if (endingMs === comingMs || ending <= coming) return { kind: 'refuse', budget };
        const forMs = comingMs + guard - atMs;
        if (wait === null || forMs > wait.forMs) wait = { forMs, atMonoMs: now.monoMs + forMs, budget };
      }
      if (wait === null) return { kind: 'go' };
      if (waitedMs + wait.forMs > 65_000) return { kind: 'refuse', budget: 'minute' };
      return { kind: 'wait', atMonoMs: wait.atMonoMs, budget: wait.budget };
    },
    reserve: (id, call, now) =>
      void calls.push({
        id,
        call,
        companies: companiesOf(call, now),
        atMs: now.serverMs,
        errorMs: errorMs(now),
        state: 'under-way',
        cost: null,
        fromMs: 0,
        toMs: 0,
        completedMs: null,
        endErrorMs: 0,
        holdsUntil: null,
        endedMonoMs: Infinity,
      }),
    noteDate: (dateMs, sentMonoMs, now) => {
      const { monoMs, serverMs } = now;
      const wayMs = monoMs - sentMonoMs;
      samples = [
        ...samples,
        { offsetMs: dateMs + 500 + wayMs / 2 - monoMs, errorMs: (wayMs + 1_000) / 2 },
      ].slice(-9);
      chosen = chooseTime(samples, guessOffsetMs, best());
      if (isTimed || chosen.otherOffsetsMs.length > 0) return;
      isTimed = true;
      // While the time was uncertain, the calls of the previous run were treated as if they had ended at the
      // start of this run. Now that the time is certain, the minimum age of these calls is known. They may
      // therefore leave the minute budget earlier.
      for (const known of calls) {
        if (known.endedMonoMs !== -Infinity || known.completedMs === null || known.holdsUntil === null)
          continue;
        if (known.endErrorMs >= 3_600_000) continue;
        const leftMs = known.toMs + HOLD_MS + errorMs(now) - serverMs;
        known.holdsUntil = Math.min(known.holdsUntil, monoMs + leftMs);
      }
    },
    charged: (id, rows, durationMs, now) => {
      const known = find(id);
      close(known, durationMs, now, 0);
      known.state = 'charged';
      const { call } = known;
      const isSeen = call.companyId === null || isCountedIn(call.companyId, known.fromMs, known.toMs);
      if (call.companyId !== null)
        for (const dayMs of daysIn(known.fromMs, known.toMs)) marks.add(`${dayMs} ${call.companyId}`);
      known.cost = {
        requests: 1,
        records: call.kind === 'list' ? rows : Math.max(1, rows),
        pageTurns: call.kind === 'list' ? 1 : 0,
        companies: isSeen ? 0 : 1,
      };
    },
    lost: (id, durationMs, now) => {
      const known = find(id);
      close(known, durationMs, now, TAIL_MS);
      known.state = 'lost';
    },
    free: (id) => {
      const known = find(id);
      known.state = 'free';
      known.holdsUntil = null;
    },
    locate: (id, { fromMs, toMs }, endedMs) => {
      Object.assign(find(id), { fromMs, toMs, completedMs: endedMs, endErrorMs: toMs - endedMs - TAIL_MS });
    },
    recordReading: (id, { serverMs }) => {
      lastReading = {
        atMs: serverMs,
        own: find(id).cost ?? reservedOf(find(id)),
        after: calls.length,
        totals: new Map(COUNTED.map((budget) => [budget, total(budget, startOf(WINDOW[budget], serverMs))])),
      };
    },
    adoptReading: (reported) => {
      const { atMs, own, totals } = lastReading;
      const windowOf = (budget: Counted): number => startOf(WINDOW[budget], atMs);
      const lines = COUNTED.flatMap((budget) => {
        const line = reported[budget];
        return line === null || line.resetsAtMs <= windowOf(budget) ? [] : [{ budget, used: line.used }];
      });
      const unresolved = calls.filter(
        ({ state, toMs }) => state === 'lost' && toMs >= startOf('month', atMs),
      );
      const isOff = (by: number): boolean =>
        unresolved.length === 0 &&
        (['day', 'month-requests'] as const).every((budget) =>
          lines.some((line) => line.budget === budget && line.used + by === totals.get(budget)),
        );
      const lacksItself = isOff(1);
      const countsItself = isOff(0);
      const isMissing = lacksItself || readings.some((reading) => reading.lacksItself);
      const isCounted = !isMissing && (countsItself || readings.some((reading) => reading.countsItself));
      // A surplus is the amount by which the known calls exceed the reported usage. The surplus is removed
      // only if two `/stats` responses show it. The two responses must be at least ten minutes apart, without
      // another charged call between them.
      const earlier = [...readings].reverse().find((reading) => reading.atMs <= atMs - 600_000);
      const isQuiet =
        earlier !== undefined &&
        calls
          .slice(earlier.after, lastReading.after)
          .every(({ call, state }) => call.kind === 'stats' || state === 'free');
      const surplusOf = new Map<string, number>();
      const changes = lines.map(({ budget, used }) => {
        const counted = totals.get(budget) ?? 0;
        const ownUnits = unitOf(budget, own);
        const surplus = Math.max(0, counted - (isCounted ? 0 : ownUnits) - used);
        const before = isQuiet ? (earlier.surplus.get(keyOf(budget, windowOf(budget))) ?? 0) : 0;
        const adopted = budget === 'month-records' ? 0 : Math.min(surplus, before);
        surplusOf.set(keyOf(budget, windowOf(budget)), surplus - adopted);
        return { budget, more: Math.max(0, used + (isMissing ? ownUnits : 0) - counted), surplus, adopted };
      });
      readings.push({ ...lastReading, lacksItself, countsItself, surplus: surplusOf });
      resolveLostCalls(changes, unresolved, atMs);
    },
  };

  /**
   * Resolves lost calls after a surplus was removed. The removed amount equals the number of lost calls that
   * the service did not charge. The newest lost calls are assumed to be the uncharged ones, because they had
   * the least time to reach the service.
   */
  function resolveLostCalls(
    changes: ReadonlyArray<{ budget: Counted; more: number; surplus: number; adopted: number }>,
    unresolved: readonly KnownCall[],
    atMs: number,
  ): void {
    const totalNow = (budget: Counted): number => total(budget, startOf(WINDOW[budget], atMs));
    const before = new Map(COUNTED.map((budget) => [budget, totalNow(budget)]));
    const ofRequests =
      changes.find(({ budget }) => budget === 'month-requests') ??
      changes.find(({ budget }) => budget === 'day');
    const notCharged = ofRequests?.adopted ?? 0;
    if (notCharged > 0)
      [...unresolved].reverse().forEach((known, index) => {
        known.state = index < notCharged ? 'free' : 'charged';
        known.cost = reservedOf(known);
      });
    const isGuess = notCharged > 0 && notCharged < unresolved.length;
    for (const budget of COUNTED) {
      const change = changes.find((candidate) => candidate.budget === budget);
      if (change === undefined && !isGuess) continue;
      const counted = before.get(budget) ?? 0;
      const left = totalNow(budget);
      const target =
        budget === 'month-records' && change !== undefined && change.more === 0 && !isGuess
          ? Math.max(left, counted - change.surplus)
          : counted + (change?.more ?? 0) - (change?.adopted ?? 0);
      const startMs = startOf(WINDOW[budget], atMs);
      const by = target - left;
      adjusted.set(keyOf(budget, startMs), (adjusted.get(keyOf(budget, startMs)) ?? 0) + by);
      // Near midnight, the app counted the company on both days, although the service counted it on only one
      // of them.
      if (budget === 'companies-day' && by < 0)
        for (const mark of [...marks]) {
          const [day, company] = mark.split(' ');
          const isDouble = [-DAY_MS, DAY_MS].some((off) => marks.has(`${startMs + off} ${company}`));
          if (Number(day) === startMs && isDouble) marks.delete(mark);
        }
    }
  }
}
