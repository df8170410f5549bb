import { countText, plural } from '../../lib/format.ts';

export const quota = {
  title: 'Quota',
  confirmed: (when: string) => `usage confirmed ${when}`,
  neverConfirmed: 'counts only this computer’s usage',
  /** Explains why the actual usage may be higher, and what it costs to confirm the usage. */
  whyUnconfirmed: (price: string | null) =>
    `Other devices on this account may have used some records. Confirming usage ${price === null ? 'is free' : `costs ${price}`}.`,
  confirm: 'Confirm usage',
  confirmNote:
    'Fetches the service’s own counts for your account, which include use on your other devices. The service may not report every limit.',
  waiting: 'Confirming usage…',
  recordsLeft: 'records left',
  /** Shown before the number of records left if other devices may have used some of them. */
  upTo: 'up to',
  atLeastUsed: 'The service doesn’t report records used on other devices, so you may have fewer left.',
  unconfirmed:
    'Counts only records used on this computer. Use “Confirm usage” to include your other devices.',
  countBasis:
    'Based on the number of records used, as counted by the service or by this computer, whichever is higher.',
  closedLeft: 'paused',
  closed: (budget: string, when: string) => `${budget}: paused by the service until ${when}.`,
  budgets: 'Limits',
  columns: {
    budget: 'Limit',
    share: 'Share used',
    used: 'Used here',
    reserved: 'Reserved',
    unknown: 'Unknown result',
    others: 'Other devices',
    limit: 'Total',
    left: 'Left',
    resets: 'Resets',
  },
  showAll: (count: number) => `Show all ${countText(count)} limits`,
  showFewer: 'Show fewer limits',
  binds: 'Runs out first',
  bindsTitle: 'This limit runs out first',
  least: 'closest to its limit',
  leastTitle: (share: number, hasForecast: boolean) =>
    `${Math.floor(share * 100)}% left, the lowest of all daily and monthly limits.${hasForecast ? ' According to the forecast, records won’t run out before the reset.' : ''}`,
  /** Shown if other devices may have used part of the limit. */
  leftUpTo: (count: string) => `up to ${count}`,
  notReported: 'not reported',
  notReportedTitle: 'The service hasn’t reported usage on other devices',
  rolling: 'after 60 s',
  assumedTitle: 'The documented limit. The service hasn’t reported yours.',
  limitFrom: {
    chosen: 'Entered by you',
    header: 'Reported by the service in its latest response',
    stats: 'Reported by the service in its statistics',
    refusal: 'Reported by the service when it refused a request',
  },
  /** Shown if the service reports different figures for the same limit. */
  limitsDiffer: (budget: string, limits: string) =>
    `${budget}: the service reports different limits (${limits}). The lowest applies.`,
  reportedIn: {
    header: (limit: string) => `${limit} in responses`,
    stats: (limit: string) => `${limit} in its statistics`,
    refusal: (limit: string) => `${limit} when it refused a request`,
  },
  /** The specification only lists this limit among the reported limits, and does not explain it (spec §6). */
  exportMeaning:
    'A second monthly limit that the service reports. Roundwatch assumes that every record counts toward it.',
  share: (used: number, limit: number) => `${countText(used)} of ${countText(limit)} used`,
  showAccount: 'Show account and request costs',
  hideAccount: 'Hide account and request costs',
  requests: 'Requests',
  listed: (count: number) => `${countText(count)} shown`,
  counts: (today: number, month: number) => `${countText(today)} today, ${countText(month)} this month`,
  countsFree: 'including free requests',
  chargedRequests: 'Counts only requests that were charged, or may have been',
  countsTitle:
    'All requests in the history, including free and refused ones. “Requests today” above counts only requests that were charged, or may have been.',
  ledger: 'Request history',
  ledgerColumns: {
    time: 'Time',
    call: 'Request',
    screen: 'Screen',
    reason: 'Started by',
    reserved: 'Reserved',
    cost: 'Cost',
    result: 'Result',
  },
  request: {
    title: 'Request',
    address: 'Path',
    noCost: 'nothing',
    noCostYet: 'not known yet',
    countedAs: (reserved: string) => `unknown, counted as ${reserved}`,
  },
  find: 'Search requests',
  findPlaceholder: 'Company, request or status',
  emptyLedger: 'No requests yet. Every request appears here with its cost.',
  otherDevices: 'Other devices',
  results: {
    inFlight: 'in progress',
    settled: 'charged',
    settledEmpty: 'no records',
    settledTitle: (cost: string) => `Charged: ${cost}`,
    free: 'free',
    freeStatus: (status: number) => `${status}, free`,
    unknown: 'unknown result',
    refused: (budget: string) => `refused: ${budget}`,
    refusedPlain: 'refused',
  },
  costTitle: (requests: string, records: string, turns: string, companies: string) =>
    `${requests}, ${records}, ${turns}, ${companies}`,
  commands: {
    group: 'Quota',
    confirm: 'Confirm usage with the service',
    allowances: 'Change spending caps',
    calibrate: 'Measure request costs',
    find: 'Search the request history',
    down: 'Next request',
    up: 'Previous request',
  },
} as const;

/** UI text for the dialog in which the user enters the plan's record limit. */
export const recordLimit = {
  row: 'Monthly records in your plan',
  change: 'Change',
  changeTitle: 'Change the monthly record limit',
  title: 'Monthly records in your plan',
  about:
    'The service doesn’t always report how many records your plan includes. If its dashboard shows a number other than the documented 3,000, enter that number. Leave the field empty to use the documented limit. If the service reports a higher limit, that limit applies.',
  label: 'Records per month',
  hint: 'as shown in the dashboard',
  documented: '3,000',
  suffix: 'records a month',
  wrong: 'Enter a whole number above zero, or leave the field empty.',
  saved: 'Monthly record limit changed',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** UI text for the number of records above which the app asks for confirmation in a native dialog. */
export const threshold = {
  row: 'Ask before spending more than',
  amount: (records: number) => plural(records, 'record'),
  change: 'Change',
  changeTitle: 'Change when Roundwatch asks before spending',
  title: 'Spending confirmation',
  about:
    'Roundwatch asks in a separate window before it spends more than this many records at once. It also asks before a day’s total goes over this number or that day’s share of the records left this month, whichever is higher. Plans and plan rules you’ve approved run without asking again.',
  label: 'Ask before spending more than',
  demo: 'Not needed in the demo, because nothing is spent.',
  /** Shown instead of the amount. */
  demoAmount: 'off in the demo',
  suffix: 'records',
  wrong: 'Enter a whole number above zero.',
  saved: 'Spending confirmation changed',
  save: 'Save',
  cancel: 'Cancel',
} as const;
