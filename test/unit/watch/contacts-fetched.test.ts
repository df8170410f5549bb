import { expect, it } from 'vitest';
import { companyRows } from '../../../electron/core/database/queries/cache/companies.ts';
import { companyRowOf } from '../../../electron/core/database/queries/cache/company-row.ts';
import { putContactsState } from '../../../electron/core/database/queries/cache/contacts.ts';
import { whyNowOf } from '../../../electron/core/library/why-now.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { noticeClosing } from '../../../electron/core/watch/closing-window-changes.ts';
import { createWatchChanges, feed, newsOf } from '../../../electron/core/watch/watched-lists.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { noJournal } from '../../support/app/no-journal.ts';
import { openFiles, storeCompanies } from '../user-data/ours/ours-world.ts';

/*
 * Once a company's contacts are fetched, the app no longer warns that the company's contact window is about
 * to close.
 */

const NOW = Date.UTC(2027, 5, 28);
const ANNOUNCED = '2027-06-01';

/**
 * Opens a library in which a watched list contains two companies whose contact windows are about to close.
 */
function openWatched() {
  const files = openFiles();
  storeCompanies(files, [{ companyId: 'a' }, { companyId: 'b' }], ANNOUNCED, NOW - 20 * DAY_MS);
  const lists = createWatchlists(files.yours, noJournal);
  const { id } = lists.create('Warm', NOW - 21 * DAY_MS);
  for (const companyId of ['a', 'b'])
    lists.add({ id, companyId, companyName: companyId, reason: '', addedAtMs: NOW - 20 * DAY_MS });
  createWatchChanges(files, noJournal).set(
    id,
    { watched: true, refreshDays: 1, recordsAMonth: 500 },
    NOW - 19 * DAY_MS,
  );
  const fetchContacts = (companyId: string) =>
    putContactsState(files.cache, companyId, {
      state: 'available',
      source: 'contacts',
      observedAtMs: NOW,
      hint: null,
      total: 3,
      namesAtMs: null,
      fetchedAtMs: NOW,
    });
  const changed = () => {
    const { changes, unseen } = feed(files, { listId: null, unseenOnly: true, offset: 0, limit: 9 });
    return { companies: changes.map(({ companyId }) => companyId).toSorted(), unseen };
  };
  return { files, fetchContacts, changed };
}

it('a closing window is no change once the contacts are fetched', () => {
  const { files, fetchContacts, changed } = openWatched();
  expect(noticeClosing(files, NOW)).toBe(2);
  expect(changed()).toEqual({ companies: ['a', 'b'], unseen: 2 });
  fetchContacts('a');
  expect(changed()).toEqual({ companies: ['b'], unseen: 1 });
  expect(newsOf(files)).toHaveLength(1);
});

it('no closing window is reported for a company whose contacts are fetched', () => {
  const { files, fetchContacts, changed } = openWatched();
  fetchContacts('a');
  expect(noticeClosing(files, NOW)).toBe(1);
  expect(changed().companies).toEqual(['b']);
});

it('rows and why-now lines carry no deadline for fetched contacts', () => {
  const { files, fetchContacts } = openWatched();
  fetchContacts('a');
  const rows = companyRows(files.cache, ['a', 'b']);
  const stateOf = (id: string) => {
    const row = rows.get(id);
    return row && companyRowOf(row, NOW).window.contacts;
  };
  expect([stateOf('a'), stateOf('b')]).toEqual(['fetched', undefined]);
  const facts = whyNowOf(files.cache, ['a', 'b'], { departments: null, nowMs: NOW });
  expect(facts.map(({ companyId, closesAtMs }) => [companyId, closesAtMs])).toEqual([
    ['a', null],
    ['b', Date.UTC(2027, 6, 1)],
  ]);
});
