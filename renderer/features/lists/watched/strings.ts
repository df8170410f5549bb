import { plural } from '../../../lib/format.ts';

/** UI text for watched lists and their changes. */
export const watch = {
  menu: 'Watch…',
  title: (name: string) => `Watch ${name}`,
  about:
    'Companies of a watched list that were not looked at for a while are due: looking again is offered with its price, here and in the day’s plan. What a newer answer changes is told in the library, whoever fetched it.',
  watched: 'Watch this list',
  watchedHint: 'Off: nobody on it is due, and its changes are not told.',
  refreshDays: 'Look again after',
  days: (value: number) => plural(value, 'day'),
  recordsAMonth: 'At most, a month',
  records: 'records',
  recordsHint: (used: number) =>
    used === 0
      ? 'One record a company. Nothing used this month.'
      : `One record a company. ${plural(used, 'record')} used this month.`,
  recordsWrong: 'A whole number from 0 to 100,000.',
  dueNow: (due: number) => (due === 0 ? 'Nobody is due.' : `${plural(due, 'company', 'companies')} due now.`),
  save: 'Save',
  on: (name: string) => `${name} is watched`,
  off: (name: string) => `${name} is not watched any more`,
  changed: (name: string) => `How ${name} is watched is changed`,
  watchedMark: 'Watched',

  refreshDueShort: 'Look again',
  refreshDueCompanies: (count: number) => `Look again at ${count}`,
  news: 'What changed',
  unseenChanges: (count: number) => plural(count, 'unseen change'),
  onLists: (count: number) => `${plural(count, 'change')} on your watched lists.`,
  seeChanges: 'See what changed',
  group: 'Watched lists',
  seenAll: 'Mark all changes of watched lists seen',
  newsAll: 'All changes…',
  seen: 'Mark all seen',
  markedSeen: (count: number) => `${plural(count, 'change')} marked seen`,
  seenOne: (name: string) => `Mark seen: ${name}`,
  nothingNew: 'Nothing changed that you have not seen.',
  feed: 'What changed on your watched lists',
  feedOf: (name: string) => `What changed on ${name}`,
  feedAbout: 'Differences between what was kept and a newer answer, the newest first.',
  feedEmpty: 'Nothing has changed yet.',
  feedFailed: 'The changes could not be read.',
  again: 'Try again',
  more: 'Show more',
  unseenMark: 'Not seen yet',
  open: (name: string, what: string) => `${name}: ${what}`,
  close: 'Close',

  newRound: (what: string) => (what === '' ? 'New round' : `New round: ${what}`),
  stageChanged: (was: string, now: string) => `${was} is now ${now}`,
  amountChanged: (was: string, now: string) => `${was} is now ${now}`,
  rolesOpened: (count: number) => `${plural(count, 'role')} opened`,
  rolesRemoved: (count: number) => `${count} gone`,
  news1: (title: string) => `News: ${title}`,
  newsMany: (count: number, title: string) => `${count} articles: ${title}`,
  newsUntitled: (count: number) => `News: ${plural(count, 'article')}`,
  contactsOpen: 'Contacts can be had again',
  contactsClosed: 'Contacts are closed now',
  contactsClosing: (days: number) =>
    days <= 0 ? 'Contacts close about now' : `Contacts close in about ${plural(days, 'day')}`,
  contactsWereClosing: 'Contacts were about to close',
} as const;
