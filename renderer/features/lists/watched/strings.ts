import { countText, plural } from '../../../lib/format.ts';

export const watch = {
  menu: (isWatched: boolean) => (isWatched ? 'Watch settings…' : 'Watch this list…'),
  title: (name: string) => `Watch ${name}`,
  settingsOf: (name: string) => `Watch settings for ${name}`,
  about:
    'Companies on a watched list become due for a refresh after the number of days you set. You can then refresh them from the library or today’s plan, at the price shown. The library shows what changed.',
  watched: 'Watch this list',
  watchedHint:
    'When off, this list adds nothing to Changes and doesn’t make its companies due for a refresh.',
  refreshDays: 'Refresh due after',
  days: (value: number) => plural(value, 'day'),
  recordsAMonth: 'Monthly spending cap',
  records: 'records',
  recordsHint: (used: number) =>
    used === 0
      ? 'Refreshing a company costs 1 record. This list has used no records this month.'
      : `Refreshing a company costs 1 record. This list has used ${plural(used, 'record')} this month.`,
  recordsWrong: 'Enter a whole number from 0 to 100,000.',
  dueNow: (due: number) =>
    due === 0
      ? 'No companies are due for a refresh.'
      : `${plural(due, 'company is', 'companies are')} due for a refresh.`,
  /** The count omits due companies whose refresh would exceed the spending cap of their list. */
  canRefresh: (count: number) => `${plural(count, 'due company', 'due companies')} can be refreshed now.`,
  save: 'Save settings',
  on: (name: string) => `Watching ${name}`,
  off: (name: string) => `Stopped watching ${name}`,
  changed: (name: string) => `Watch settings for ${name} saved`,

  refreshDueShort: 'Refresh',
  refreshDueCompanies: (count: number) => `Refresh ${plural(count, 'due company', 'due companies')}`,
  news: 'Changes',
  unseenChanges: (count: number) => plural(count, 'unseen change'),
  onLists: (count: number) => `${plural(count, 'new change')} to companies and investors you watch.`,
  seeChanges: 'Show changes',
  group: 'Watched lists',
  seenAll: 'Mark all changes as seen',
  newsAll: 'Show all changes',
  seen: 'Mark all as seen',
  /**
   * Shown in the dialog of one list. The text must therefore make clear that the button affects all lists.
   */
  seenOnAll: 'Mark changes on all lists as seen',
  markedSeen: (count: number) => `${plural(count, 'change')} marked as seen`,
  nothingNew: 'No unseen changes.',
  feed: 'Changes to companies and investors you watch',
  feedOf: (name: string) => `Changes to companies on ${name}`,
  feedAbout: 'Changes on watched lists and new rounds backed by watched investors, newest first.',
  feedOfAbout: 'Newest changes first.',
  feedEmpty: 'No changes yet. New rounds, open roles and news appear here once they’re fetched.',
  feedFailed: 'The changes couldn’t be loaded.',
  again: 'Try again',
  more: 'Show more changes',
  unseenMark: 'New',
  open: (name: string, what: string) => `${name}: ${what}`,
  close: 'Close',

  newRound: (what: string) => (what === '' ? 'New round' : `New round: ${what}`),
  investorRound: (investors: string, what: string) =>
    what === '' ? `Round backed by ${investors}` : `Round backed by ${investors}: ${what}`,
  stageChanged: (was: string, now: string) => `Stage changed from ${was} to ${now}`,
  amountChanged: (was: string, now: string) => `Amount changed from ${was} to ${now}`,
  rolesOpened: (count: number, titles: string) =>
    `${plural(count, 'new open role')}${titles === '' ? '' : `: ${titles}`}`,
  rolesRemoved: (count: number) => `${plural(count, 'open role')} no longer listed`,
  news1: (title: string) => `News: ${title}`,
  newsMany: (count: number, title: string) => `News: ${countText(count)} articles, including “${title}”`,
  newsUntitled: (count: number) => `News: ${plural(count, 'article')}`,
  contactsOpen: 'Contacts became available',
  contactsClosed: 'Contact window closed',
  contactsWereClosing: 'Contact window was about to close',
} as const;
