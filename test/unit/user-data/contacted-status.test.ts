import { expect, it } from 'vitest';
import { markContacted } from '../../../electron/core/user-data/contacted-status.ts';
import { createStatuses, listStatuses, statusOfCompany } from '../../../electron/core/user-data/statuses.ts';
import { recordChange, undoChange, type Journal } from '../../../electron/core/user-data/undo-journal.ts';
import type { StatusId } from '../../../shared/model/user-data.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { subject } from './user-data-changes.ts';

/* Logging a contact can change the company's status. These tests check which status the company gets. */
const T0 = Date.UTC(2026, 5, 10);

function world() {
  const yours = memoryYours();
  const change = <T>(work: (journal: Journal) => T) =>
    recordChange(yours, { what: 'contact-logged', atMs: T0 }, work);
  const idOf = (name: string): StatusId => {
    const status = listStatuses(yours).find((each) => each.name === name);
    if (status === undefined) throw new Error(`no status ${name}`);
    return status.id;
  };
  const set = (companyId: string, name: string) =>
    change((journal) => createStatuses(yours, journal).set([subject(companyId)], idOf(name), T0));
  const contact = (...ids: string[]) =>
    change((journal) => markContacted(yours, journal, ids.map(subject), T0));
  const statusOf = (companyId: string) => statusOfCompany(yours, companyId)?.name ?? null;
  return { yours, change, idOf, set, contact, statusOf };
}

it('a logged contact sets the status Contacted where there is none or an earlier one, and undo reverts it', () => {
  const { yours, set, contact, statusOf } = world();
  set('b', 'New');
  set('c', 'Meeting');
  set('d', 'Contacted');
  const { value, recorded } = contact('a', 'b', 'c', 'd');
  expect(value).toBe(2);
  expect(['a', 'b', 'c', 'd'].map(statusOf)).toEqual(['Contacted', 'Contacted', 'Meeting', 'Contacted']);
  undoChange(yours, recorded.undo ?? '', T0);
  expect(['a', 'b', 'c', 'd'].map(statusOf)).toEqual([null, 'New', 'Meeting', 'Contacted']);
});

it('a logged contact changes no status if Contacted was renamed or deleted', () => {
  const { yours, change, idOf, contact, statusOf } = world();
  change((journal) => createStatuses(yours, journal).rename(idOf('Contacted'), 'Prospect'));
  expect([contact('a').value, statusOf('a')]).toEqual([0, null]);
  change((journal) => createStatuses(yours, journal).remove(idOf('Prospect'), null, T0));
  expect([contact('a').value, statusOf('a')]).toEqual([0, null]);
});
