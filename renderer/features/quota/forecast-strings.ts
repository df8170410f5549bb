import { COST_UNITS, COSTED_REQUESTS } from '../../../shared/cost-words.ts';
import type { AllowancePeriod, AllowanceScope, LearnedCost } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';

/**
 * UI text for the forecast, charts, spending caps, calibration and request history filters on the Quota
 * screen.
 */
export const forecastStrings = {
  aside: 'Forecast, spending caps and request costs',
  runsOut: (day: string, early: number) =>
    early === 0
      ? `Records run out on ${day}.`
      : `Records run out on ${day}, ${plural(early, 'day')} before the reset.`,
  lasts: (when: string) => `At this pace, your records last until the reset on ${when}.`,
  tooEarly: 'The forecast appears after three days of use.',
  lastsCapped: (when: string) => `With your cap, your records last until the reset on ${when}.`,
  used: (records: number) => `${plural(records, 'record')} used this month`,
  /** Used if the service does not report the records that other devices used. */
  usedHere: (records: number) => `${plural(records, 'record')} used on this computer this month`,
  noneUsed: 'No records used this month.',
  noneUsedHere: 'No records used on this computer this month.',
  /** What used a number of records, as in `25 on Search`. */
  usedFor: {
    background: 'by plans and rules',
    'screen-today': 'on Today',
    'screen-search': 'on Search',
    'screen-library': 'in the Library',
    'screen-company': 'on company pages',
    'screen-signals': 'on Signals',
    rest: 'elsewhere in Roundwatch',
    others: 'on other devices',
  },
  resets: (when: string) => `Resets ${when}`,
  average: (used: number, days: number) => {
    const records = used > 0 && used < 1 ? 'less than 1 record' : plural(Math.round(used), 'record');
    return `You used ${records} a day over the last ${plural(days, 'day')}.`;
  },
  even: (even: number, until: string) =>
    `To make your records last until ${until}, use at most ${countText(even)} a day.`,
  /** For fewer records than days until the reset. */
  atOneADay: (left: number) => `At 1 record a day, your records last ${plural(left, 'day')}.`,
  room: (even: number) => `You can use up to ${plural(even, 'record')} a day.`,
  nothingLeft: (when: string) => `No records left until ${when}.`,
  capAt: (even: number) => `Cap at ${plural(even, 'record')} a day`,
  cappedAt: (cap: number) => `Capped at ${plural(cap, 'record')} a day`,
  capSet: (cap: number) => `Spending capped at ${plural(cap, 'record')} a day`,
  ahead: 'ahead of pace',
  aheadTitle: 'At an even pace, you would have used less of this limit by now',
  leftIn: (month: string) => `Records left in ${month}`,
  leftUntil: (day: string) => `Records left until ${day}`,
  aDay: 'Records per day, last 30 days',
  thisDevice: 'this computer',
  others: 'other devices',
  /** Label of the chart line that shows even use throughout the month. */
  evenUse: (perDay: number) => `${countText(perDay)} a day`,
  today: 'today',
  startOfMonth: (month: string) => `at the start of ${month}`,
  onDay: (day: string) => `on ${day}`,
  burnDownLabel: (left: number, start: number, when: string) =>
    `${plural(left, 'record')} left, compared with ${countText(start)} ${when}.`,
  barsLabel: (most: number, total: number) =>
    total === 0
      ? 'No records used in 30 days.'
      : `${plural(total, 'record')} used in 30 days, ${countText(most)} on the busiest day.`,
  lineCap: (cap: number) => `cap: ${countText(cap)}`,
  lineOneADay: '1 a day',
  lineRoom: (perDay: number, until: string) => `up to ${countText(perDay)} a day until ${until}`,
  dayValue: (own: number, others: number) =>
    others === 0
      ? plural(own, 'record')
      : `${plural(own, 'record')} on this computer, ${countText(others)} on other devices`,
  recordsLeft: (left: number) => `${plural(left, 'record')} left`,
  forecastName: 'forecast',
  tables: {
    day: 'Day (UTC)',
    left: 'Records left',
    own: 'This computer',
    others: 'Other devices',
    now: 'now',
  },
  allowances: 'Spending caps',
  change: 'Change caps',
  scopes: {
    all: 'All requests',
    background: 'Plans and rules',
    'window-closing': 'Contacts before windows close',
    watchlist: 'Profiles and refreshes',
    'catch-up': 'Catch-ups and saved searches',
    'screen-today': 'Today screen',
    'screen-search': 'Search screen',
    'screen-library': 'Library screen',
    'screen-company': 'Company pages',
    'screen-signals': 'Signals screen',
  } satisfies Record<AllowanceScope, string>,
  scopeHints: {
    all: 'Every request, including the ones you start yourself.',
    background:
      'Requests from approved plans, plan rules and watched lists, not the ones you start yourself.',
    'window-closing': 'Contacts that plans and rules fetch before the contact window closes.',
    watchlist:
      'Profiles and rounds that plans and rules fetch, checks for revealed contacts, and refreshes of watched lists.',
    'catch-up': 'Catch-ups and saved searches that plans and rules run.',
    'screen-today': 'Requests you make on the Today screen.',
    'screen-search': 'Requests you make on the Search screen.',
    'screen-library': 'Requests you make on the Library screen.',
    'screen-company': 'Requests you make on a company page.',
    'screen-signals': 'Requests you make on the Signals screen.',
  } satisfies Record<AllowanceScope, string>,
  noCap: 'no cap',
  of: (used: number, most: number) => `${countText(used)} of ${countText(most)}`,
  uncapped: (used: number) => `${plural(used, 'record')}, no cap`,
  allowanceUsed: (used: number, most: number, period: AllowancePeriod) =>
    `${countText(used)} of ${plural(most, 'record')} used ${period === 'day' ? 'today' : 'this month'}`,
  periods: { day: 'today', month: 'this month' } satisfies Record<AllowancePeriod, string>,
  perPeriod: { day: 'Per day', month: 'Per month' } satisfies Record<AllowancePeriod, string>,
  capOf: (scope: string, period: string) => `${scope}, ${period.toLowerCase()}`,
  scope: 'Requests',
  allowanceDialog: 'Spending caps',
  allowancesAbout:
    'Roundwatch doesn’t send requests that would exceed one of these caps. Caps are in records. Leave a field empty for no cap. Days and months end at 00:00 UTC.',
  wrongAllowance: 'Enter a whole number up to 1,000,000, or leave the field empty.',
  save: 'Save caps',
  cancel: 'Cancel',
  allowancesSaved: 'Spending caps changed',
  learned: 'Request costs',
  calibrate: 'Measure costs',
  calibrateAbout: (cost: string) =>
    `The measurement costs up to ${cost}: four usage checks, a connection test and a one-record search.`,
  calibrating: 'Comparing the service’s counters before and after each request…',
  disturbed:
    'The costs couldn’t be measured: another device was active, or the service’s counters were slow to update. Try again later.',
  calibrated: 'The costs were measured with the service’s own counters.',
  learnedOn: (when: string) => `measured ${when}`,
  nothingLearned: 'No costs measured yet. Roundwatch uses the published prices.',
  learnedText: {
    /**
     * The measured cost of a search applies only to a search for one record. A cost that was corrected in
     * ordinary use applies to every search.
     */
    calls: { ...COSTED_REQUESTS, fundings: 'A one-record search' } as typeof COSTED_REQUESTS,
    correctedCalls: COSTED_REQUESTS,
    amount: (count: number, unit: LearnedCost['unit']) => {
      const [one, many] = COST_UNITS[unit];
      return count === 0 ? `no ${many}` : plural(count, one, many);
    },
    insteadOf: (amount: string, assumed: number) => `${amount} (previously assumed: ${countText(assumed)})`,
    sentence: (call: string, parts: readonly string[]) =>
      `${call} costs ${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`}.`,
  },
  changed: (day: string, call: string, after: string, before: number) =>
    `${day}: ${call} now costs ${after} instead of ${countText(before)}. Roundwatch uses the new price.`,
  restAssumed: 'For all other requests, Roundwatch uses the published prices.',
  filters: {
    chosen: 'selected',
    says: (name: string, chosen: string) => `${name}: ${chosen}`,
    period: 'Period',
    screen: 'Screen',
    result: 'Result',
    periods: { all: 'All time', month: 'This month', today: 'Today' },
    allScreens: 'All screens',
    results: {
      all: 'All results',
      settled: 'Charged',
      free: 'Free',
      unknown: 'Unknown result',
      refused: 'Refused',
      others: 'Other devices',
      'in-flight': 'In progress',
    },
  },
  noneMatch: 'No requests match these filters.',
  ownCap: 'refused: spending cap',
} as const;
