import { plural } from '../lib/format.ts';

/** UI text for the rail, the status bar, the banners and the palette. */
export const frame = {
  navigation: 'Main',
  title: (screen: string, workspace: string) => `${screen} · ${workspace} · Roundwatch`,
  starting: 'Opening the library',
  workspace: {
    switch: (name: string) => `Workspace ${name}. Switch`,
    open: 'open',
    connect: 'Connect an account',
    manage: 'Manage workspaces',
    leave: 'Close this workspace',
  },
  commands: 'Commands',
  meter: {
    title: 'Open Quota',
    records: 'Records',
    used: 'Records used this month',
    testKey: 'Test key',
    testKeyUsed: 'Requests of the test key used this month',
    left: (count: string) => `${count} left`,
    resets: (when: string) => `Resets ${when}`,
  },
  badgeTitles: {
    demo: 'Invented companies from a simulated service',
    test: 'A test key: its own small budget',
    simulator: 'The base URL is on this machine: a simulated service',
  },
  status: {
    bar: 'Status',
    idle: 'Not contacted yet',
    online: 'Online',
    offline: 'Offline',
    offlineSince: (when: string) => `Offline since ${when}`,
    failing: 'Service not responding correctly',
    failingSince: (when: string) => `Service not responding correctly since ${when}`,
    'key-refused': 'Key refused',
    'plan-lapsed': 'Plan lapsed',
    noReceipt: 'No request since the start',
    last: (words: string) => `Last request: ${words}`,
    lastOf: (requests: number, words: string, unknown: number) =>
      `Last ${plural(requests, 'request')}: ${words}${unknown === 0 ? '' : ` ${plural(unknown, 'request')} not answered, counted in full.`}`,
    receipts: (count: number) => plural(count, 'receipt'),
    lastInBackground: (words: string) => `Last request, in the background: ${words}`,
    clock: (local: string, utc: string) => `${local} local · ${utc}`,
    demoClock: 'Demo time',
  },
  demo: {
    fact: 'This is the demo.',
    works: 'Invented companies, a simulated service, no money.',
    controls: 'Demo controls',
    service: 'Simulated service',
    serviceHint: 'Stop it to see what works without it.',
    clock: 'Move the clock',
    now: (when: string) => `It is ${when}.`,
    days: { 1: '1 day', 7: '7 days', 30: '30 days' },
    moved: (days: string, when: string) => `Moved ${days} ahead. It is ${when}.`,
    stopped: 'The simulated service is stopped',
    started: 'The simulated service is running',
    leave: 'Leave the demo',
    remove: 'Remove the demo',
    left: 'Left the demo; it keeps its place',
    comeBack: 'Go back',
  },
  banners: {
    offline: { fact: 'Offline.' },
    failing: {
      fact: 'The service is not responding correctly.',
      works: 'Everything fetched is here, and writing works.',
    },
    serviceStopped: {
      fact: 'The simulated service is stopped.',
      works: 'Everything fetched is here.',
      action: 'Start it',
    },
    keyLocked: {
      fact: 'The keyring is locked.',
      works: 'Reading and writing work; calls do not.',
      action: 'Ask again',
    },
    keyAbsent: {
      fact: 'No API key is stored.',
      works: 'Reading and writing work; calls do not.',
      action: 'Paste a key',
    },
    keyUnavailable: {
      fact: 'The keyring does not answer.',
      works: 'Reading and writing work; calls do not.',
      action: 'Ask again',
    },
    keyAndPeople: 'Companies and your words work; calls, names and addresses do not.',
    keyRefused: {
      fact: 'The service refused the key.',
      works: 'Nothing was spent; the library works.',
      action: 'Paste a new key',
    },
    planLapsed: {
      fact: 'The plan does not include the API.',
      works: 'Nothing was spent; the library works.',
      action: 'Open settings',
    },
    clock: {
      fact: (off: string, fast: boolean) => `This clock is ${off} ${fast ? 'fast' : 'slow'}.`,
      works: 'Budgets follow the service’s time. Set the clock right in the system’s settings.',
    },
    notRunning: {
      fact: 'Roundwatch is not running.',
      works:
        'Nothing is lost. This page connects again by itself; if Roundwatch was started anew, open the address it printed.',
    },
    signedOut: {
      title: 'Not signed in · Roundwatch',
      fact: 'This tab is not signed in to Roundwatch.',
      works:
        'Open the latest address that Roundwatch printed in its terminal. Each address works once, for five minutes. Roundwatch may already be open in another tab.',
    },
  },
  palette: {
    title: 'Commands',
    placeholder: 'Search commands, companies, contacts, or paste a website or e-mail address',
    companies: 'Companies in your library',
    contacts: 'Contacts',
    contactMatches: 'a contact matches',
    lists: 'Lists',
    settingsSection: (title: string) => `Settings: ${title}`,
    inLibrary: 'In your library',
    matches: {
      email: 'e-mail address matches',
      linkedin: 'LinkedIn profile matches',
      website: 'website matches',
      company: 'same website',
    },
    notInLibrary: (address: string) => `Not in your library: ${address}`,
    searchService: (name: string) => `Search the service for “${name}”`,
    priceFirst: 'shows the price first',
    switchTo: (name: string) => `Switch to ${name}`,
    companiesIn: (count: number) => plural(count, 'company', 'companies'),
    everywhere: 'Everywhere',
    empty: 'Nothing found. Try another word.',
    move: 'move',
    run: 'run',
    left: (count: string, resets: string | null) =>
      `${count} records left${resets === null ? '' : `, resets ${resets}`}`,
  },
  shortcuts: { title: 'Shortcuts', about: 'Every command is also in the palette.' },
} as const;

/** UI text that describes the effects of moving the demo's clock. */
export const timeTravelEffects = {
  windows: (count: number) => `${plural(count, 'window')} closed`,
  month: 'the month’s budgets are new',
  day: 'the day’s budgets are new',
  snoozes: (count: number) => (count === 1 ? '1 snooze is over' : `${count} snoozes are over`),
  nothing: 'nothing closed',
} as const;
