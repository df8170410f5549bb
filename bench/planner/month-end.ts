import { decidePlan, type Candidate } from '../../electron/core/day-plan/decide-plan.ts';
import { chooseMonth } from '../../electron/core/day-plan/month-end/choose-month.ts';
import { MONTH_END_FIT } from '../../electron/core/day-plan/month-end/month-candidates.ts';
import { withoutOwnUse } from '../../electron/core/day-plan/month-end/own-use.ts';
import {
  companyValue,
  contactsValue,
  likelyContactsValue,
  matchedContactsValue,
  profileFirstValue,
  profileValue,
  roundsValue,
  valueBeforeReset,
} from '../../electron/core/day-plan/score.ts';
import { monthOutlookOf } from '../../electron/core/quota/policy/month-outlook.ts';
import type { QuotaState } from '../../electron/core/quota/policy/quota-policy.ts';
import { roomOf } from '../../electron/core/quota/policy/remaining.ts';
import type { Cost, Lane } from '../../shared/model/budget.ts';
import { FREE } from '../../shared/add-costs.ts';
import { decidePlan as decideFrozen } from './baseline/decide-plan.ts';
import type { MonthOutlook } from '../../electron/core/day-plan/month-end/month-limits.ts';
import { createEndOffer, endRequests, type EndOffer } from './month-end-offer.ts';
import { createAccount, type Account } from './month-end-account.ts';
import {
  createEndMonth,
  DAYS,
  FIT_FLOOR,
  MONTH_END_DAY,
  type EndMonth,
  type Listed,
  type Missing,
  type Round,
} from './month-end-world.ts';

/*
 * Runs small months with each strategy: the frozen planner, the product's day plan alone, and the month-end
 * plan on the last days. Every plan is approved as proposed. The product's policy checks every request, and
 * the account adds up the costs.
 *
 * The strategy `most records` shows how few records have to expire at best. On the last days, it values each
 * request by its number of records, and reserves nothing for the user's own requests.
 */

export type EndStrategy = 'frozen' | 'day plan' | 'month end' | 'most records';
export const END_STRATEGIES: readonly EndStrategy[] = ['frozen', 'day plan', 'month end', 'most records'];

export interface EndFigures {
  /** Records that expire at the reset. */
  readonly expired: number;
  /** The part of `expired` that no planner may spend, because of the user's own monthly cap. */
  readonly capped: number;
  /**
   * The rest of `expired` is split into `noRequests`, `nothingLeft` and `fullDays`, by the reason why the
   * plan did not spend these records.
   */
  readonly noRequests: number;
  readonly nothingLeft: number;
  readonly fullDays: number;
  readonly records: number;
  /**
   * Value of everything that the plans fetched, calculated from the product's scores and the true number of
   * matches.
   */
  readonly value: number;
  /** Records that the plans spent. */
  readonly planned: number;
  readonly violations: number;
  /** Profiles that the user could not open because no records were left. */
  readonly refused: number;
}

/** The state of a month when the plan for the rest of the month is first offered. */
export interface EndStart {
  readonly state: QuotaState;
  readonly done: ReadonlySet<string>;
}

export interface EndRun {
  readonly world: EndMonth;
  readonly offer: EndOffer;
  readonly start: EndStart;
  readonly figures: EndFigures;
}

/** A possible request. `trueValue` is its value once the response is known. */
interface Possible extends Candidate {
  readonly charged?: Cost;
  readonly expected?: number;
  readonly trueValue: number;
  readonly done: () => void;
}

/** Reasons why a plan does not spend further records. */
const STOPS = ['noRequests', 'nothingLeft', 'fullDays'] as const;

const AFTER_THE_MONTH = 30;

const costOf = (records: number, rest: Partial<Cost> = {}): Cost => ({
  ...FREE,
  requests: 1,
  records,
  companies: 1,
  ...rest,
});

/** Returns how many of the month's records cannot be spent because of the user's monthly caps. */
const cappedOf = ({ caps, limits }: EndMonth): number =>
  Math.max(
    0,
    ...caps.flatMap(({ scope, period, records }) =>
      scope === 'all' && period === 'month' ? [limits.records - records] : [],
    ),
  );

class Month {
  readonly account: Account;
  day = 0;
  value = 0;
  planned = 0;
  refused = 0;
  readonly world: EndMonth;
  readonly #strategy: EndStrategy;
  readonly #offeredOn: number;
  readonly #offer: EndOffer;
  readonly #done = new Set<string>();
  #stop: (typeof STOPS)[number] = 'fullDays';

  constructor(world: EndMonth, strategy: EndStrategy, offeredOn: number) {
    this.world = world;
    this.#offeredOn = offeredOn;
    this.#strategy = strategy;
    this.#offer = createEndOffer(world);
    this.account = createAccount(world);
  }

  run(): EndRun {
    let start: EndStart | null = null;
    for (; this.day < DAYS; this.day += 1) {
      if (this.day === MONTH_END_DAY) start = { state: this.account.state(), done: new Set(this.#done) };
      // Plans again after each fetch, because the fetched data may show that further requests are worth
      // making.
      for (let time = 0; time < 4; time += 1) if (!this.#fetch(this.#plan())) break;
      for (let opened = 0; opened < (this.world.opened[this.day] ?? 0); opened += 1)
        if (!this.account.send(costOf(1), 'interactive')) this.refused += 1;
      if (this.day === DAYS - 1) this.#stop = this.#stopOf();
      this.account.nextDay();
    }
    const { used, left } = this.account.records();
    const capped = Math.min(left, cappedOf(this.world));
    if (start === null) throw new Error('the month has no last days');
    const figures: EndFigures = {
      expired: left,
      capped,
      noRequests: 0,
      nothingLeft: 0,
      fullDays: 0,
      [this.#stop]: left - capped,
      records: used,
      value: this.value,
      planned: this.planned,
      violations: this.account.violations(),
      refused: this.refused,
    };
    return { world: this.world, offer: this.#offer, start, figures };
  }

  #fetch(requests: readonly Possible[]): boolean {
    for (const { key, cost, charged = cost, lane, trueValue, done } of requests) {
      if (!this.account.send(cost, lane, charged)) continue;
      this.#done.add(key);
      this.value += trueValue;
      this.planned += charged.records;
      done();
    }
    return requests.length > 0;
  }

  #plan(): readonly Possible[] {
    const isMonthEnd =
      (this.#strategy === 'month end' || this.#strategy === 'most records') && this.day >= this.#offeredOn;
    if (isMonthEnd) {
      const all = monthOutlookOf(this.account.state(), this.account.nowMs());
      const isCounting = this.#strategy === 'most records';
      const outlook = isCounting ? all : this.#withoutOwnUse(all);
      const valueOf = ({ value, cost, expected = cost.records }: Possible): number =>
        isCounting ? cost.records : valueBeforeReset(value, expected);
      const possible = this.#possibleAtEnd(outlook).map((each) => ({ ...each, value: valueOf(each) }));
      return chooseMonth(possible, outlook).days[0] ?? [];
    }
    const possible = this.#possible(FIT_FLOOR);
    const decide = this.#strategy === 'frozen' ? decideFrozen : decidePlan;
    const { go } = decide(possible, roomOf(this.account.state(), this.account.nowMs()), {
      expected: this.#expected(),
    });
    return go.flatMap((key) => possible.find((each) => each.key === key) ?? []);
  }

  /**
   * Returns why the plan spends no more records on the last day: the month's requests are used up, everything
   * worth fetching is fetched, or the limits, caps and shares of the last days allow no more.
   */
  #stopOf(): (typeof STOPS)[number] {
    const state = this.account.state();
    const requests = state.budgets.find(({ budget }) => budget === 'month-requests');
    if (requests !== undefined && requests.used >= requests.limit) return 'noRequests';
    const outlook = monthOutlookOf(state, this.account.nowMs());
    return this.#possibleAtEnd(outlook).length === 0 ? 'nothingLeft' : 'fullDays';
  }

  /**
   * Returns the outlook minus the user's expected usage. Each remaining day is expected to have the average
   * usage of the past week.
   */
  #withoutOwnUse(outlook: ReturnType<typeof monthOutlookOf>): ReturnType<typeof monthOutlookOf> {
    const week = this.world.opened.slice(Math.max(0, this.day - 7), this.day);
    const aDay = week.reduce((sum, each) => sum + each, 0) / Math.max(1, week.length);
    const once = costOf(Math.ceil(aDay), { requests: Math.ceil(aDay), companies: Math.ceil(aDay) });
    const reserve = Math.ceil(aDay * outlook.days);
    return withoutOwnUse(outlook, once, costOf(reserve, { requests: reserve, companies: 0 }));
  }

  /**
   * Returns the requests that are possible on the last days of the month. Includes the kinds that only the
   * plan for the rest of the month contains.
   */
  #possibleAtEnd(outlook: MonthOutlook): Possible[] {
    const listed = this.world.listed.filter(({ savedOn }) => savedOn <= this.day);
    const more = endRequests(this.#offer, listed, { outlook, done: this.#done });
    const contacts = this.world.rounds.flatMap((each) => this.#contactsOfRound(each));
    const profiles = new Set(contacts.map(({ key }) => key));
    return [
      ...this.#possible(MONTH_END_FIT).filter(({ key }) => !profiles.has(key)),
      ...contacts,
      ...more.map((each) => ({ ...each, done: () => undefined })),
    ];
  }

  #possible(floor: number): Possible[] {
    return [
      ...this.world.listed.flatMap((each) => this.#ofListed(each)),
      ...this.world.rounds.flatMap((each) => this.#ofRound(each, floor)),
      ...this.world.searches.flatMap((each) => this.#ofSearch(each)),
    ].filter(({ key }) => !this.#done.has(key));
  }

  #request(
    key: string,
    lane: Lane,
    cost: Cost,
    { value, trueValue = value, lastDay }: { value: number; trueValue?: number; lastDay?: number },
  ): Possible {
    return {
      key,
      lane,
      cost,
      value,
      trueValue,
      lastDay: lastDay === undefined ? AFTER_THE_MONTH : lastDay - this.day,
      done: () => undefined,
    };
  }

  #ofListed(each: Listed): Possible[] {
    const { id, savedOn, lastDay, contacts, matches, weight, fit } = each;
    if (savedOn > this.day) return [];
    const worth = companyValue(weight, fit);
    const trueValue = this.world.hasRoles
      ? matchedContactsValue(worth, { strong: matches, weak: 0 })
      : contactsValue(worth);
    const isOpen = lastDay >= this.day;
    const isTold = this.#done.has(`profile/${id}`);
    const isBlind = this.#strategy === 'frozen' || !this.world.hasRoles;
    const fetch = this.#request(`contacts/${id}`, 'window-closing', costOf(contacts), {
      value: isBlind ? contactsValue(worth) : trueValue,
      trueValue,
      lastDay,
    });
    const profile = this.#request(`profile/${id}`, 'watchlist', costOf(1), {
      value: isBlind || !isOpen ? profileValue(worth) : profileFirstValue(worth),
      trueValue: profileValue(worth),
      ...(isBlind || !isOpen ? {} : { lastDay }),
    });
    const isWorthFetching = isOpen && (isBlind || (isTold && matches > 0));
    return isWorthFetching ? [fetch, profile] : [profile];
  }

  #ofRound({ id, seenOn, fit }: Round, floor: number): Possible[] {
    if (seenOn > this.day || fit < floor) return [];
    return [
      this.#request(`round/${id}`, 'watchlist', costOf(1), { value: profileValue(companyValue(null, fit)) }),
    ];
  }

  /**
   * Returns the request for the contacts of a new company that reaches the minimum fit. If the seller has
   * buyer roles, the company's profile is fetched first.
   */
  #contactsOfRound({ id, seenOn, fit }: Round): Possible[] {
    const fetched = this.#offer.contactsOf[id];
    if (fetched === undefined || seenOn > this.day || fit < FIT_FLOOR) return [];
    const { contacts, matches, lastDay } = fetched;
    const key = `new-contacts/${id}`;
    if (lastDay < this.day || this.#done.has(key)) return [];
    const worth = companyValue(null, fit);
    if (this.world.hasRoles && !this.#done.has(`round/${id}`)) {
      const value = profileFirstValue(worth);
      const trueValue = profileValue(worth);
      return [this.#request(`round/${id}`, 'watchlist', costOf(1), { value, trueValue, lastDay })];
    }
    if (this.world.hasRoles && matches === 0) return [];
    const value = this.world.hasRoles
      ? matchedContactsValue(worth, { strong: matches, weak: 0 })
      : contactsValue(worth);
    return [this.#request(key, 'window-closing', costOf(contacts), { value, lastDay })];
  }

  #ofSearch({ id, dueOn, rows }: Missing): Possible[] {
    if (dueOn > this.day) return [];
    const cost = costOf(rows, { pageTurns: 1, companies: 0 });
    return [this.#request(`search/${id}`, 'catch-up', cost, { value: roundsValue(rows, false) })];
  }

  /**
   * Returns placeholders for the contact requests that the day plans expect in case listed companies raise
   * money again (`expectedContacts`).
   */
  #expected(): Candidate[] {
    const recent = this.world.listed.filter(({ savedOn }) => savedOn <= this.day && this.day - savedOn < 15);
    return recent.flatMap(({ id, contacts, weight, fit, matches }) => {
      const worth = companyValue(weight, fit);
      const isTold = this.#done.has(`profile/${id}`);
      const known = matchedContactsValue(worth, { strong: matches, weak: 0 });
      const value =
        this.#strategy === 'frozen' || !this.world.hasRoles
          ? contactsValue(worth)
          : isTold
            ? known
            : likelyContactsValue(worth);
      if (value === 0) return [];
      return [0, 1].map((time) =>
        this.#request(`expected/${id}/${time}`, 'window-closing', costOf(contacts), { value }),
      );
    });
  }
}

const ADD = ['expired', 'capped', ...STOPS, 'records', 'value', 'planned', 'violations', 'refused'] as const;

/**
 * Runs the months with one strategy.
 * @param offeredOn the first day on which the plan for the rest of the month is offered
 */
export const runMonthsWith = (
  strategy: EndStrategy,
  count: number,
  offeredOn: number = MONTH_END_DAY,
): EndRun[] =>
  Array.from({ length: count }, (_, index) =>
    new Month(createEndMonth(index + 1), strategy, offeredOn).run(),
  );

export function totalOf(figures: readonly EndFigures[]): EndFigures {
  const total = ADD.map((name) => [name, figures.reduce((sum, each) => sum + each[name], 0)] as const);
  return Object.fromEntries(total) as Record<(typeof ADD)[number], number>;
}

/** Value for each record that plans spent. */
export const valuePerRecord = ({ value, planned }: EndFigures): number => value / planned;
