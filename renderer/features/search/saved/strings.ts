import { countText } from '../../../lib/format.ts';

export const savedSearches = {
  title: 'Saved searches',
  fresh: (count: number) => `${countText(count)} new`,
  none: 'nothing new',
  never: 'not run yet',
  /** Shown instead of `nothing new` if the stored results are too old for that statement. */
  notRunFor: (age: string) => `not run for ${age}`,
  fetched: (when: string) => `fetched ${when}`,
  /** When the search last ran. The tooltip states the exact time. */
  lastRun: (age: string) => `last run ${age}`,
  ago: (age: string) => `${age} ago`,
  openIsFree: 'Opening this search is free.',
  runPrice: (price: string) => `Run: ${price}`,
  runAgainPrice: (price: string) => `Run again: ${price}`,
  seen: (when: string) => `Marked as seen ${when}`,
  neverSeen: 'Never marked as seen',
  open: (name: string) => `Open ${name}`,
  run: 'Run search',
  runOf: (name: string) => `Run ${name}`,
  markSeen: 'Mark as seen',
  markSeenOf: (name: string) => `Mark ${name} as seen`,
  freshRow: 'new in this search',
  since: (count: number, when: string | null) =>
    `${countText(count)} new${when === null ? '' : ` since ${when}`}`,
  startNew: 'New search',
  /** Shown after the name of a saved search whose filters have been changed. */
  edited: 'edited',
  save: 'Save',
  /**
   * Appended to `Save` for screen readers. Distinguishes this button from the Save button of a company that
   * is open beside the results.
   */
  saveWhat: 'this search',
  saveLong: 'Save this search…',
  saveChanges: 'Update search',
  saveAsNew: 'Save as new…',
  saveTitle: 'Save search',
  renameTitle: 'Rename search',
  name: 'Name',
  keeps: (days: string | null) =>
    days === null
      ? 'Saves the filters with these dates.'
      : `Saves the filters. Each run covers the last ${days === '1 day' ? 'day' : days}.`,
  startsSeen: 'Results already in your library don’t count as new.',
  runsByHand: 'The search runs only when you run it or approve a plan that includes it.',
  confirm: 'Save search',
  rename: 'Rename…',
  renameNow: 'Rename search',
  replace: 'Update with current filters',
  up: 'Move up',
  down: 'Move down',
  remove: 'Delete search',
  menuOf: (name: string) => `Actions for the search “${name}”`,
  nameTaken: 'Another search has this name.',
  nameNeeded: 'Enter a name for the search.',
  saved: (name: string) => `Search “${name}” saved`,
  existed: (name: string) => `Already saved as “${name}”`,
  renamed: (from: string, to: string) => `Search “${from}” renamed to “${to}”`,
  replaced: (name: string) => `Search “${name}” updated`,
  removed: (name: string) => `Search “${name}” deleted`,
  moved: (name: string) => `Search “${name}” moved`,
  seenNow: (name: string) => `Search “${name}” marked as seen`,
  unchanged: (name: string) => `Search “${name}” already has these filters`,
  unreadable:
    'This search was saved by a different version of Roundwatch and can’t be opened in this version.',
  unread: 'Saved searches couldn’t be loaded.',
  again: 'Try again',
  unlisted: (names: string) => `The service doesn’t list ${names}`,
  cannotRun: 'This search can’t run. Open it to correct its filters.',
  runKey: 'r',
  seenKey: 'e',
} as const;
