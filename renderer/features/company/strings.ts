import { countText, plural } from '../../lib/format.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';

const { endpoints } = requestStrings;

export const company = {
  title: (name: string) => `Company: ${name}`,
  width: 'Company pane width',
  panelsTitle: 'Sections',
  panels: {
    overview: 'Overview',
    people: 'Contacts',
    rounds: 'Rounds',
    highlights: 'Highlights',
    tech: 'Tech stack',
    roles: 'Open roles',
    news: 'News',
    notes: 'Notes',
    why: 'Why do I have this?',
  },
  saveTo: 'Save to a list',
  /** Shown while the company isn't on any list. */
  saveHint: 'Choose a list to save this company to. You can then add a reason.',
  newList: 'New list',
  note: 'Note',
  task: 'Task',
  setStatus: 'Set status',
  status: (name: string) => `Status: ${name}`,
  /** The tooltip contains the name, because a long name is cut off. */
  changeStatus: (name: string) => `Status: ${name}. Change status`,
  fetchProfile: 'Fetch profile',
  doNotContact: {
    title: 'Fetch data about this company?',
    about: (name: string) =>
      `You marked ${name} as “Do not contact”. Fetching costs records as usual. The company stays marked.`,
    fetch: 'Fetch anyway',
  },
  refreshProfile: 'Refresh profile',
  /** UI text for a company whose profile has not been fetched. */
  offer: {
    about:
      'The profile adds a description, the website, technologies and highlights, and the names and job titles of contacts. For their e-mail addresses, fetch contacts.',
    /** Replaces `about` if contacts are already listed, if there are none, or if the contact window is closed. */
    aboutWithoutContacts: 'The profile adds a description, the website, technologies and highlights.',
    parts: 'Choose what to fetch',
    ownDataOnly: 'Only your own data so far. Fetch the profile for 1 record to add the company’s details.',
    local:
      'Only your own data, from a file you imported. Look up the company to add its profile. If the website or LinkedIn page matches, your data moves to that profile.',
    lookUp: 'Look up',
  },
  expand: 'Open full page',
  previous: 'Previous company',
  next: 'Next company',
  close: 'Close',
  notProvided: 'not provided',
  undisclosed: 'undisclosed',
  noDescription: 'No description provided.',
  industries: 'Industries',
  website: 'Website',
  linkedin: 'LinkedIn',
  tags: 'Tags',
  /** Headings for the tag categories (spec §2.3). Other categories share the heading `otherTags`. */
  tagCategories: { model: 'Business model', stage: 'Stage', tech: 'Technology', vertical: 'Vertical' },
  otherTags: 'Other',
  gone: (when: string) =>
    `The service no longer lists this company (checked ${when}). The downloaded data stays in your library.`,
  duplicates: {
    title: 'Possible duplicates',
    lead: 'Possible duplicate:',
    hint: (name: string) => `${name} has the same website.`,
    open: 'Open',
    openLabel: (name: string) => `Open ${name}`,
    dismiss: 'Mark as different',
    dismissLabel: (name: string) => `Mark as different: ${name}`,
    dismissed: (name: string) => `${name} marked as a different company`,
  },
  missing: 'Company not in your library',
  notFound: 'This company isn’t in your library',
  notFoundAbout:
    'Fetch the profile to add this company. If the service doesn’t list it, the request is free.',
  unknown: 'The service doesn’t list this company',
  unknownAbout: 'The request was free. The link may be old or belong to another account.',
  waitingProfile: 'Fetching the profile…',
  waitingPeople: 'Fetching contacts…',
  people: {
    fetch: 'Fetch contacts',
    never: (total: number | null) =>
      total === null || total === 0
        ? 'Your library has no contacts for this company.'
        : `The service lists ${plural(total, 'contact')}. Your library has none.`,
    /** Shown after `never`. */
    brings: 'Fetching contacts adds their names, job titles and e-mail addresses.',
    /** Shown after `brings` if the profile has not been fetched. */
    noProfileNeeded: 'You don’t need the profile for this.',
    /** Shown after the other sentences (spec §7). */
    neverClosed:
      'The contact window is closed, so the service may refuse the request. A refused request is free.',
    namesOnly: 'Fetch contacts to see their e-mail addresses.',
    none: 'The service lists no contacts for this company.',
    closed:
      'The service won’t release these contacts now. Reveal them in its dashboard, then try again here. A refused request is free, and Roundwatch never uses your reveal credits.',
    notKept: 'This workspace doesn’t store contacts. To store them, go to Settings → Contacts.',
    paced:
      'Roundwatch shows the contacts of at most 60 companies a minute. These contacts will appear in a moment.',
    count: (shown: number, total: number) =>
      shown === total ? countText(shown) : `${countText(shown)} of ${countText(total)}`,
    /** A contact, outside the page of the company. */
    at: (name: string, title: string | null, company: string) =>
      `${name}${title === null ? '' : `, ${title}`} at ${company}`,
    noEmail: 'no e-mail provided',
    invalid: 'not valid',
    invalidTitle: 'This isn’t a valid e-mail address',
    copyEmail: (name: string) => `Copy e-mail address of ${name}`,
    copied: (what: string) => `${what} copied`,
    copyFailed: 'Not copied. Roundwatch can’t access the clipboard.',
  },
  copyWebsite: 'Copy website address',
  rounds: {
    count: (shown: number, total: number | null) =>
      total === null || total <= shown ? countText(shown) : `${countText(shown)} of ${countText(total)}`,
    caption: (name: string) => `${name}’s rounds`,
    round: 'Round',
    amount: 'Amount',
    announced: 'Announced',
    investors: 'Investors, lead first',
    lead: 'lead',
    openInvestor: (name: string) => `Show investor ${name}`,
    noInvestors: 'none listed',
    noCurrency: 'no currency',
    usd: (amount: string) => `${amount} in US dollars`,
    chartName: (name: string) => `${name}’s rounds as a chart`,
    chart: (name: string, rounds: string) => `${name}’s rounds by date and amount: ${rounds}.`,
    unknownStage: 'Round',
    noStage: 'stage not provided',
    noDate: 'date not provided',
    gone: 'no longer listed',
    /**
     * Shown instead of a round's investors if they have not been fetched, or if the service provides none.
     */
    missing: { fetched: 'not fetched', told: 'not provided' },
    missingLong: { fetched: 'Investors not fetched', told: 'Investors not provided' },
    summary: 'Fetch all rounds to see investors, currencies and US dollar amounts.',
    /** Shown if some, but not all, of the stored rounds have investors. */
    summaryPartly: 'Fetch all rounds to see the missing investors, currencies and US dollar amounts.',
    summaryComplete: 'The service may list more rounds.',
    none: 'The service lists no rounds.',
    unavailable: 'The service lists no rounds.',
    raised: (amount: string, rounds: number, of: number) =>
      `${amount} raised in ${rounds === of ? plural(of, 'round') : `${countText(rounds)} of ${plural(of, 'round')}`}, converted to US dollars by the service`,
  },
  panel: {
    fetch: 'Fetch',
    /** Shown if only some of the data is stored, for example from a profile. */
    fetchAll: 'Fetch all',
    again: 'Check again',
    instead: 'Fetch profile instead',
    waiting: (title: string) => `Fetching ${title.toLowerCase()}…`,
    ago: (age: string) => (age === 'just now' ? age : `${age} ago`),
    asked: (ago: string) => `Checked ${ago}.`,
    /** Shown if a recent request found nothing. Another request is not worthwhile yet [R-4-4, R-4-7]. */
    waits: (day: string) => `Worth checking again from ${day}. A check that finds nothing is free.`,
    /** Shown if data is stored but the latest response was empty. */
    emptySince: (ago: string) => `Checked ${ago}: the service had no data. Earlier data is still shown.`,
    summaryNone: 'None in the profile.',
    summaryNoneEvent: 'None in the webhook event.',
    fullCosts: (price: string) => `The full list costs ${price}.`,
    more: (count: number) => `${countText(count)} more`,
    fewer: 'Show fewer',
    copy: (title: string) => `Copy link to ${title}`,
  },
  highlights: {
    about: 'The service extracts highlights automatically.',
    extracted: 'machine-extracted',
    ai: 'AI',
    summary: 'These highlights come from the profile and have no dates.',
    none: 'The service lists no highlights.',
    unavailable: 'The service lists no highlights.',
  },
  tech: {
    summary: 'These technologies come from the profile and have no descriptions.',
    summaryEvent: 'These technologies come from a webhook event and have no descriptions.',
    none: 'The service lists no technologies.',
    unavailable:
      'The service has no tech stack for this company. The website may be down or not yet analysed.',
    noCategory: 'Other',
    domain: (domain: string) => `Analysed website: ${domain}`,
    otherCategories: (names: string) => `Other categories: ${names}`,
  },
  roles: {
    next: 'Load more roles',
    summary: 'Not fetched yet.',
    none: 'The service lists no open roles.',
    unavailable: 'The service lists no open roles.',
    hiring: (
      count: number,
      department: string,
      { isAtLeast, newest }: { readonly isAtLeast: boolean; readonly newest: string | null },
    ) =>
      `Hiring ${isAtLeast ? 'at least ' : ''}${countText(count)} in ${department}${newest === null ? '' : ` (newest role: ${newest})`}.`,
    departments: 'Departments',
    seniorities: 'Seniority',
    count: (shown: number, reported: number | null) =>
      reported === null || reported <= shown
        ? countText(shown)
        : `${countText(shown)} of ${countText(reported)}`,
    matching: (count: number, total: number) =>
      `${countText(count)} of ${plural(total, 'role')} ${count === 1 ? 'matches' : 'match'}`,
    gone: 'no longer listed',
    seen: (age: string) => (age === 'just now' ? 'first seen just now' : `first seen ${age} ago`),
    synced: (age: string) => (age === 'just now' ? 'checked just now' : `checked ${age} ago`),
    untitled: 'untitled role',
    containing: (text: string) => `“${text}”`,
    /** UI text for the form that fetches roles with the service's filters (spec §4.8). */
    request: {
      open: 'Fetch roles by department, seniority or title',
      department: 'Department',
      seniority: 'Seniority',
      search: 'Title contains',
      any: 'Any',
      counted: (total: number, age: string) =>
        `${plural(total, 'role matches', 'roles match')}, counted ${age === 'just now' ? age : `${age} ago`}.`,
      notCounted: 'The first request shows how many roles match.',
      fetch: (perPage: number) => `Fetch the first ${plural(perPage, 'role')}`,
      cheapest: 'cheapest',
      all: ({ requests, records, pageTurns }: { requests: number; records: number; pageTurns: number }) =>
        `all matching roles: ${plural(requests, 'request')}, ${plural(records, 'record')}, ${plural(pageTurns, 'page turn')}`,
      next: (page: number) => `Load page ${countText(page)}`,
      waiting: 'Fetching open roles…',
    },
    waitingMore: 'Fetching more open roles…',
    end: 'No more open roles.',
  },
  news: {
    summary: 'Not fetched yet.',
    none: 'The service lists no news.',
    unavailable: 'The service lists no news.',
    other: 'Other news',
    untitled: 'untitled article',
  },
  withProfile: 'not fetched',
  why: {
    sources: {
      fundings: 'Round search',
      companies: 'Company search',
      company: endpoints.company,
      contacts: endpoints.contacts,
      webhook: 'Webhook',
      paste: 'Pasted event',
      'tech-stack': endpoints['tech-stack'],
      rounds: endpoints.rounds,
      highlights: endpoints.highlights,
      'open-roles': endpoints['open-roles'],
      news: endpoints.news,
    },
    saved: (lists: string) => `You saved this company to ${lists}`,
  },
  lists: {
    added: (name: string, list: string) => `${name} saved to ${list}`,
    dropped: (name: string, list: string) => `${name} removed from ${list}`,
  },
  commands: {
    group: 'Company',
    open: 'Open full page',
    people: 'Fetch contacts',
    refreshPeople: 'Refresh contacts',
    'tech-stack': 'Fetch tech stack',
    rounds: 'Fetch all rounds',
    highlights: 'Fetch highlights',
    news: 'Fetch news',
    'open-roles': 'Fetch open roles',
    'more-roles': 'Load more open roles',
  },
} as const;

export const notes = {
  label: (name: string) => `Note on ${name}`,
  placeholder: 'Private. Saved as you type.',
  saved: (when: string) => `Saved ${when}`,
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  failed: 'Not saved. Your text is still here.',
  conflict: 'A newer version of this note was saved elsewhere. Your text is still here.',
  theirs: 'Newer version',
  keepMine: 'Keep my text',
  takeTheirs: 'Use the newer version',
  retry: 'Try saving again',
  changed: (name: string) => `Note on ${name} saved`,
  taken: 'Switched to the newer version of the note',
} as const;
