import type { Publish } from '../../../shared/contract.ts';
import type { Deed } from '../../../shared/model/words.ts';
import type { Recorded } from './journal.ts';

/**
 * The one place where a change of the seller's words becomes known, undo included: whatever keeps a view of them (the local
 * search, a screen) hears it here. `companyIds` is null where it may be many more than were named.
 */
export function announceWords(publish: Publish, what: Deed, { undo, companyIds }: Recorded): void {
  if (undo === null) return;
  publishGroup(publish, what, companyIds ?? []);
  // No company shows anything of a filter, of a saved search or of a template.
  if (/^(?:filter|search|template|signals|plan)-/.test(what)) return;
  publish('marks', 'onChanged', { companyIds: companyIds === null ? null : [...companyIds] });
  publish('library', 'onChanged', {});
}

type Group =
  | 'watchlists'
  | 'notes'
  | 'tasks'
  | 'contactLog'
  | 'savedFilters'
  | 'savedSearches'
  | 'market'
  | 'templates'
  | 'watch'
  | 'signals'
  | 'plan'
  /** Shown with the company alone. */
  | null;

/** Whose words a deed changes. */
const GROUPS: Readonly<Record<Deed, Group>> = {
  ...{ 'list-created': 'watchlists', 'list-renamed': 'watchlists', 'list-removed': 'watchlists' },
  ...{ 'list-restored': 'watchlists', listed: 'watchlists', unlisted: 'watchlists', moved: 'watchlists' },
  ...{ 'reason-changed': 'watchlists', 'note-written': 'notes', 'note-restored': 'notes' },
  ...{ 'task-added': 'tasks', 'task-changed': 'tasks', 'task-snoozed': 'tasks', 'task-done': 'tasks' },
  ...{ 'task-reopened': 'tasks', 'task-removed': 'tasks' },
  ...{ 'contact-logged': 'contactLog', 'contact-changed': 'contactLog', 'contact-removed': 'contactLog' },
  ...{ 'filter-saved': 'savedFilters', 'filter-renamed': 'savedFilters' },
  ...{ 'filter-replaced': 'savedFilters', 'filter-removed': 'savedFilters' },
  ...{ 'search-saved': 'savedSearches', 'search-renamed': 'savedSearches' },
  ...{ 'search-replaced': 'savedSearches', 'search-removed': 'savedSearches' },
  ...{ 'search-moved': 'savedSearches', 'search-seen': 'savedSearches' },
  ...{ 'market-set': 'market', 'market-cleared': 'market', 'weights-set': 'market' },
  'signals-seen': 'signals',
  ...{ 'template-written': 'templates', 'template-changed': 'templates', 'template-removed': 'templates' },
  'plan-rules-set': 'plan',
  ...{ 'list-watched': 'watch', 'changes-seen': 'watch' },
  ...{ 'triage-done': null, 'triage-snoozed': null, 'triage-back': null },
  ...{ 'status-set': null, 'status-renamed': null, 'tag-created': null, 'tag-renamed': null },
  ...{ 'tag-merged': null, 'tag-removed': null, tagged: null, untagged: null },
};

function publishGroup(publish: Publish, what: Deed, companyIds: readonly string[]): void {
  const group = GROUPS[what];
  if (group === null) return;
  if (group === 'notes')
    return companyIds.forEach((companyId) => publish('notes', 'onChanged', { companyId }));
  publish(group, 'onChanged', {});
  // A market may become a saved search, and what is taken back may be both; news of searches is seen among signals.
  if (group === 'market' || group === 'signals') publish('savedSearches', 'onChanged', {});
}
