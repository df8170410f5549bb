import { plural } from '../lib/format.ts';

/** UI text for the rail, the status bar, the banners and the palette. */
export const frame = {
  navigation: 'Main',
  title: (screen: string, workspace: string) => `${screen} · ${workspace} · Roundwatch`,
  workspace: {
    switch: (name: string) => `Workspace ${name}. Switch workspace`,
    open: 'open',
    connect: 'Connect an account',
    manage: 'Manage workspaces',
    leave: 'Close this workspace',
  },
  commands: {
    short: 'Find or run…',
    long: 'Find or run… (command palette): find a company, contact or saved search, or run a command',
  },
  help: { short: 'Help', long: 'Help: guide, glossary, shortcuts and what’s new' },
  meter: {
    title: (why: string) => `${why} Opens Quota.`,
    leftTitle: {
      records:
        'Records left this month. Records used on your other devices, as last reported, are already subtracted.',
      testKey: 'Test-key requests left this month.',
    },
    /** Explains “up to”. */
    upToTitle: {
      records:
        'The service hasn’t reported records used on your other devices, so you may have fewer records left.',
      testKey:
        'The service hasn’t reported requests from your other devices, so you may have fewer requests left.',
    },
    records: 'Records',
    used: 'Records this month',
    testKey: 'Test key',
    testKeyUsed: 'Test-key requests this month',
    left: (count: string) => `${count} left`,
    /** Shown when other devices may have used part of the budget. */
    leftUpTo: (count: string) => `up to ${count} left`,
    resets: (when: string) => `Resets ${when}`,
  },
  badgeTitles: {
    demo: 'Made-up companies from a simulated service',
    test: 'A test key has its own, smaller limit',
    simulator: 'Connected to a simulated service on this computer',
  },
  status: {
    bar: 'Status',
    idle: 'Not connected yet',
    online: 'Online',
    offline: 'Offline',
    offlineSince: (when: string) => `Offline since ${when}`,
    failing: 'Service problem',
    failingSince: (when: string) => `Service problem since ${when}`,
    'key-refused': 'API key rejected',
    'plan-lapsed': 'No API access',
    noReceipt: 'No requests since you opened this workspace',
    last: (words: string) => `Last request: ${words}`,
    lastOf: (requests: number, words: string, unknown: number) =>
      `Last ${plural(requests, 'request')}: ${words}${unknown === 0 ? '' : ` No response to ${plural(unknown, 'request')}, which ${unknown === 1 ? 'counts' : 'count'} as spent.`}`,
    receipts: (count: number) => plural(count, 'receipt'),
    lastInBackground: (words: string) => `Last background request: ${words}`,
    clock: (local: string, utc: string) => `${local} local · ${utc}`,
  },
  demo: {
    fact: 'This is the demo.',
    works:
      'Find newly funded companies and the right people to write to. All data is simulated. Opening a company is free; buttons show prices in records.',
    worksShort: 'Find companies that just raised money. All data is simulated and costs nothing.',
    controls: 'Demo controls',
    service: 'Simulated service',
    serviceHint: 'Turn off the service to see what still works without it.',
    clock: 'Skip ahead',
    now: (when: string) => `Demo date: ${when}`,
    days: { 1: '1 day', 7: '7 days', 30: '30 days' },
    moved: (days: string, when: string) => `Skipped ahead ${days}. It’s now ${when}.`,
    stopped: 'The simulated service is off',
    started: 'The simulated service is on',
    leave: 'Leave the demo',
    remove: 'Delete the demo',
    left: 'You left the demo. Its data stays on this computer.',
    comeBack: 'Return to the demo',
  },
  banners: {
    offline: { fact: 'You’re offline.' },
    failing: {
      fact: 'The service has a problem.',
      works: 'Your library, notes and tasks still work. Requests may fail.',
    },
    serviceStopped: {
      fact: 'The simulated service is off.',
      works: 'Your library still works.',
      action: 'Turn on the simulated service',
    },
    keyLocked: {
      fact: 'Your system’s keychain is locked.',
      works: 'Your library, notes and tasks still work. Requests need the API key.',
      action: 'Unlock keychain',
    },
    keyAbsent: {
      fact: 'No API key is stored.',
      works: 'Your library, notes and tasks still work. Requests need an API key.',
      action: 'Add API key',
    },
    keyUnavailable: {
      fact: 'Your system’s keychain isn’t responding.',
      works: 'Your library, notes and tasks still work. Requests need the API key.',
      action: 'Try again',
    },
    keyAndContacts: 'Companies, notes and tasks still work. Requests and contacts need the keychain.',
    keyRefused: {
      fact: 'The service rejected your API key.',
      works: 'Nothing was spent. Your library still works.',
      action: 'Replace API key',
    },
    planLapsed: {
      fact: 'Your plan doesn’t include API access.',
      works: 'Nothing was spent. Your library still works.',
      action: 'Open Settings',
    },
    clock: {
      fact: (off: string, fast: boolean) => `This computer’s clock is ${off} ${fast ? 'fast' : 'slow'}.`,
      works:
        'Limits reset according to the service’s clock. Correct this computer’s clock in your system settings.',
    },
    notRunning: {
      fact: 'Can’t reach Roundwatch.',
      works:
        'Nothing is lost. If Roundwatch is still running in the terminal, this page reconnects automatically. Otherwise, start Roundwatch again and open the new address shown there.',
    },
    signedOut: {
      title: 'Not signed in · Roundwatch',
      fact: 'This tab isn’t signed in to Roundwatch.',
      works:
        'Open the latest address shown in the terminal where Roundwatch is running. Each address works once and expires after five minutes. Roundwatch may already be open in another tab.',
    },
  },
  companyWindow: {
    group: 'Company',
    open: 'Open in new window',
  },
  rowMenu: {
    label: 'Company actions',
    open: 'Open company',
    anotherDay: 'Another day…',
    copy: 'Copy',
    copyName: 'Company name',
    copyContact: 'E-mail address or link…',
  },
  palette: {
    title: 'Commands',
    placeholder: 'Type a command, company, contact, website or “Seed fintech in France”',
    companies: 'Companies in your library',
    investors: 'Investors',
    contacts: 'Contacts',
    needsCompany: 'open a company first',
    contactMatches: 'has a matching contact',
    lists: 'Lists',
    search: 'Search',
    searchLibrary: (text: string) => `Search your library for “${text}”`,
    inCountry: (country: string) => `Show companies by country: ${country}`,
    free: 'free',
    priceFirst: 'shows the price first',
    settingsSection: (title: string) => `Settings: ${title}`,
    switchTo: (name: string) => `Switch to ${name}`,
    companiesIn: (count: number) => plural(count, 'company', 'companies'),
    everywhere: 'Everywhere',
    empty: 'Nothing found. Try another word.',
    move: 'move',
    run: 'run',
    open: 'open',
    /** If `isAtMost` is true, fewer records may be left, because other devices may have used some. */
    left: (count: number, isAtMost: boolean, resets: string | null) =>
      `${isAtMost ? 'Up to ' : ''}${plural(count, 'record')} left${resets === null ? '' : ` until ${resets}`}`,
  },
  shortcuts: { title: 'All keyboard shortcuts' },
} as const;

/** UI text that describes the effects of moving the demo's clock. */
export const timeTravelEffects = {
  windows: (count: number) => `${plural(count, 'contact window')} closed`,
  month: 'monthly limits reset',
  day: 'daily limits reset',
  snoozes: (count: number) => `${plural(count, 'snooze')} ended`,
  nothing: 'no contact windows, snoozes or limits changed',
} as const;
