import { kit } from '../../ui/strings.ts';
import { CLOSING_FILTER_DAYS, CLOSING_SOON_DAYS, READY_DAYS } from '../../../shared/model/closing-days.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { PlanSkipReason } from '../../../shared/model/plan.ts';
import { countText, plural } from '../../lib/format.ts';
import { glossary } from '../../ui/text/glossary-strings.ts';
import { progress } from '../../ui/text/progress-strings.ts';

const ago = (age: string): string => (age === 'just now' ? age : `${age} ago`);

export const today = {
  title: 'Today',
  list: 'Today’s list',
  opening: 'Loading today’s list…',
  sections: {
    followUps: 'Follow-ups due',
    ready: 'Ready to write to',
    news: 'New signals',
    caughtUp: 'New companies found today',
    closing: 'Contact windows closing soon on your lists',
    contacted: 'Contacted today',
    tasks: 'Tasks due',
  },
  /** The sort order of a section's entries. Shown after the section's title and count. */
  order: {
    followUps: 'most overdue first',
    fit: 'best fit first, then soonest to close',
    fitTitle: `${glossary.fit.text} You can change your market in Settings → Market and buyer roles. Companies with the same fit are sorted by contact window, soonest to close first.`,
    time: 'newest first',
    closing: 'soonest first',
    tasks: 'earliest first',
  },
  readyTitle: `Companies whose contacts you fetched in the last ${READY_DAYS} days, and companies on your lists whose contacts are fetched and whose contact window closes within ${CLOSING_SOON_DAYS} days. Write to a contact, then log the message or mark the company as done.`,
  caughtUpTitle:
    'Companies added to your library today by catching up and by searches for your market. Companies from other searches are in the library.',
  closingTitle: `${kit.windowMeaning} This section shows companies on your lists whose contact window closes within ${CLOSING_SOON_DAYS} days. To see companies that aren’t on a list, open the library.`,
  /**
   * A link to all companies in the library whose contact window closes soon. `closingInLibraryDays` follows
   * if there is room.
   */
  closingInLibrary: (count: string) => `${count} in your library`,
  closingInLibraryDays: `(next ${CLOSING_FILTER_DAYS} days)`,
  closingInLibraryTitle: `Show all companies in your library whose contact window closes within ${CLOSING_FILTER_DAYS} days, including companies that aren’t on a list`,
  /**
   * Texts for companies whose contacts have been fetched: the next step, and its replacement once the user
   * has logged contact.
   */
  contacts: {
    next: 'Write to a contact, then log the message or mark the company as done.',
    contacted: { text: 'contacted', title: 'You logged contact with this company today.' },
  },
  /** Marks the company to work on first, and gives the reasons. */
  first: {
    mark: 'Start here',
    /** Follows `mark` if there is room. */
    because: (reason: string) => `: ${reason}`,
    title: (reasons: readonly string[]) => `Why start here: ${reasons.join(' · ')}.`,
    ready: 'contacts ready',
    fit: (fit: number) => `fit ${countText(fit)}`,
    strong: (contacts: number) => plural(contacts, 'matching contact'),
    weak: (contacts: number) => plural(contacts, 'weak match', 'weak matches'),
    window: (days: number) =>
      days <= 1 ? 'contact window closes within 24 hours' : `contact window closes in about ${days} days`,
  },
  /** How many of the known contacts match. Shown only in a row that is wide enough. */
  matches: {
    strong: (strong: number, stored: number) =>
      `${countText(strong)} of ${plural(stored, 'contact')} ${strong === 1 ? 'matches' : 'match'}`,
    weak: (weak: number, stored: number) =>
      `${countText(weak)} of ${plural(stored, 'contact')} ${weak === 1 ? 'is a weak match' : 'are weak matches'}`,
    title: 'How many of the contacts in the profile match your buyer roles',
  },
  /** Shown in place of the number of matching contacts. */
  noProfile: 'no profile yet',
  noProfileTitle: 'Fetch the profile to see how many contacts match your buyer roles.',
  /** Precedes the name and the title of a contact. */
  writeTo: 'Write to',
  markSeen: (count: number) => `Mark ${plural(count, 'signal')} as seen`,
  markSeenTitle: 'Also marks unseen signals in other sections, such as “Contacted today”.',
  /**
   * States where to find the unseen signals that the section `New signals` does not list. Shown after the
   * section's count and order.
   */
  otherUnseen: {
    section: (count: number, section: string) => `${countText(count)} more under “${section}”`,
    repeated: (count: number) =>
      `${countText(count)} more from ${count === 1 ? 'a company' : 'companies'} listed here`,
    handled: (count: number) =>
      `${countText(count)} more from ${count === 1 ? 'a company you’ve handled' : 'companies you’ve handled'}`,
    noCompany: (count: number) => `${countText(count)} more without a company`,
  },
  otherUnseenTitle:
    'Unseen signals that aren’t listed in this section. Marking all signals as seen includes them.',
  marked: (count: number) => `${plural(count, 'signal')} marked as seen`,
  /** The button beside the most important notice. It shows or hides the other notices. */
  notices: {
    more: (count: number) => plural(count, 'more notice', 'more notices'),
    moreTitle: (count: number) => `Show ${plural(count, 'more notice', 'more notices')}`,
    less: 'Show fewer',
    lessTitle: 'Show only the most important notice',
  },
  receivedByWebhook: 'Received as a webhook event',
  fit: (fit: number) => `Fit ${countText(fit)} of 100. ${glossary.fit.text}`,
  fitLabel: 'fit',
  /** Precedes the state of a contact window, such as `ready`. */
  contactsLabel: 'contacts:',
  /** Precedes the number of days that are left in a contact window. */
  fetchLabel: 'contact window:',
  fetched: (age: string) => `fetched ${ago(age)}`,
  contactsFetchedTitle: (when: string) => `Contacts fetched ${when}`,
  received: (age: string) => `received ${ago(age)}`,
  noFit: 'Fit unknown: set your market, or fetch more data about this company',
  sort: 'Sort the list',
  sorted: 'current sort order',
  sortBy: { time: 'Newest first', fit: 'Best fit first' },
  filter: 'Filter the list by fit',
  filterSet: 'Filter the list by fit, 1 filter active',
  filtered: 'selected',
  followUp: {
    done: (company: string) => `Mark follow-up with ${company} as done`,
    finished: (company: string) => `Follow-up with ${company} done`,
    snoozed: (company: string, day: string) => `Follow-up with ${company} snoozed until ${day}`,
    contacted: (channel: string, day: string) => `${channel} ${day}`,
    place: (number: number, total: number) => `${number} of ${total}`,
    lastNote: (day: string) => `Last note, ${day}`,
    noNote: 'No note yet',
    logged: (day: string) => `Contact log, ${day}`,
    nextTemplate: (name: string) => `Next template: ${name}`,
    noTemplate: 'No template for this follow-up',
    noTemplateText: 'Add a template, or write the message without one.',
    snooze: 'Snooze',
    doneShort: 'Done',
  },
  taskDone: (title: string) => `Mark as done: ${title}`,
  taskFinished: (title: string) => `Task done: ${title}`,
  empty: {
    first: 'Nothing here yet. Search for companies that have just raised money.',
    search: 'Search for companies',
    quiet:
      'Nothing to do right now. New signals, closing contact windows, due follow-ups and due tasks appear here.',
    library: 'Open Library',
    filtered: 'No companies have this fit.',
    all: 'Show all companies',
  },
  again: 'Try again',
  commands: {
    group: 'Today',
    taskDone: 'Mark task as done',
    followUp: {
      write: 'Write follow-up message',
      done: 'Mark follow-up as done',
      snooze: 'Snooze follow-up until tomorrow',
      replied: 'Follow-up: log a reply',
      meeting: 'Follow-up: log a meeting',
      'not-interested': 'Follow-up: log “Not interested”',
    },
    markSeen: 'Mark all signals as seen',
    sortByFit: 'Sort by best fit',
    sortByTime: 'Sort by newest',
  },
} as const;

export const dayPlan = {
  title: 'Today’s plan',
  approve: 'Approve plan',
  approveSome: (count: number) => `Approve ${plural(count, 'request')}`,
  command: 'Approve today’s plan',
  details: 'Review requests',
  rules: 'Change plan rules',
  about: (requests: number) => plural(requests, 'request'),
  left: (records: string) => `${records} available today`,
  nothing: 'Nothing to fetch today.',
  full: 'Today’s limits leave no room for more requests.',
  inMonth: (month: string) => `Included in the plan for the rest of ${month}.`,
  openMonth: 'Review plan',
  offline: 'You’re offline. Approve the plan once you’re back online.',
  kinds: {
    contacts: 'Contacts',
    'catch-up': 'Catch-up',
    search: 'Saved searches',
    profile: 'Profiles',
    refresh: 'Watched companies',
    reading: 'Daily usage check',
    older: 'Older rounds',
    update: 'Old profiles',
    rounds: 'Rounds and investors',
  },
  one: {
    contacts: 'Contacts',
    'catch-up': 'Catch-up',
    search: 'Saved search',
    profile: 'Profile',
    refresh: 'Refresh',
    reading: 'Usage check',
    older: 'Older rounds',
    update: 'Profile update',
    rounds: 'Rounds',
  },
  of: {
    contacts: (name: string) => `Contacts for ${name}`,
    'catch-up': (name: string) => `Catch-up for ${name}`,
    search: (name: string) => `Saved search “${name}”`,
    profile: (name: string) => `Profile for ${name}`,
    refresh: (name: string) => `Refresh for ${name}`,
    reading: (name: string) => `Usage check for ${name}`,
    older: (name: string) => `Older rounds for “${name}”`,
    update: (name: string) => `Profile update for ${name}`,
    rounds: (name: string) => `Rounds for ${name}`,
  },
  expected: (expected: number, most: string) => `about ${countText(expected)}, at most ${most}`,
  more: (count: number) => `and ${countText(count)} more`,
  skipped: (count: number) => `Skipped ${plural(count, 'request')}`,
  /**
   * What a request saves: the number of records that separate requests would cost, or the number of matches
   * that are not fetched again.
   */
  saves: {
    profileTitle: (records: number) =>
      `The profile contains the highlights and the tech stack. Separate requests for them would cost about ${plural(records, 'record')}.`,
    keptDays: (records: number) => `${plural(records, 'match', 'matches')} already in your library`,
    keptDaysTitle: 'Only days missing from your library are fetched, so matches already there cost nothing.',
  },
  why: {
    window: (days: number) =>
      days <= 1 ? 'contact window closes within 24 hours' : `contact window closes in about ${days} days`,
    /** The reason to fetch contacts if the contact window does not close soon: the company is on a list. */
    listedWindow: (days: number) => `on your lists; contact window closes in about ${plural(days, 'day')}`,
    revealed: 'check for revealed contacts, free if there are none',
    gap: (day: string) => `rounds since ${day}`,
    gapRest: (day: string, fetched: number) =>
      `more rounds since ${day}, after the first ${countText(fetched)}`,
    missingDays: (days: number) =>
      days === 1 ? 'results for 1 day may be missing' : `results for ${countText(days)} days may be missing`,
    fit: (fit: number) => `fit ${countText(fit)}`,
    listed: 'on your lists',
    profileFirst: 'to see whether anyone matches your buyer roles',
    old: (age: string) => (age === 'just now' ? 'fetched just now' : `fetched ${age} ago`),
    moreMatches: (days: number) => `some matches from ${plural(days, 'day')} haven’t been fetched yet`,
    moreRounds: (rounds: number) =>
      rounds === 1
        ? 'the investors of its round haven’t been fetched yet'
        : `the investors of some of its ${plural(rounds, 'round')} haven’t been fetched yet`,
    dailyReading: 'once a day, as set in Quota',
  },
  /** Why requests are skipped. Each text follows a number, and is also the title of a group. */
  skip: {
    'too-large': 'over the daily maximum',
    'not-worth': 'less important than the planned requests',
    'no-room': 'over today’s limits',
    'people-locked': 'waiting for contacts to be unlocked',
    'no-match': 'where no one matches your buyer roles',
    later: 'can wait',
    closed: 'with a closed contact window',
    'below-fit': 'below your minimum fit',
    snoozed: 'snoozed',
    done: 'marked as done',
    ours: 'already yours',
    'by-webhook': 'already received with a signal',
    'in-catch-up': 'covered by the catch-up',
    none: 'with no contacts available',
    fresh: 'already fetched',
    kept: 'up to date',
  } satisfies Record<PlanSkipReason, string>,
  /** Group titles for the reasons whose text in `skip` does not read well without a number before it. */
  skipTitles: {
    'people-locked': 'Waiting for contacts to be unlocked',
    'no-match': 'No one matches your buyer roles',
    closed: 'Contact window closed',
    snoozed: 'Snoozed companies',
    done: 'Companies marked as done',
    ours: 'Companies already yours',
    none: 'No contacts available',
  } as Readonly<Partial<Record<PlanSkipReason, string>>>,
  /**
   * Shown beside the price. States how many contacts match the buyer roles. If this is unknown, states that
   * the profile must be fetched first.
   */
  matches: {
    strong: (strong: number, stored: number) =>
      `${countText(strong)} of ${countText(stored)} ${strong === 1 ? 'matches' : 'match'}`,
    weak: (weak: number, stored: number) =>
      `${countText(weak)} of ${countText(stored)} ${weak === 1 ? 'is a weak match' : 'are weak matches'}`,
    shownByProfiles: 'to see whether anyone matches your buyer roles',
  },
  skipDetail: {
    matchesHidden: 'unlock contacts to see who matches',
    noMatch: (stored: number, unknown: number) =>
      unknown === 0
        ? `0 of ${countText(stored)} match`
        : `0 of ${countText(stored)} match, ${plural(unknown, 'title')} not recognised`,
    noTitles: 'no titles known',
    belowFit: (fit: number, floor: number) => `fit ${countText(fit)}, minimum ${countText(floor)}`,
    fresh: (when: string) => `${when}, due again after the company’s next round`,
    laterUntil: (day: string) => `until ${day}`,
    tooLarge: (share: number) => `maximum ${plural(share, 'record')} a day`,
    snoozed: (until: string) => `until ${until}`,
  },
  run: {
    running: 'Running plan',
    paused: 'Plan paused',
    over: 'Plan ended',
    byRule: 'Started by your plan rules',
    continues: (day: string) => `continues ${day}`,
    /** `done` and `total` do not include skipped requests. */
    progress: (done: number, total: number, skipped: number) =>
      [
        `${countText(done)} of ${plural(total, 'request')}`,
        ...(skipped === 0 ? [] : [`${countText(skipped)} skipped`]),
      ].join(', '),
    behind: (count: number) => `${plural(count, 'request')} from other plans still to send`,
    spent: (spent: number, approved: number) =>
      `${countText(spent)} of ${plural(approved, 'approved record')} spent`,
    contacts: (count: number) => (count === 0 ? 'no contacts' : plural(count, 'contact')),
    spentSoFar: (spent: string) => `${spent} spent so far`,
    pause: progress.plan.pause,
    resume: 'Resume plan',
    stop: progress.plan.stop,
    close: 'Hide result',
    /** The label of the menu that lists the companies and searches for which the plan fetched data. */
    results: (companies: number, newRounds: number) => {
      const found = [
        ...(companies === 0 ? [] : [plural(companies, 'company', 'companies')]),
        ...(newRounds === 0 ? [] : [plural(newRounds, 'new round')]),
      ];
      return `Show ${found.length === 0 ? 'results' : found.join(' and ')}`;
    },
    newRounds: (count: number) => (count === 0 ? 'no new rounds' : plural(count, 'new round')),
    /** Opens the request history, which shows what each of the plan's requests fetched. */
    requests: 'Show requests',
    why: {
      offline: 'The service can’t be reached. The plan resumes once the connection is back.',
      key: 'API key or contact key needed. The plan resumes once the key is available.',
      storage: 'The disk is full. The plan resumes once you free up space.',
    },
    news: (count: number) => plural(count, 'new round'),
  },
  steps: {
    waiting: 'waiting',
    done: 'done',
    free: 'nothing found, nothing charged',
    dearer: 'price rose, not fetched',
    'no-room': 'over a limit, not fetched',
    failed: 'failed',
    unknown: 'response lost, counted as spent',
    dropped: 'cancelled',
    'marked-done': 'company marked as done, not fetched',
    snoozed: 'company snoozed, not fetched',
    ours: 'company already yours, not fetched',
  },
  /** Requests that were skipped because of something that the user did after approving the run. */
  skippedSince: {
    line: (requests: number, reasons: readonly string[]) =>
      `Skipped ${plural(requests, 'request')}: ${reasons.join(', ')}`,
    'marked-done': (count: number) =>
      `${countText(count)} for ${count === 1 ? 'a company' : 'companies'} marked as done`,
    snoozed: (count: number) =>
      `${countText(count)} for ${count === 1 ? 'a snoozed company' : 'snoozed companies'}`,
    ours: (count: number) =>
      `${countText(count)} for ${count === 1 ? 'a company' : 'companies'} already yours`,
  },
  dialog: {
    title: 'Today’s plan',
    about:
      'Nothing is fetched until you approve the plan, unless your plan rules allow it. A price is the most a request can cost. Where the service sets no maximum, the price is an estimate, such as “about 10 records”.',
    skippedBelow: (count: number) =>
      count === 1
        ? '1 request was skipped. The reason is below.'
        : `${countText(count)} requests were skipped. The reasons are below.`,
    chosen: 'Request',
    left: 'Skipped requests',
    why: 'Reason',
    price: 'Price',
    worth: 'Priority',
    worthTitle:
      'Priority is higher for companies on important lists or with a good fit, for searches that can return many rounds, and for data that will soon be unavailable.',
    worths: { high: 'High', medium: 'Medium', low: 'Low' },
    worthNumber: (value: number) => `Priority ${countText(value)}`,
    close: 'Close',
    leftMore: (count: number) => `and ${countText(count)} more`,
  },
  rule: {
    title: 'Plan rules',
    about: 'Set how important each list is and what Roundwatch may fetch without asking.',
    noLists: 'No lists yet. Save a company to a list first.',
    weight: (name: string) => `Importance of ${name}`,
    weights: { 1: 'Low', 2: 'Normal', 4: 'High' },
    prefetch: 'Fetch contacts automatically',
    prefetchHint:
      'Within the daily maximum, Roundwatch fetches contacts at least 48 hours before the contact window closes, highest priority first.',
    onlyMatches: 'Fetch contacts automatically only where someone matches your buyer roles',
    onlyMatchesHint:
      'Roundwatch fetches the profile first (1 record), then the contacts only if a title matches your buyer roles. Without buyer roles, this setting has no effect.',
    reveals: 'Check for revealed contacts',
    revealsHint:
      'After the contact window closes, Roundwatch checks for revealed contacts once a day. A check is free unless you revealed contacts in the dashboard.',
    prefetchRecords: 'Daily maximum for contacts fetched automatically (records)',
    catchUpRecords: 'Daily maximum for automatic catch-ups (records)',
    catchUpHint: 'With a maximum of 0, Roundwatch asks before each catch-up.',
    fitFloor: 'Minimum fit for new companies',
    fitFloorHint: 'The minimum fit doesn’t apply to companies on your lists.',
    overlapDays: 'Earlier days included in each catch-up',
    save: 'Save rules',
    cancel: 'Cancel',
    saved: 'Plan rules saved',
  },
} as const;

export const gapText = {
  region: 'Gap',
  uncoveredRegion: 'Incomplete days',
  since: (day: string) => `Your library may be missing rounds since ${day}.`,
  /** Shown on Signals if there is no gap. */
  none: 'As far as Roundwatch knows, no rounds were missed.',
  what: (days: string, wide: boolean) =>
    `Catching up fetches ${wide ? 'all rounds' : 'the rounds in your market'} ${days}`,
  dated: (days: string) => `dated ${days}`,
  daysWithin: (days: number, range: string) => `from ${plural(days, 'day')} in the period ${range}`,
  requests: (count: number) => (count === 1 ? '' : `The catch-up takes ${plural(count, 'request')}.`),
  overlap: (days: number) =>
    days === 0
      ? ''
      : `. That includes ${plural(days, 'earlier day')}, because rounds are often published late`,
  later: (days: number) => `${plural(days, 'older day is', 'older days are')} left for the next catch-up.`,
  /** The total number of rounds in the catch-up's days, even if the library has some of them. */
  matches: (total: number) =>
    total === 1
      ? 'The service lists 1 matching round.'
      : `The service lists ${countText(total)} matching rounds, including any you already have.`,
  beyond: `More than ${countText(SET_ROWS_MAX)} rounds match, but the service returns at most that many. Narrow your market so that fewer rounds match.`,
  uncovered: (days: string, total: number | null, fetched: number) =>
    `${days}: ${total === null ? `more than ${countText(SET_ROWS_MAX)} rounds match` : `${plural(total, 'round')} match`}, but the service returns at most ${countText(SET_ROWS_MAX)} per search, so ${total === null ? 'some rounds are' : plural(total - fetched, 'round is', 'rounds are')} missing. Narrow your market so that fewer rounds match.`,
  button: 'Catch up',
  show: 'Show rounds',
  caught: (news: number) =>
    news === 0 ? 'The catch-up found no new rounds' : `The catch-up found ${plural(news, 'new round')}`,
} as const;
