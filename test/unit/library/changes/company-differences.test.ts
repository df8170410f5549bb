import { describe, expect, it } from 'vitest';
import {
  differences,
  type Round,
  type Version,
} from '../../../../electron/core/library/changes/company-differences.ts';
import { amount } from '../../../support/app/library-fixtures.ts';

const nothing: Version = { rounds: null, roles: null, articles: null, contacts: null };
const round = (roundId: string, announcedOn: string | null, told: Partial<Round> = {}): Round => ({
  roundId,
  announcedOn,
  derivedId: false,
  stage: null,
  amount: null,
  ...told,
});
const rounds = (before: readonly Round[], after: readonly Round[]) =>
  differences({ ...nothing, rounds: before }, { ...nothing, rounds: after });

describe('a round', () => {
  const known = round('r1', '2026-05-01', { stage: 'Seed', amount: amount('$2M', 2e6, 'USD') });

  it('that was announced after the newest one known is new, with stage and amount', () => {
    const next = round('r2', '2026-06-01', { stage: 'Series A', amount: amount('$9M', 9e6, 'USD') });
    expect(rounds([known], [next, known])).toEqual([
      {
        kind: 'new-round',
        roundId: 'r2',
        stage: 'Series A',
        amount: next.amount,
        announcedOn: '2026-06-01',
      },
    ]);
  });

  it.each([
    ['an earlier one that was not known', round('r0', '2024-01-01')],
    ['the same one by another name, a day later', round('list:2026-05-02:seed', '2026-05-02')],
    ['one without a day', round('r9', null)],
  ])('%s is not new', (_name, other) => {
    expect(rounds([known], [known, other])).toEqual([]);
  });

  it('of a company of which no round was known is no change: there is nothing to compare with', () => {
    expect(rounds([], [known])).toEqual([]);
    expect(rounds([round('r0', null)], [known])).toEqual([]);
  });

  it('that is told with another stage and another amount changed in both', () => {
    const now = round('r1', '2026-05-01', { stage: 'Series A', amount: amount('$5M', 5e6, 'USD') });
    expect(rounds([known], [now])).toEqual([
      {
        kind: 'round-changed',
        roundId: 'r1',
        announcedOn: '2026-05-01',
        stage: { was: 'Seed', now: 'Series A' },
        amount: { was: known.amount, now: now.amount },
      },
    ]);
  });

  it.each([
    ['another spelling of the stage', { stage: 'seed ', amount: known.amount }],
    ['no stage and no amount any more', { stage: null, amount: null }],
    [
      'the same amount, rounded',
      {
        stage: 'Seed',
        amount: { text: '2.1M', value: 2.1e6, precision: 'rounded' as const, currency: 'USD' },
      },
    ],
    ['an amount that is no number', { stage: 'Seed', amount: amount('undisclosed', null) }],
  ])('%s is no change', (_name, told) => {
    expect(rounds([known], [round('r1', '2026-05-01', told)])).toEqual([]);
  });

  it('in another currency is another amount', () => {
    const euro = round('r1', '2026-05-01', { stage: 'Seed', amount: amount('€2M', 2e6, 'EUR') });
    expect(rounds([known], [euro])[0]?.kind).toBe('round-changed');
  });
});

describe('roles, news and contacts', () => {
  const roles = (...open: readonly string[]) =>
    new Map(open.map((id) => [id, { title: `Role ${id}`, open: true }]));

  it('count what opened and what is gone, and name three at most', () => {
    const after = new Map([
      ...roles('2', '3', '4', '5', '6'),
      ['1', { title: 'Role 1', open: false }] as const,
    ]);
    expect(differences({ ...nothing, roles: roles('1', '2') }, { ...nothing, roles: after })).toEqual([
      { kind: 'roles', opened: 4, gone: 1, titles: ['Role 3', 'Role 4', 'Role 5'] },
    ]);
  });

  it('are not compared with what was never told', () => {
    const all: Version = {
      ...nothing,
      roles: roles('1'),
      articles: new Map([['a', 'Headline']]),
      contacts: { state: 'available', total: 3 },
    };
    expect(differences(nothing, all)).toEqual([]);
    expect(differences(all, nothing)).toEqual([]);
  });

  it('a new article is told by its headline', () => {
    expect(
      differences(
        { ...nothing, articles: new Map([['a', 'Old']]) },
        {
          ...nothing,
          articles: new Map([
            ['b', 'New'],
            ['a', 'Old'],
          ]),
        },
      ),
    ).toEqual([{ kind: 'news', articles: 1, titles: ['New'] }]);
  });

  it.each([
    ['closed', 'available', 'contacts-open'],
    ['told-none', 'available', 'contacts-open'],
    ['available', 'closed', 'contacts-closed'],
    ['available', 'available', undefined],
    ['unknown', 'closed', undefined],
  ] as const)('contacts that were %s and are %s: %s', (was, is, kind) => {
    const contacts = (state: typeof was | typeof is) => ({ ...nothing, contacts: { state, total: 2 } });
    expect(differences(contacts(was), contacts(is))[0]?.kind).toBe(kind);
  });
});
