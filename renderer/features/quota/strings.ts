import { countText, plural } from '../../lib/format.ts';

/** UI text for the budgets and the request history on the Quota screen. */
export const quota = {
  title: 'Quota',
  confirmed: (when: string) => `confirmed by the service ${when}`,
  neverConfirmed: 'never confirmed by the service',
  confirm: 'Confirm now',
  waiting: 'Waiting for the service: what it counted.',
  recordsLeft: 'records left',
  recordsLeftAtMost: 'records left at most',
  atLeastUsed:
    'At least this much is used: the service does not report records, so other devices may have used more.',
  unconfirmed: 'Counted on this laptop only: the service was not asked yet.',
  exactly: 'As the service counted, or as this laptop did where that is more.',
  closedLeft: 'closed',
  closed: (budget: string, when: string) => `${budget}: closed by the service until ${when}.`,
  budgets: 'Budgets',
  columns: {
    budget: 'Budget',
    share: 'Share used',
    used: 'Used',
    reserved: 'Reserved',
    unknown: 'Unknown',
    others: 'Others',
    limit: 'Limit',
    left: 'Left',
    resets: 'Resets, local and UTC',
    resetsShort: 'Resets',
  },
  binds: 'binds',
  bindsTitle: 'This budget runs out first',
  atLeast: 'at least',
  atLeastShort: '≥',
  atLeastTitle:
    'The service does not report this counter: at least this much is used, at most this much is left',
  notReported: 'not reported',
  rolling: 'rolling 60 s',
  assumed: 'assumed',
  assumedTitle: 'The documented limit; the service has not told another',
  limitFrom: {
    chosen: 'Entered by you',
    header: 'Told by the service with its last answer',
    stats: 'Told by the service’s statistics',
    refusal: 'Learned from a refusal',
  },
  /** Shown if the service's own figures for a limit contradict each other. */
  limitsDiffer: (budget: string, limits: string) =>
    `${budget}: the service reports different limits (${limits}). The lowest applies.`,
  reportedIn: {
    header: (limit: string) => `${limit} with responses`,
    stats: (limit: string) => `${limit} in its statistics`,
    refusal: (limit: string) => `${limit} in a refusal`,
  },
  share: (used: number, limit: number) => `${countText(used)} of ${countText(limit)} used`,
  requests: 'Requests',
  listed: (count: number) => `${countText(count)} listed`,
  counts: (today: number, month: number) =>
    `${countText(today)} today, ${countText(month)} this month, free ones too`,
  chargedRequests: 'Requests that the service charged or may have charged, without free and refused ones.',
  countsTitle:
    'Every line of the history, also free and refused requests. “Requests today” above counts only requests that the service charged or may have charged.',
  ledger: 'Request ledger',
  ledgerColumns: {
    time: 'Time',
    call: 'Call',
    screen: 'Screen',
    reason: 'Reason',
    reserved: 'Reserved',
    cost: 'Cost',
    result: 'Result',
  },
  request: {
    title: 'Request',
    sent: 'Sent',
    noCost: 'nothing',
  },
  find: 'Search requests',
  findPlaceholder: 'Company, call or status',
  emptyLedger: 'No request was made yet.',
  rows: (first: number, last: number) => `rows ${countText(first)}–${countText(last)}`,
  otherDevices: 'Other devices',
  results: {
    inFlight: 'in flight',
    settled: 'settled',
    free: 'free',
    freeStatus: (status: number) => `${status}, free`,
    unknown: 'unknown, counted',
    refused: (budget: string) => `refused: ${budget}`,
    refusedPlain: 'refused',
  },
  costTitle: (requests: string, records: string, turns: string, companies: string) =>
    `${requests}, ${records}, ${turns}, ${companies}`,
  commands: {
    group: 'Quota',
    confirm: 'Confirm now with the service',
    allowances: 'Change my allowances',
    calibrate: 'Calibrate: learn what calls cost',
    find: 'Search the request history',
    down: 'Next request',
    up: 'Previous request',
  },
} as const;

/** UI text for the dialog in which the user enters the plan's record limit. */
export const recordLimit = {
  row: 'Record limit of your plan',
  change: 'Change',
  changeTitle: 'Change the record limit of your plan',
  title: 'Records per month',
  about:
    'The service limits how many records your plan may fetch in a month, but does not always say how many. If your plan includes another number than the documented 3,000, enter the number that the dashboard shows. An empty field means the documented limit. A higher limit that the service reports replaces yours.',
  label: 'Record limit',
  hint: 'as the dashboard shows it',
  documented: '3,000',
  suffix: 'records a month',
  wrong: 'A whole number above zero, or nothing',
  saved: 'Record limit changed',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** UI text for the threshold above which the app asks outside the page. */
export const threshold = {
  row: 'Ask me before spending more than',
  amount: (records: number) => plural(records, 'record'),
  change: 'Change',
  changeTitle: 'Change when Roundwatch asks before spending',
  title: 'Ask before spending',
  about:
    'Roundwatch asks you in a separate window before it spends more records than this at once. It also asks before it spends more than this in a day, or more than an even share of the month if that is higher. Roundwatch does not ask again about plans and rules that you have confirmed.',
  label: 'Ask above',
  suffix: 'records',
  wrong: 'A whole number above zero',
  saved: 'Changed when Roundwatch asks',
  save: 'Save',
  cancel: 'Cancel',
} as const;
