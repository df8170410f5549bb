import { assertNever } from '../../../shared/app-failure.ts';
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
  // No company shows anything of a filter.
  if (what.startsWith('filter-')) return;
  publish('marks', 'onChanged', { companyIds: companyIds === null ? null : [...companyIds] });
  publish('library', 'onChanged', {});
}

function publishGroup(publish: Publish, what: Deed, companyIds: readonly string[]): void {
  switch (what) {
    case 'list-created':
    case 'list-renamed':
    case 'list-removed':
    case 'list-restored':
    case 'listed':
    case 'unlisted':
    case 'moved':
    case 'reason-changed':
      return publish('watchlists', 'onChanged', {});
    case 'note-written':
    case 'note-restored':
      for (const companyId of companyIds) publish('notes', 'onChanged', { companyId });
      return;
    case 'task-added':
    case 'task-changed':
    case 'task-snoozed':
    case 'task-done':
    case 'task-reopened':
    case 'task-removed':
      return publish('tasks', 'onChanged', {});
    case 'contact-logged':
    case 'contact-changed':
    case 'contact-removed':
      return publish('contactLog', 'onChanged', {});
    case 'filter-saved':
    case 'filter-renamed':
    case 'filter-replaced':
    case 'filter-removed':
      return publish('savedFilters', 'onChanged', {});
    case 'status-set':
    case 'status-renamed':
    case 'tag-created':
    case 'tag-renamed':
    case 'tag-merged':
    case 'tag-removed':
    case 'tagged':
    case 'untagged':
      return;
    default:
      return assertNever(what);
  }
}
