import type { AllowancePeriod, AllowanceScope, LearnedCost } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';

const UNITS: Readonly<Record<LearnedCost['unit'], readonly [string, string]>> = {
  requests: ['request', 'requests'],
  records: ['record', 'records'],
  'page-turns': ['page turn', 'page turns'],
  companies: ['company', 'companies'],
};

const CALLS: Readonly<Partial<Record<LearnedCost['endpoint'], string>>> = {
  stats: 'A reading',
  health: 'A test of the connection',
  filters: 'Loading filter options',
  fundings: 'A first page of one row',
  company: 'A profile',
  'tech-stack': 'The technologies of a company',
  rounds: 'The rounds of a company',
  contacts: 'The contacts of a company',
  highlights: 'The highlights of a company',
  'open-roles': 'A page of open roles',
  news: 'The news of a company',
};

/**
 * UI text for the forecast, charts, spending caps, calibration and request history filters on the Quota
 * screen.
 */
export const forecastStrings = {
  aside: 'Forecast, allowances and learned costs',
  runsOut: (day: string, early: number) =>
    early === 0 ? `Runs out on ${day}.` : `Runs out on ${day}, ${plural(early, 'day')} early.`,
  lasts: (when: string) => `Lasts until ${when} at this pace.`,
  tooEarly: 'No forecast yet: it needs three days of use.',
  pace: (used: number, even: number, until: string) =>
    `You use ${countText(used)} a day. ${countText(even)} a day lasts until ${until}.`,
  even: (even: number, until: string) => `${countText(even)} a day lasts until ${until}.`,
  nothingLeft: (when: string) => `Nothing is left until ${when}.`,
  hold: (even: number) => `Hold to ${countText(even)} a day`,
  held: (cap: number) => `Held to ${countText(cap)} a day`,
  heldNow: (cap: number) => `Held to ${plural(cap, 'record')} a day`,
  ahead: 'ahead',
  aheadTitle: 'More is used than an even pace to the reset allows',
  leftIn: (month: string) => `Records left in ${month}`,
  leftUntil: (day: string) => `Records left until ${day}`,
  aDay: 'Records a day, 30 days',
  thisDevice: 'this device',
  others: 'others',
  sustainablePace: 'even pace',
  today: 'today',
  startOfMonth: (month: string) => `at the start of ${month}`,
  onDay: (day: string) => `on ${day}`,
  burnDownLabel: (left: number, start: number, when: string) =>
    `${plural(left, 'record')} left of ${countText(start)} ${when}.`,
  barsLabel: (most: number, total: number) =>
    `${plural(total, 'record')} in 30 days, at most ${countText(most)} on one day.`,
  lineHeld: (cap: number) => `held to ${countText(cap)}`,
  lineEven: (even: number) => `even pace ${countText(even)}`,
  dayTitle: (day: string, own: number, others: number) =>
    others === 0 ? `${day}: ${countText(own)}` : `${day}: ${countText(own)}, others ${countText(others)}`,
  tables: { day: 'Day, UTC', left: 'Left', own: 'This device', others: 'Others', now: 'now' },
  asTable: 'Table',
  asChart: 'Chart',
  asChartOf: (title: string) => `${title}, as a chart`,
  asTableOf: (title: string) => `${title}, as a table`,
  allowances: 'My allowances',
  change: 'Change',
  scopes: {
    all: 'All requests',
    background: 'In the background',
    'window-closing': 'Contact windows closing',
    watchlist: 'Watched lists',
    'catch-up': 'Catching up',
    'screen-today': 'From Today',
    'screen-search': 'From Search',
    'screen-library': 'From the library',
    'screen-company': 'From company views',
    'screen-signals': 'From Signals',
  } satisfies Record<AllowanceScope, string>,
  scopeHints: {
    all: 'Everything, your own calls too.',
    background: 'Everything that runs without you.',
    'window-closing': 'Contacts fetched before their window closes.',
    watchlist: 'Refreshing watched companies.',
    'catch-up': 'Searches after a gap.',
    'screen-today': 'What you fetch on Today.',
    'screen-search': 'What you fetch in Search.',
    'screen-library': 'What you fetch in the library.',
    'screen-company': 'What you fetch in a company view.',
    'screen-signals': 'What you fetch in Signals.',
  } satisfies Record<AllowanceScope, string>,
  noCap: 'no cap',
  of: (used: number, most: number) => `${countText(used)} of ${countText(most)}`,
  uncapped: (used: number) => `${countText(used)}, no cap`,
  allowanceUsed: (used: number, most: number, period: AllowancePeriod) =>
    `${plural(used, 'record')} of ${countText(most)} used ${period === 'day' ? 'today' : 'this month'}`,
  periods: { day: 'today', month: 'this month' } satisfies Record<AllowancePeriod, string>,
  perPeriod: { day: 'Per day', month: 'Per month' } satisfies Record<AllowancePeriod, string>,
  capOf: (scope: string, period: string) => `${scope}, ${period.toLowerCase()}`,
  scope: 'Records used',
  allowanceDialog: 'My allowances',
  allowancesAbout:
    'Roundwatch refuses a request that would use more records than you allow here. Days and months end at 00:00 UTC. An empty field means no cap.',
  wrongAllowance: 'A whole number, or nothing',
  recordsADay: 'records a day',
  save: 'Save',
  cancel: 'Cancel',
  allowancesSaved: 'Allowances changed',
  learned: 'Learned costs',
  calibrate: 'Calibrate',
  calibrateAbout: (calls: number, cost: string) =>
    `${plural(calls, 'call')}, up to ${cost}: four readings of what the service counted, one test of the connection, one row.`,
  calibrating: 'Calibrating: asking the service what it counts.',
  disturbed: 'Another device was active meanwhile, or the readings lag: nothing was learned.',
  calibrated: 'Learned from the service’s own counters.',
  learnedOn: (when: string) => `learned ${when}`,
  nothingLearned: 'Every cost is assumed from the documentation.',
  learnedText: {
    calls: CALLS,
    amount: (count: number, unit: LearnedCost['unit']) => {
      const [one, many] = UNITS[unit];
      return count === 0 ? `no ${one}` : plural(count, one, many);
    },
    insteadOf: (amount: string, assumed: number) => `${amount} (assumed ${countText(assumed)})`,
    sentence: (call: string, parts: readonly string[]) =>
      `${call} takes ${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`}.`,
  },
  changed: (day: string, call: string, after: string, before: number) =>
    `${day}: ${call} takes ${after} now, before ${countText(before)}. Corrected.`,
  restAssumed: 'All other costs are assumed from the documentation.',
  filters: {
    chosen: 'chosen',
    says: (name: string, chosen: string) => `${name}: ${chosen}`,
    period: 'Period',
    screen: 'Screen',
    result: 'Result',
    periods: { all: 'All time', month: 'This month', today: 'Today' },
    allScreens: 'All screens',
    results: {
      all: 'All results',
      settled: 'Settled',
      free: 'Free',
      unknown: 'Unknown',
      refused: 'Refused',
      others: 'Other devices',
      'in-flight': 'In flight',
    },
  },
  noneMatch: 'No request matches.',
  ownCap: 'refused: own cap',
} as const;
