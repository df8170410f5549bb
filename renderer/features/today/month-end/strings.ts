import { countText, plural } from '../../../lib/format.ts';
import type { PlanSkipReason } from '../../../../shared/model/plan.ts';
import type { MonthKindName } from '../../../../shared/model/planning/month-end.ts';

const records = (count: number): string => plural(count, 'record');

/** @param amount how many records would expire in spite of the plan; null if none would */
const wouldExpire = (amount: string | null, isEstimate: boolean): string =>
  amount === null
    ? 'no records would expire.'
    : `at least ${amount} would ${isEstimate ? 'probably ' : ''}still expire.`;

/** Other words for the plan, for the palette. */
export const monthEndKeywords = ['month end', 'expire', 'expiring records', 'reset'];

export const monthEnd = {
  title: 'Month end',
  back: { today: 'Back to Today', quota: 'Back to Quota' },
  rule: 'Change plan rules',
  loading: 'Planning the rest of the month…',
  resets: (when: string) => `monthly limits reset ${when}`,
  line: {
    region: 'Month end',
    expire: (count: number, hasPace: boolean) =>
      `${hasPace ? `About ${records(count)}` : records(count)} will expire`,
    when: (days: number, hasPace: boolean) =>
      `${days <= 1 ? 'within a day' : `in ${plural(days, 'day')}`}, ${hasPace ? 'at your usual pace' : 'if you use nothing more'}.`,
    plan: (month: string) => `Plan the rest of ${month}`,
    show: 'Show plan',
    hide: 'Hide until tomorrow',
    hidden: 'The plan is hidden until tomorrow. You can still open it from the command palette.',
  },
  hero: {
    expire: (count: number, hasPace: boolean) =>
      `${count === 1 ? 'record' : 'records'} would expire ${hasPace ? 'at your usual pace' : 'if you used nothing more'}`,
    with: (count: number, isEstimate: boolean) =>
      `With the plan, ${wouldExpire(count === 0 ? null : countText(count), isEstimate)}`,
    spends: (price: string, left: number, day: string) =>
      `Price until ${day}: ${price}. Left now: ${records(left)}.`,
    reserved: (count: number) => `The approved plan may still use ${records(count)}.`,
  },
  approved: {
    title: 'The plan is approved.',
    rest: (requests: number, reserved: number, expiring: number) =>
      `${plural(requests, 'request')} still to send, for up to ${records(reserved)}.${expiring === 0 ? '' : ` Even then, at least ${records(expiring)} would expire.`}`,
    /** Shown while the last request is being sent. */
    last: 'The last request is being sent.',
  },
  /**
   * Offers further requests while an approved plan waits for the days on which its own requests will be sent.
   */
  more: {
    title: 'Room for more requests',
    table: (day: string) => `More requests until ${day}`,
    spends: (price: string, day: string, expiring: number, isEstimate: boolean) =>
      `Price until ${day}: ${price}. With these requests and the approved plan, ${wouldExpire(expiring === 0 ? null : records(expiring), isEstimate)}`,
    approve: 'Approve more requests',
  },
  approve: 'Approve plan',
  command: 'Approve the plan for the rest of the month',
  open: 'Plan the rest of the month',
  offline: 'You’re offline. Approve the plan once you’re back online.',
  /** Shown for a moment after the plan has appeared or changed, while the plan cannot be approved yet. */
  inMoment: 'You can approve the plan in a moment.',
  running: 'Another plan is running. You can approve this one when it ends.',
  plan: {
    title: (day: string) => `Plan until ${day}`,
    count: (chosen: number, all: number) =>
      `${countText(chosen)} of ${plural(all, 'kind')} of request selected${all === 1 ? '' : ', best value first'}`,
    request: 'Request',
    brings: 'Returns',
    price: 'Price',
    together: 'Total',
    /**
     * @param isOnly whether the plan has requests on one day only
     * @param certainty `rarely-over` or `about` if the plan contains a request for which the service sets no
     * maximum
     */
    atMost: (
      most: number,
      cap: number | null,
      { isOnly, certainty }: { isOnly: boolean; certainty: 'at-most' | 'about' | 'rarely-over' },
    ) =>
      `${isOnly ? 'The plan runs on one day and' : 'The plan'} ${{ 'at-most': 'spends at most', about: 'spends about', 'rarely-over': 'is unlikely to spend more than' }[certainty]} ${records(most)}${isOnly ? '' : ' on its busiest day'}${cap === null ? '' : `, within your spending cap of ${countText(cap)}`}.`,
    once: 'You approve once. While Roundwatch is running, it sends each request on its planned day. You can stop the plan on Today.',
    nothing: 'The plan contains no requests.',
  },
  kinds: {
    contacts: 'Contacts',
    'catch-up': 'Catch-up',
    search: 'Saved searches',
    profile: 'Profiles',
    refresh: 'Watched companies',
    reading: 'Usage check',
    'low-fit': 'More profiles',
    older: 'Older rounds',
    update: 'Old profiles',
    rounds: 'Rounds and investors',
  } satisfies Record<MonthKindName, string>,
  about: {
    contacts: (count: number) => `${plural(count, 'company', 'companies')} on your lists or with a good fit`,
    'catch-up': () => 'rounds you may have missed',
    search: (count: number) => `results you may be missing, ${plural(count, 'request')}`,
    profile: () => 'companies with new rounds or on your lists, best fit first',
    refresh: () => 'profiles due for a refresh',
    reading: () => 'your account’s usage',
    'low-fit': () => 'companies below your minimum fit, best fit first',
    older: (count: number) => `saved-search matches not fetched yet, ${plural(count, 'request')}`,
    update: () => 'companies on your lists or with an open deal or task',
    rounds: (count: number) => `${plural(count, 'company', 'companies')} with missing rounds or investors`,
  } satisfies Record<MonthKindName, (count: number) => string>,
  brings: {
    matches: (count: number) => plural(count, 'match', 'matches'),
    contacts: (count: number) => `contacts for ${plural(count, 'company', 'companies')}`,
    'catch-up': (count: number) => `up to ${plural(count, 'round')}`,
    search: (count: number) => `up to ${plural(count, 'round')}`,
    profile: (count: number) => plural(count, 'profile'),
    refresh: (count: number) => plural(count, 'profile'),
    reading: (count: number) => plural(count, 'usage check'),
    'low-fit': (count: number) => plural(count, 'profile'),
    older: (count: number) => `up to ${plural(count, 'round')}`,
    update: (count: number) => plural(count, 'profile'),
    rounds: (count: number) => `about ${plural(count, 'round')}`,
  },
  expires: {
    title: 'What expires',
    limit: 'Limit',
    left: 'Left',
    usual: 'Use at usual pace',
    pace: (aDay: number) =>
      `Both “Expires” columns assume your usual pace: about ${records(aDay)} a day, as shown on Quota.`,
    noPace:
      'Roundwatch needs three days of use to know your usual pace. Until then, everything left counts as expiring.',
    without: 'Expires without plan',
    with: 'Expires with plan',
    limiting: 'runs out first',
    limitingTitle: 'This limit sets how much fits in the plan.',
    least: 'used most by the plan',
    leastTitle: 'The plan doesn’t use up any limit. It uses the largest share of this one.',
    daily: 'Daily limits reset every day, and the plan stays within them.',
  },
  buy: {
    title: (count: number) => `What ${records(count)} could buy`,
    any: 'any one of these, within the daily limits',
    profiles: (count: number) => (count === 1 ? 'profile' : 'profiles'),
    /**
     * Shown after the number of profiles if a daily limit allows fewer profiles than the records would pay
     * for.
     */
    limited: {
      day: ', as many as the daily request limit allows',
      'companies-day': ', as many as the daily company limit allows',
    },
    companies: (count: number) => (count === 1 ? 'company’s contacts' : 'companies’ contacts'),
    rounds: (count: number, requests: number) =>
      `${count === 1 ? 'round' : 'rounds'}, in ${plural(requests, 'request')}`,
    about: (count: number) => `about ${countText(count)}`,
  },
  chart: {
    title: (day: string) => `Records left until ${day}`,
    description: (left: number, plan: number, usual: number, day: string, hasPace: boolean) =>
      `${records(left)} today, ${countText(plan)} on ${day} with the plan, ${countText(usual)} ${hasPace ? 'at the usual pace' : 'if nothing more is used'}.`,
    left: 'Records left',
    day: 'Day',
    now: 'now',
    today: 'today',
    plan: 'plan',
    usual: 'usual pace',
    unused: 'nothing more used',
    count: records,
  },
  days: {
    title: 'Records per day with the plan',
    /** Shown if records have already been used today, because today's bar includes them. */
    today: (count: number) => `Includes the ${records(count)} already used today.`,
    description: (most: number, isEstimate: boolean) =>
      `${isEstimate ? 'About' : 'At most'} ${records(most)} on the busiest day.`,
    records: 'Records',
  },
  alone: {
    title: 'Not in the plan',
    nothing: 'No request was left out because of limits, buyer roles or locked contacts.',
    records: (count: number) => records(count),
    keeps: (aDay: number) =>
      `The plan leaves room for what you usually fetch yourself: about ${records(aDay)} per working day.`,
    why: {
      'no-match': 'where no one matches your buyer roles',
      'people-locked': '(contacts are locked)',
      'not-worth': 'less important than the planned requests',
      'too-large': 'over the daily maximum',
    } as Readonly<Partial<Record<PlanSkipReason, string>>>,
    what: {
      contacts: (count: number) => `Contacts for ${plural(count, 'company', 'companies')}`,
      'catch-up': (count: number) => `${plural(count, 'catch-up request')}`,
      search: (count: number) => plural(count, 'saved-search request'),
      profile: (count: number) => plural(count, 'profile'),
      refresh: (count: number) => plural(count, 'refresh', 'refreshes'),
      reading: (count: number) => plural(count, 'usage check'),
      'low-fit': (count: number) => `${plural(count, 'profile')} below your minimum fit`,
      older: (count: number) => `${plural(count, 'request')} for older rounds`,
      update: (count: number) => plural(count, 'old profile'),
      rounds: (count: number) => `Rounds for ${plural(count, 'company', 'companies')}`,
    } satisfies Record<MonthKindName, (count: number) => string>,
  },
  unplanned: {
    title: 'There’s nothing to plan.',
    why: 'A plan needs companies or saved searches with something left to fetch. Search first, then plan the rest of the month.',
    search: 'Search',
  },
  little: {
    notYet: 'Roundwatch offers this plan in the last five working days before the monthly reset.',
    used: 'No records are likely to expire before the reset. Today’s plan is enough.',
    today: 'Back to Today',
  },
} as const;
