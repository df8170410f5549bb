export const kit = {
  undo: 'Undo',
  close: 'Close',
  cancel: 'Cancel',
  clearText: 'Clear text',
  retry: 'Try again',
  notifications: 'Notifications',
  more: 'More actions',
  copied: 'Copied',
  // This text must not contain the label of the field. Otherwise, tests that find the field by its label
  // would also find this button.
  showSecret: 'Show text',
  hideSecret: 'Hide text',
  remove: (what: string) => `Remove ${what}`,
  atMost: (count: string) => `You’ve reached the limit of ${count}. Remove one to add another.`,
  noMatch: 'No matches',
  moreMatches: (count: string) => `More matches: ${count}. Keep typing to narrow the list.`,
  refresh: 'Refresh',
  queueIt: 'Queue until you’re online',
  queueBrief: 'Queue',
  limiting: 'Runs out first',
  budget: 'Limit',
  thisCall: 'Price',
  basis: 'Source',
  leftAfter: 'Left afterwards',
  refusedIsFree: 'A refused request costs nothing.',
  calendarOf: (label: string) => `Open calendar: ${label.toLowerCase()}`,
  chooseDate: 'Choose a day',
  dateExample: (date: string) => `Fri or ${date}`,
  futureDateExample: (date: string) => `Fri, next week or ${date}`,
  chooseTime: 'Choose a time',
  timeFormat: 'HH:MM',
  chosen: 'chosen',
  neverFetched: 'not fetched',
  undisclosed: 'undisclosed',
  /** Screen readers read this instead of the sign "≈" in front of a rounded amount. */
  about: 'about',
  loading: 'Loading',
  partFailed: 'Roundwatch couldn’t load this part of the app.',
  windowClosed: 'closed',
  windowUnknown: 'no date',
  windowRevealed: { short: 'revealed', long: 'contacts revealed' },
  windowOpen: { short: 'open', long: 'contacts available' },
  /** Replaces the short form of `windowLeft` in lists that have room for the word "days". */
  windowDaysLeft: (days: number) => (days <= 1 ? '<1 day left' : `${days} days left`),
  /** `days` is rounded up. A value of 1 therefore means that at most 24 hours are left. */
  windowLeft: (days: number) =>
    days <= 1
      ? { short: '<1 d left', long: 'fetch contacts within 24 hours' }
      : { short: `${days} d left`, long: `fetch contacts within ${days} days` },
  /** Shown instead of the remaining days once the contacts have been fetched. */
  windowFetched: {
    fetched: { short: 'ready', long: 'contacts fetched' },
    /** Replaces the long form of `fetched` if it is known when the contact window closes. */
    fetchedUntil: (day: string) => `contacts fetched · window closes ${day}`,
    none: { short: 'no contacts', long: 'no contacts listed' },
    title: 'Contacts fetched.',
    stay: 'Fetched contacts stay in your library.',
    /** Follows the time at which the contact window closes. */
    stayAfter: 'Fetched contacts stay in your library after that.',
    noneTitle: 'The service lists no contacts for this company',
  },
  windowTitle: {
    open: (days: number) =>
      days <= 1 ? 'Contact window closes within 24 hours' : `Contact window closes in about ${days} days`,
    closed: 'Contact window closed',
    unknown: 'Contact window unknown: no announcement date provided',
    revealed: 'Contacts were revealed in the dashboard, so they stay available',
    available: 'Contacts are available, but the contact window’s closing date is unknown',
  },
  windowMeaning: 'Contacts can be fetched for 30 days after a round is announced.',
  /** The tooltip for contact windows [R-1-9]. */
  windowTip:
    'Contacts can be fetched for 30 days after a round is announced, or at any time once they’re revealed in the dashboard. Fetching them never uses the dashboard’s reveal credits.',
  fetchedTitle: (when: string, source: string) => `Fetched ${when} (${source})`,
  serviceError: {
    details: 'Details',
    about: 'Response from the service:',
    names: {
      status: 'Status',
      code: 'Code',
      error: 'Error',
      message: 'Message',
      detail: 'Detail',
      hint: 'Hint',
      excerpt: 'Response text',
    },
    nothing: 'No details provided',
  },
  /** Shown if a note could not be saved before the user switched to another workspace. */
  unsavedNoteLeft:
    'A note wasn’t saved when you switched workspaces. To save it, go back to the workspace where you wrote it and open the company. Roundwatch keeps the text until you quit.',
} as const;
