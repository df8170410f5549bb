import { decidePlan, type Candidate } from '../../electron/core/day-plan/decide-plan.ts';
import { DAYS_AHEAD, type Outlook } from '../../electron/core/day-plan/available-budget.ts';

/*
 * Simulates months that are small enough for the best possible result to be computed exactly. A month has
 * only a few companies. Each has a price, a value, the day on which it is saved and the last day on which its
 * contacts can be fetched. Each day, only a share of the month's records may be spent, as with the real
 * governor.
 */

export const DAYS = 30;

export interface Company {
  readonly id: number;
  readonly savedOn: number;
  /**
   * The last day on which the strategies may fetch contacts. It is two days before the contact window closes.
   */
  readonly lastDay: number;
  readonly contacts: number;
  readonly value: number;
}
export interface SmallMonth {
  readonly records: number;
  readonly companies: readonly Company[];
}
export interface Outcome {
  readonly captured: number;
  readonly value: number;
  readonly records: number;
  /** Whether the strategy exceeded the day's even share on any day. */
  readonly exceedsShare: boolean;
}

export type Policy = (morning: Morning) => readonly Company[];
export interface Morning {
  readonly day: number;
  /**
   * Number of records that may be spent on this day. It is an even share: the remaining records divided by
   * the remaining days.
   */
  readonly share: number;
  readonly records: number;
  readonly open: readonly Company[];
  /** All companies saved on or before this day. */
  readonly known: readonly Company[];
}

export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Creates a month in which there are usually enough records for the contacts of all companies. A strategy is
 * then limited only by each day's share and by the days on which contacts can be fetched.
 */
export function createSmallMonth(seed: number, size: number): SmallMonth {
  const random = createRandom(seed);
  const companies = Array.from({ length: size }, (_, id): Company => {
    const savedOn = Math.floor(random() * 20);
    return {
      id,
      savedOn,
      lastDay: Math.min(DAYS - 1, savedOn + Math.floor(random() * 14)),
      contacts: 1 + Math.floor(random() * 9),
      value: ([1, 2, 4][Math.floor(random() * 3)] ?? 1) * (0.5 + random()),
    };
  });
  const demand = companies.reduce((sum, { contacts }) => sum + contacts, 0);
  // Unused records raise the daily shares of the remaining days. With at least this many records, a share can
  // grow to the price of the most expensive request; with fewer, that request could never be sent.
  return { companies, records: Math.max(9 * DAYS * 0.5, Math.round(demand * (0.5 + random() * 0.6))) };
}

export const shareOf = (records: number, used: number, day: number): number =>
  Math.max(1, Math.floor((records - used) / (DAYS - day)));

export function simulate({ records, companies }: SmallMonth, policy: Policy): Outcome {
  const done = new Set<number>();
  let used = 0;
  let exceedsShare = false;
  for (let day = 0; day < DAYS; day += 1) {
    const share = shareOf(records, used, day);
    const known = companies.filter(({ savedOn }) => savedOn <= day);
    const open = known.filter(({ id, lastDay }) => lastDay >= day && !done.has(id));
    const today = policy({ day, share, records: records - used, open, known });
    const taken = today.reduce((sum, { contacts }) => sum + contacts, 0);
    if (taken > share) exceedsShare = true;
    for (const { id } of today) done.add(id);
    used += taken;
  }
  const captured = companies.filter(({ id }) => done.has(id));
  return {
    captured: captured.length,
    records: used,
    exceedsShare,
    value: captured.reduce((sum, { value }) => sum + value, 0),
  };
}

/** Each day, the user returns to a few companies at random and fetches their contacts by hand. */
export const manual =
  (seed: number): Policy =>
  ({ day, share, open }) => {
    let left = share;
    return open.filter(({ id, contacts }) => {
      const isVisited = createRandom(seed + id * 31 + day * 977)() < 0.08;
      if (!isVisited || contacts > left) return false;
      left -= contacts;
      return true;
    });
  };

/**
 * Every morning, fetches contacts within the day's share. Starts with the companies whose contacts have the
 * highest value per record.
 */
export const greedy: Policy = ({ share, open }) => {
  let left = share;
  return [...open]
    .sort((a, b) => b.value / b.contacts - a.value / a.contacts)
    .filter(({ contacts }) => {
      if (contacts > left) return false;
      left -= contacts;
      return true;
    });
};

/**
 * Uses this product's `decidePlan`. The plan reserves records for companies that the user may still save, and
 * assumes that these companies resemble those saved in the last 15 days.
 */
export const planner: Policy = ({ day, share, records, open, known }) => {
  const daysLeft = DAYS - day;
  const outlook: Outlook = {
    today: { requests: 99, records: share, pageTurns: 99, companies: 99 },
    lanes: new Map(),
    recordsADay: Math.max(1, Math.floor(records / daysLeft)),
    daysLeft,
    recordsADayAfter: 0,
  };
  const candidate = (each: Company, key: string, lastDay: number): Candidate => ({
    key,
    lane: 'window-closing',
    value: each.value,
    lastDay,
    cost: { requests: 1, records: each.contacts, pageTurns: 0, companies: 1 },
  });
  const recent = known.filter(({ savedOn }) => day - savedOn < 15);
  const { go } = decidePlan(
    open.map((each) => candidate(each, String(each.id), each.lastDay - day)),
    outlook,
    { expected: recent.map((each) => candidate(each, `expected-${each.id}`, DAYS_AHEAD - 1)) },
  );
  return open.filter(({ id }) => go.includes(String(id)));
};

/** Returns the highest value that any strategy can reach. Tries every set of companies on every day. */
export function optimumOf({ records, companies }: SmallMonth): number {
  const size = companies.length;
  const sums = new Int32Array(1 << size);
  const values = new Float64Array(1 << size);
  for (let set = 1; set < 1 << size; set += 1) {
    const lowest = 31 - Math.clz32(set & -set);
    const each = companies[lowest];
    sums[set] = (sums[set & (set - 1)] ?? 0) + (each?.contacts ?? 0);
    values[set] = (values[set & (set - 1)] ?? 0) + (each?.value ?? 0);
  }
  let reached = new Set([0]);
  for (let day = 0; day < DAYS; day += 1) {
    let available = 0;
    for (const { id, savedOn, lastDay } of companies)
      if (savedOn <= day && day <= lastDay) available |= 1 << id;
    const next = new Set(reached);
    for (const done of reached) {
      const share = shareOf(records, sums[done] ?? 0, day);
      const rest = available & ~done;
      for (let subset = rest; subset > 0; subset = (subset - 1) & rest)
        if ((sums[subset] ?? 0) <= share) next.add(done | subset);
    }
    reached = next;
  }
  return [...reached].reduce((best, set) => Math.max(best, values[set] ?? 0), 0);
}
