import { describe, expect, it } from 'vitest';
import type {
  DecodedCompany,
  DecodedEvent,
} from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { panelsView } from '../../../electron/core/library/panels-view.ts';
import { storeCompanyRemoved, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { companyViewSchema } from '../../../shared/model/company.ts';
import {
  allRounds,
  amount,
  company,
  detail,
  event,
  fundingsQuery,
  memoryCache,
  memoryYours,
  loadContactKey,
  page,
  round,
  row,
  techStack,
  technology,
} from '../../support/app/library-fixtures.ts';
import { storeEvent, storePage, storeRounds, storeTechStack } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const yours = memoryYours();
const view = (db: WriteDb) => companyViewSchema.parse(companyView(db, yours, 'c1', T0));
const fields: Partial<DecodedCompany> = {
  name: 'Acme',
  countryCode: 'DE',
  description: 'As the webhook words it',
  industries: ['Robotics'],
  tags: [{ tagId: null, name: 'B2B', slug: 'b2b', category: null }],
};
const raised = round('r1', {
  stage: 'Seed',
  announcedOn: '2026-06-01',
  announcedText: '2026-06-01T09:00:00Z',
  amount: amount('5000000', 5e6, 'EUR'),
  amountUsd: 5.5e6,
  investors: [{ name: 'L', role: 'lead' }],
});
const deliver = (db: WriteDb, atMs: number, over: Partial<DecodedEvent> = {}) =>
  storeEvent(
    db,
    event(company('c1', fields), { round: raised, technologies: [technology('Go')], ...over }),
    atMs,
    'webhook',
  );

describe('webhook event', () => {
  it('alone creates a company with its round', () => {
    const db = memoryCache();
    deliver(db, T0);
    expect(view(db)).toMatchObject({
      row: { name: 'Acme', stage: 'Seed', announcedOn: '2026-06-01', stamp: { source: 'webhook' } },
      description: 'As the webhook words it',
      rounds: [{ roundId: 'r1', amountUsd: 5.5e6, investors: [{ name: 'L' }] }],
      raisedUsd: { total: 5.5e6, rounds: 1 },
    });
    expect(panelsView(db, 'c1').tech).toMatchObject({ state: 'summary', total: 1 });
    expect(all(db, 'SELECT source FROM company_source')).toEqual([{ source: 'webhook' }]);
  });

  it('does not overwrite a newer or fuller response, in either order', () => {
    const fuller = (db: WriteDb): void => {
      storeDetail(
        db,
        loadContactKey(),
        detail(company('c1', { ...fields, description: 'Own words', industries: ['Robotics', 'Logistics'] })),
        T0,
      );
      storeRounds(
        db,
        allRounds([
          {
            ...raised,
            stage: 'Series A',
            investors: [
              { name: 'L', role: 'lead' },
              { name: 'P', role: '' },
            ],
          },
        ]),
        T0,
      );
      storeTechStack(db, techStack([technology('Svelte')]), T0);
    };
    for (const eventFirst of [true, false]) {
      const db = memoryCache();
      if (eventFirst) deliver(db, T0 + 1);
      fuller(db);
      if (!eventFirst) deliver(db, T0 + 1);
      expect(view(db)).toMatchObject({
        description: 'Own words',
        industries: ['Robotics', 'Logistics'],
        rounds: [{ stage: 'Series A', investors: { length: 2 } }],
      });
      expect(panelsView(db, 'c1').tech.technologies).toMatchObject([{ name: 'Svelte' }]);
    }
  });

  it('does not narrow what a list returned, but a newer name replaces the old one', () => {
    const db = memoryCache();
    const listed = company('c1', { name: 'Acme Ltd', industries: ['Robotics', 'Retail'] });
    storePage(db, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([row(listed, round('r1'))]),
      fetchedAtMs: T0,
    });
    deliver(db, T0 + 1);
    expect(view(db)).toMatchObject({ industries: ['Robotics', 'Retail'], row: { name: 'Acme' } });
  });

  it('has the age it states, but is never newer than its arrival', () => {
    const db = memoryCache();
    deliver(db, T0 + 5, { sentAtMs: T0 });
    expect(view(db).row.stamp.fetchedAtMs).toBe(T0);
    const other = memoryCache();
    deliver(other, T0 + 5, { sentAtMs: T0 + 9e12 });
    expect(view(other).row.stamp.fetchedAtMs).toBe(T0 + 5);
  });

  it('creates no round, stage or technologies that it does not contain', () => {
    const db = memoryCache();
    deliver(db, T0, { round: null, technologies: [], type: 'hiring' });
    expect(view(db).rounds).toEqual([]);
    expect(panelsView(db, 'c1').tech.state).toBe('never-fetched');
  });

  it('matches tags by name and slug, and keeps their other fields', () => {
    const db = memoryCache();
    const tags = [{ tagId: 't1', name: 'B2B', slug: 'b2b', category: 'model' }];
    storeDetail(db, loadContactKey(), detail(company('c2', { tags })), T0);
    deliver(db, T0 + 1);
    expect(view(db).tags).toEqual([{ name: 'B2B', category: 'model' }]);
    expect(all(db, 'SELECT 1 FROM tag')).toHaveLength(1);
  });

  it('restores a company that was marked as gone', () => {
    const db = memoryCache();
    deliver(db, T0);
    storeCompanyRemoved(db, 'c1', T0 + 1);
    deliver(db, T0 + 2);
    expect(view(db).gone).toBeNull();
  });
});
