import type { ModelCall, ModelLimits } from './service-model.ts';

/*
 * What a perfect clerk would decide who knows what the app knows and nothing more: which calls it reserved, how they ended
 * as far as it heard, what `/stats` said, and the service's time within its error. Written from the requirements, not
 * from the governor: no counters, every answer is added up from the list of calls, each time.
 *
 * The same rules as the app: worst-case reservations, a minute that counts to 61 s after the completion, lost answers
 * count, near a reset a call must fit on both sides, at most two under way (one until the service was heard), an
 * interactive call waits at most 65 s. No allowances, no floors.
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
  /** `atMonoMs` Infinity: only something that is under way can change it. */
  | { readonly kind: 'wait'; readonly atMonoMs: number; readonly budget: OracleBudget }
  | { readonly kind: 'refuse'; readonly budget: OracleBudget | 'price' };

/** What a verdict leaves out, to find out what held a call back. */
export type LeftOut = 'reservations' | 'unknown' | 'guard';

export interface Now {
  readonly monoMs: number;
  /** The service's time, as the app takes it to be. */
  readonly serverMs: number;
}

/** What `/stats` told; null where it is told of a window that has ended. */
export type Told = Readonly<Record<Counted, { readonly used: number; readonly resetsAtMs: number } | null>>;

export interface Oracle {
  /** A new run of the app: calls under way are lost, and how long ago it all was is not known. */
  start(now: Now, lastHeardMs: number | null): void;
  /** Whether a call that entered the queue `waitedMs` ago at a price of so many new companies may go now. */
  decide(ask: Ask, now: Now, without?: LeftOut): Verdict;
  /** New companies that a call would be charged for in the worst case. */
  companiesOf(call: ModelCall, now: Now): number;
  hasRoom(isAlone: boolean): boolean;
  /** Counted and under way, in the fuller of the windows that it may be in. */
  held(budget: Counted, now: Now): number;
  reserve(id: number, call: ModelCall, now: Now): void;
  /** `date`: the `Date` header of any answer, Unix ms. */
  hear(dateMs: number, sentMonoMs: number, now: Now): void;
  charged(id: number, rows: number, durationMs: number, now: Now): void;
  lost(id: number, durationMs: number, now: Now): void;
  free(id: number): void;
  /** The app found out in which stretch it made a call of which it never heard; that it is wide enough, the model tells. */
  placed(id: number, span: Pick<Known, 'fromMs' | 'toMs'>, endedMs: number): void;
  /** A reading was charged: what it told belongs to the list as it stands. */
  takeReading(id: number, now: Now): void;
  /** The reading that was taken last is believed. */
  believe(told: Told): void;
}

export interface Ask {
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

interface Known {
  readonly id: number;
  readonly call: ModelCall;
  /** Reserved. */
  readonly companies: number;
  readonly atMs: number;
  readonly errorMs: number;
  state: 'under-way' | 'charged' | 'lost' | 'free';
  /** Once charged. */
  cost: Units | null;
  fromMs: number;
  toMs: number;
  /** Server time of the answer or of giving up; null after a crash. */
  completedMs: number | null;
  /** How far the clock was off at its end. */
  endErrorMs: number;
  /** Until when it counts in the minute, monotonic; null while under way. */
  holdsUntil: number | null;
  /** Monotonic: when it ended in this run; -Infinity for an earlier run. */
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
const touches = (kind: Window, { fromMs, toMs }: Known, startMs: number): boolean =>
  toMs >= startMs && fromMs < endOf(kind, startMs);

const reservedOf = ({ call, companies }: Known): Units => ({
  requests: 1,
  records: call.rowsAsked,
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
  const calls: Known[] = [];
  const adjusted = new Map<string, number>();
  /** Companies that are certain to be counted on a day: `day company`. */
  const marks = new Set<string>();
  const readings: Reading[] = [];
  let samples: Array<{ readonly offsetMs: number; readonly errorMs: number }> = [];
  let taken: Pick<Reading, 'atMs' | 'own' | 'after'> & { readonly totals: ReadonlyMap<Counted, number> } = {
    atMs: 0,
    own: { requests: 0, records: 0, pageTurns: 0, companies: 0 },
    after: 0,
    totals: new Map(),
  };

  interface Reading {
    readonly atMs: number;
    readonly own: Units;
    /** Calls in the list at that moment. */
    readonly after: number;
    readonly lacksItself: boolean;
    readonly countsItself: boolean;
    readonly surplus: ReadonlyMap<string, number>;
  }

  const best = () => {
    const sorted = [...samples].sort((a, b) => a.offsetMs - b.offsetMs);
    return sorted[Math.floor((sorted.length - 1) / 2)];
  };
  /** How far the service's time may be from what the app takes it to be. */
  const errorMs = ({ monoMs, serverMs }: Now): number => {
    const sample = best();
    if (sample === undefined) return DAY_MS;
    // A clock is not set back by less than two seconds: it goes slower for a while instead.
    return Math.ceil(sample.errorMs + 1_000 + Math.max(0, serverMs - monoMs - sample.offsetMs));
  };
  const keyOf = (budget: Counted, startMs: number): string => `${budget} ${startMs}`;
  const total = (budget: Counted, startMs: number, without?: LeftOut): number => {
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
    const days: number[] = [];
    for (let dayMs = startOf('day', fromMs); dayMs <= toMs; dayMs += DAY_MS) days.push(dayMs);
    return days;
  };
  const isCountedIn = (companyId: string, fromMs: number, toMs: number): boolean =>
    daysIn(fromMs, toMs).every((dayMs) => marks.has(`${dayMs} ${companyId}`));
  const companiesOf = (call: ModelCall, now: Now): number => {
    const { serverMs } = now;
    if (call.companyId === null) return 0;
    const off = errorMs(now);
    return isCountedIn(call.companyId, serverMs - off, serverMs + off + 60_000) ? 0 : 1;
  };
  const find = (id: number): Known => {
    const known = calls.find((candidate) => candidate.id === id);
    if (known === undefined) throw new Error(`the oracle does not know call ${id}`);
    return known;
  };
  const close = (known: Known, durationMs: number, now: Now, tailMs: number): void => {
    const { serverMs, monoMs } = now;
    const off = errorMs(now);
    known.completedMs = serverMs;
    known.endErrorMs = off;
    known.fromMs = serverMs - Math.round(durationMs) - off;
    known.toMs = serverMs + off + tailMs;
    known.holdsUntil = monoMs + HOLD_MS + tailMs;
    known.endedMonoMs = monoMs;
  };

  function minuteAt(now: Now, without?: LeftOut) {
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

  const isVague = ({ completedMs, endErrorMs, errorMs: off }: Known): boolean =>
    (completedMs === null ? off : endErrorMs) >= 3_600_000;

  return {
    start: ({ monoMs }, lastHeardMs) => {
      for (const known of calls) {
        known.endedMonoMs = -Infinity;
        known.holdsUntil = null;
        if (known.state !== 'under-way') continue;
        known.state = 'lost';
        known.fromMs = known.atMs - known.errorMs;
        known.toMs = known.atMs + known.errorMs + 2 * TAIL_MS;
      }
      samples = [];
      // Anything that may be of the last two minutes of that run may still count, for as long as if it had just ended.
      const sinceMs = (lastHeardMs ?? -Infinity) - HOLD_MS - TAIL_MS;
      const recent = calls
        .filter(({ state }) => state === 'charged' || state === 'lost')
        .slice(-limits.perMinute);
      for (const known of recent) {
        if (isVague(known) || Math.max(known.completedMs ?? known.atMs, known.toMs) > sinceMs)
          known.holdsUntil = monoMs + HOLD_MS + (known.state === 'lost' ? TAIL_MS : 0);
      }
    },
    companiesOf,
    held: (budget, now) => {
      const guard = Math.min(errorMs(now), 30_000);
      const counted = [now.serverMs - guard, now.serverMs + guard].map((atMs) =>
        total(budget, startOf(WINDOW[budget], atMs)),
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
        records: call.rowsAsked,
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
      for (const budget of COUNTED) {
        const amount = unitOf(budget, units);
        const endingMs = startOf(WINDOW[budget], now.serverMs - guard);
        const comingMs = startOf(WINDOW[budget], now.serverMs + guard);
        const ending = total(budget, endingMs, without);
        const coming = total(budget, comingMs, without);
        const counted = Math.max(ending, coming);
        if (amount === 0 || counted + held(budget) + amount <= LIMIT[budget]) continue;
        // What does not fit only because of the window that ends will pass with it.
        if (endingMs === comingMs || ending <= coming) return { kind: 'refuse', budget };
        const forMs = comingMs + guard - now.serverMs;
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
    hear: (dateMs, sentMonoMs, now) => {
      const { monoMs, serverMs } = now;
      const isFirst = samples.length === 0;
      const wayMs = monoMs - sentMonoMs;
      samples = [
        ...samples,
        { offsetMs: dateMs + 500 + wayMs / 2 - monoMs, errorMs: (wayMs + 1_000) / 2 },
      ].slice(-9);
      if (!isFirst) return;
      // Now it is known how long ago the last run's calls ended, at the latest.
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
    placed: (id, { fromMs, toMs }, endedMs) => {
      Object.assign(find(id), { fromMs, toMs, completedMs: endedMs, endErrorMs: toMs - endedMs - TAIL_MS });
    },
    takeReading: (id, { serverMs }) => {
      taken = {
        atMs: serverMs,
        own: find(id).cost ?? reservedOf(find(id)),
        after: calls.length,
        totals: new Map(COUNTED.map((budget) => [budget, total(budget, startOf(WINDOW[budget], serverMs))])),
      };
    },
    believe: (told) => {
      const { atMs, own, totals } = taken;
      const windowOf = (budget: Counted): number => startOf(WINDOW[budget], atMs);
      const lines = COUNTED.flatMap((budget) => {
        const line = told[budget];
        return line === null || line.resetsAtMs <= windowOf(budget) ? [] : [{ budget, used: line.used }];
      });
      const unsure = calls.filter(({ state, toMs }) => state === 'lost' && toMs >= startOf('month', atMs));
      const isOff = (by: number): boolean =>
        unsure.length === 0 &&
        (['day', 'month-requests'] as const).every((budget) =>
          lines.some((line) => line.budget === budget && line.used + by === totals.get(budget)),
        );
      const lacksItself = isOff(1);
      const countsItself = isOff(0);
      const isMissing = lacksItself || readings.some((reading) => reading.lacksItself);
      const isCounted = !isMissing && (countsItself || readings.some((reading) => reading.countsItself));
      // Two quiet readings ten minutes apart are believed where they agree that the list holds too much.
      const earlier = [...readings].reverse().find((reading) => reading.atMs <= atMs - 600_000);
      const isQuiet =
        earlier !== undefined &&
        calls
          .slice(earlier.after, taken.after)
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
      readings.push({ ...taken, lacksItself, countsItself, surplus: surplusOf });
      settleUnsure(changes, unsure, atMs);
    },
  };

  /** Lost calls that the readings know nothing of were not charged: the newest first, for they had the least time. */
  function settleUnsure(
    changes: ReadonlyArray<{ budget: Counted; more: number; surplus: number; adopted: number }>,
    unsure: readonly Known[],
    atMs: number,
  ): void {
    const totalNow = (budget: Counted): number => total(budget, startOf(WINDOW[budget], atMs));
    const before = new Map(COUNTED.map((budget) => [budget, totalNow(budget)]));
    const ofRequests =
      changes.find(({ budget }) => budget === 'month-requests') ??
      changes.find(({ budget }) => budget === 'day');
    const notCharged = ofRequests?.adopted ?? 0;
    if (notCharged > 0)
      [...unsure].reverse().forEach((known, index) => {
        known.state = index < notCharged ? 'free' : 'charged';
        known.cost = reservedOf(known);
      });
    const isGuess = notCharged > 0 && notCharged < unsure.length;
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
      // The service counted some company on the other side of midnight.
      if (budget === 'companies-day' && by < 0)
        for (const mark of [...marks]) {
          const [day, company] = mark.split(' ');
          const isDouble = [-DAY_MS, DAY_MS].some((off) => marks.has(`${startMs + off} ${company}`));
          if (Number(day) === startMs && isDouble) marks.delete(mark);
        }
    }
  }
}
