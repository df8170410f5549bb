import type { Publish } from '../../../shared/contract/index.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import type { RecordedStep } from './undo-journal.ts';

/**
 * Publishes the events for a change to user data. Must be called after each change, including an undo.
 * Publishes nothing if nothing changed (`undo` is null).
 */
export function publishChange(publish: Publish, what: ChangeKind, { undo, companyIds }: RecordedStep): void {
  if (undo === null) return;
  publishGroup(publish, what, companyIds ?? []);
  // No other event is needed for these kinds of changes, because they do not affect how companies are shown.
  if (/^(?:filter|search|template|signals|plan|buyer|follow-up|review)-/.test(what)) return;
  publish('marks', 'onChanged', { companyIds: companyIds === null ? null : [...companyIds] });
  publish('library', 'onChanged', {});
}

type Group =
  | 'watchlists'
  | 'notes'
  | 'tasks'
  | 'contactLog'
  | 'followUps'
  | 'savedFilters'
  | 'savedSearches'
  | 'market'
  | 'templates'
  | 'watch'
  | 'signals'
  | 'plan'
  | 'ours'
  | 'investors'
  | 'reviews'
  /** An import may change data of every group. */
  | 'all'
  /**
   * Null for changes that affect only how companies are shown. Only `marks.onChanged` announces these
   * changes.
   */
  | null;

/** For each kind of change, the group of the contract whose `onChanged` event announces it. */
const GROUPS: Readonly<Record<ChangeKind, Group>> = {
  'list-created': 'watchlists',
  'list-renamed': 'watchlists',
  'list-removed': 'watchlists',
  'list-restored': 'watchlists',
  listed: 'watchlists',
  unlisted: 'watchlists',
  moved: 'watchlists',
  'reason-changed': 'watchlists',
  'note-written': 'notes',
  'note-restored': 'notes',
  'review-written': 'reviews',
  'task-added': 'tasks',
  'task-changed': 'tasks',
  'task-snoozed': 'tasks',
  'task-done': 'tasks',
  'task-reopened': 'tasks',
  'task-removed': 'tasks',
  'contact-logged': 'contactLog',
  'contact-changed': 'contactLog',
  'contact-removed': 'contactLog',
  'answer-logged': 'contactLog',
  'follow-up-rules-set': 'followUps',
  'filter-saved': 'savedFilters',
  'filter-renamed': 'savedFilters',
  'filter-replaced': 'savedFilters',
  'filter-removed': 'savedFilters',
  'search-saved': 'savedSearches',
  'search-renamed': 'savedSearches',
  'search-replaced': 'savedSearches',
  'search-removed': 'savedSearches',
  'search-moved': 'savedSearches',
  'search-seen': 'savedSearches',
  'market-set': 'market',
  'market-cleared': 'market',
  'weights-set': 'market',
  'buyer-roles-set': 'market',
  'buyer-roles-cleared': 'market',
  'signals-seen': 'signals',
  'signals-removed': 'signals',
  'duplicate-dismissed': null,
  'investor-watched': 'investors',
  'investor-merged': 'investors',
  'investor-separated': 'investors',
  'investor-distinct': 'investors',
  'template-written': 'templates',
  'template-changed': 'templates',
  'template-removed': 'templates',
  'plan-rules-set': 'plan',
  'list-watched': 'watch',
  'changes-seen': 'watch',
  'ours-imported': 'ours',
  'ours-removed': 'ours',
  'ours-decided': 'ours',
  'archive-imported': 'all',
  'triage-done': null,
  'triage-snoozed': null,
  'triage-back': null,
  'status-set': null,
  'status-renamed': null,
  'status-added': null,
  'status-moved': null,
  'status-removed': null,
  'tag-created': null,
  'tag-renamed': null,
  'tag-merged': null,
  'tag-removed': null,
  tagged: null,
  untagged: null,
};

const ALL_GROUPS = [
  'watchlists',
  'tasks',
  'contactLog',
  'followUps',
  'savedFilters',
  'savedSearches',
  'market',
  'templates',
  'watch',
  'plan',
  'ours',
  'investors',
  'reviews',
] as const;

function publishGroup(publish: Publish, what: ChangeKind, companyIds: readonly string[]): void {
  const group = GROUPS[what];
  if (group === null) return;
  if (group === 'all') {
    companyIds.forEach((companyId) => publish('notes', 'onChanged', { companyId }));
    return ALL_GROUPS.forEach((each) => publish(each, 'onChanged', {}));
  }
  if (group === 'notes')
    return companyIds.forEach((companyId) => publish('notes', 'onChanged', { companyId }));
  publish(group, 'onChanged', {});
  // Tasks may have changed too, because entries of the contact log may have follow-ups, which are tasks.
  if (group === 'contactLog') publish('tasks', 'onChanged', {});
  // The feed of watched lists also contains changes of watched investors. Setting the market may save a
  // search, and marking signals as seen may mark new results of saved searches as seen.
  if (group === 'investors') publish('watch', 'onChanged', {});
  if (group === 'market' || group === 'signals') publish('savedSearches', 'onChanged', {});
}
