import { describe, expect, it } from 'vitest';
import {
  putContactsState,
  type ContactsState,
} from '../../../electron/core/database/queries/cache/contacts.ts';
import { putPanel, type Panel } from '../../../electron/core/database/queries/cache/panels/company-panels.ts';
import {
  panelWaits,
  readPanelWaits,
} from '../../../electron/core/database/queries/cache/panels/panel-waits.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import { storePanelRefused } from '../../../electron/core/library/store-panels.ts';
import { createPriceHints, readPriceHints } from '../../../electron/core/library/price-hints.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { createGoverned, detailCall, listCall } from '../../support/quota/manual-governor.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const HOUR_MS = 3_600_000;

const contactsOf = (state: Partial<ContactsState>): ContactsState => ({
  state: 'available',
  source: 'contacts',
  observedAtMs: 1,
  hint: null,
  total: null,
  namesAtMs: null,
  fetchedAtMs: null,
  ...state,
});

describe('the number of contacts that a price expects', () => {
  it.each([
    ['unknown', null, null, null],
    ['in the profile', 4, null, 4],
    ['fetched before', null, { total: 7, fetchedAtMs: 1 }, 7],
    ['fetched after the profile', 4, { total: 7, namesAtMs: 1, fetchedAtMs: 2 }, 7],
    ['fetched before the profile', 4, { total: 7, namesAtMs: 2, fetchedAtMs: 1 }, 4],
    ['named by a profile without a total', null, { total: 3, namesAtMs: 1 }, 3],
    ['none in the last response', null, { total: 0, fetchedAtMs: 1 }, null],
  ] as const)('is the number %s', (_, profile, contacts, expected) => {
    const cache = fixtures.memoryCache();
    storePage(cache, {
      endpoint: 'fundings',
      query: fixtures.fundingsQuery(),
      fetchedAtMs: 1,
      page: fixtures.page([fixtures.row(fixtures.company('a'), fixtures.round('r1'))]),
    });
    if (profile !== null) exec(cache, `UPDATE company SET total_contacts = ${profile}`);
    if (contacts !== null) putContactsState(cache, 'a', contactsOf(contacts));
    const hints = createPriceHints(cache);
    expect(hints.totalContacts('a')).toBe(expected);
    const { worst } = describeCall({ endpoint: 'contacts', companyId: 'a' }, hints);
    expect(worst.records).toBe(expected ?? 10);
  });
});

describe('prices of many calls computed in one batch', () => {
  it('use the same cached facts about companies as single prices', () => {
    const cache = fixtures.memoryCache();
    const ids = ['a', 'b', 'c', 'd'];
    storePage(cache, {
      endpoint: 'fundings',
      query: fixtures.fundingsQuery(),
      fetchedAtMs: 1,
      page: fixtures.page(ids.map((id) => fixtures.row(fixtures.company(id), fixtures.round(`r${id}`)))),
    });
    exec(cache, "UPDATE company SET total_contacts = 4, total_rounds = 2 WHERE company_id = 'a'");
    const panelOf = (panel: Panel, count: number | null) => ({
      panel,
      contentSource: null,
      contentAtMs: null,
      fetchedAtMs: 1,
      completeAtMs: null,
      refusedAtMs: null,
      reportedRows: count,
    });
    putPanel(cache, 'a', panelOf('rounds', 7));
    putPanel(cache, 'a', panelOf('highlights', null));
    putPanel(cache, 'b', panelOf('highlights', 31));
    putPanel(cache, 'd', panelOf('news', 3));
    putContactsState(cache, 'b', contactsOf({ total: 7, fetchedAtMs: 1 }));
    const live = createPriceHints(cache);
    const read = readPriceHints(cache, ['a', 'b', 'c', 'nobody']);
    for (const id of [...ids, 'nobody']) {
      expect([id, read.totalContacts(id)]).toEqual([id, live.totalContacts(id)]);
      expect([id, read.totalRounds(id)]).toEqual([id, live.totalRounds(id)]);
      for (const panel of ['rounds', 'highlights', 'news'] as const)
        expect([id, panel, read.rowsSeen(panel, id)]).toEqual([id, panel, live.rowsSeen(panel, id)]);
    }
    expect([read.totalContacts('b'), read.totalContacts('c')]).toEqual([7, null]);
    expect([read.totalContacts('a'), read.rowsSeen('rounds', 'a'), read.rowsSeen('highlights', 'c')]).toEqual(
      [4, 7, 31],
    );
  });

  it('wait for the same panels after a 404 as a single price', () => {
    const cache = fixtures.memoryCache();
    const ids = ['a', 'b', 'c'];
    storePage(cache, {
      endpoint: 'fundings',
      query: fixtures.fundingsQuery(),
      fetchedAtMs: 1,
      page: fixtures.page(ids.map((id) => fixtures.row(fixtures.company(id), fixtures.round(`r${id}`)))),
    });
    const refusedAtMs = Date.UTC(2027, 0, 1);
    storePanelRefused(cache, 'a', 'highlights', refusedAtMs);
    storePanelRefused(cache, 'a', 'tech-stack', refusedAtMs);
    storePanelRefused(cache, 'b', 'tech-stack', refusedAtMs);
    exec(cache, "UPDATE company SET announced_on = '2027-02-01' WHERE company_id = 'b'");
    const waits = readPanelWaits(cache, [...ids, 'nobody']);
    for (const id of [...ids, 'nobody']) expect([id, waits(id)]).toEqual([id, panelWaits(cache, id)]);
    expect([waits('a').size, waits('b').size, waits('c').size]).toEqual([2, 0, 0]);
  });

  it('count no company that is already counted on every day concerned, near midnight too', async () => {
    const { governor, clock, spend } = createGoverned();
    const calls = ['a', 'b', 'c'].map((id) => detailCall(id));
    const agree = (): number[] => {
      const worst = governor.prices();
      expect([...calls, listCall()].map(worst)).toEqual([...calls, listCall()].map(governor.worst));
      const companies = calls.map((call) => worst(call).companies);
      expect(governor.previewAll(calls).cost.companies).toBe(companies.reduce((sum, each) => sum + each, 0));
      return companies;
    };
    await spend(detailCall('a'));
    expect(agree()).toEqual([0, 1, 1]);
    // Half a minute before midnight, the service may already count a call toward the next day, for which no
    // company has been counted yet.
    await clock.advance(14 * HOUR_MS - 30_000);
    expect(agree()).toEqual([1, 1, 1]);
    await spend(detailCall('b'));
    await clock.advance(60_000);
    agree();
    await spend(detailCall('c'));
    expect(agree()[2]).toBe(0);
    governor.dispose();
  });
});
