import { describe, expect, it } from 'vitest';
import {
  differences,
  type Round,
  type Version,
} from '../../../../electron/core/library/changes/company-differences.ts';
import { amount } from '../../../support/app/library-fixtures.ts';

const nothing: Version = { rounds: null, roles: null, articles: null, contacts: null };
const round = (roundId: string, announcedOn: string | null, changes: Partial<Round> = {}): Round => ({
  roundId,
  announcedOn,
  derivedId: false,
  stage: null,
  amount: null,
  ...changes,
});
const rounds = (before: readonly Round[], after: readonly Round[]) =>
  differences({ ...nothing, rounds: before }, { ...nothing, rounds: after });

describe('a round', () => {
  const known = round('r1', '2026-05-01', { stage: 'Seed', amount: amount('$2M', 2e6, 'USD') });

  it('is new if it was announced after the newest known one, with stage and amount', () => {
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
    ['an earlier round that was not known', round('r0', '2024-01-01')],
    ['the same round under another id, a day later', round('list:2026-05-02:seed', '2026-05-02')],
    ['a round without a date', round('r9', null)],
  ])('is not new: %s', (_name, other) => {
    expect(rounds([known], [known, other])).toEqual([]);
  });

  it('is no change if no round of the company was known before', () => {
    expect(rounds([], [known])).toEqual([]);
    expect(rounds([round('r0', null)], [known])).toEqual([]);
  });

  it('is changed in stage and amount if both differ', () => {
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
    ['a stage and amount that are now missing', { stage: null, amount: null }],
    [
      'the same amount, rounded',
      {
        stage: 'Seed',
        amount: { text: '2.1M', value: 2.1e6, precision: 'rounded' as const, currency: 'USD' },
      },
    ],
    ['an amount that is not a number', { stage: 'Seed', amount: amount('undisclosed', null) }],
  ])('is not changed: %s', (_name, changes) => {
    expect(rounds([known], [round('r1', '2026-05-01', changes)])).toEqual([]);
  });

  it('has changed if its amount is in another currency', () => {
    const euro = round('r1', '2026-05-01', { stage: 'Seed', amount: amount('€2M', 2e6, 'EUR') });
    expect(rounds([known], [euro])[0]?.kind).toBe('round-changed');
  });
});

describe('roles, news and contacts', () => {
  const roles = (...open: readonly string[]) =>
    new Map(open.map((id) => [id, { title: `Role ${id}`, open: true }]));

  it('are counted as opened and closed, with three titles at most', () => {
    const after = new Map([
      ...roles('2', '3', '4', '5', '6'),
      ['1', { title: 'Role 1', open: false }] as const,
    ]);
    expect(differences({ ...nothing, roles: roles('1', '2') }, { ...nothing, roles: after })).toEqual([
      { kind: 'roles', opened: 4, gone: 1, titles: ['Role 3', 'Role 4', 'Role 5'] },
    ]);
  });

  it('are not compared with data that was never fetched', () => {
    const complete: Version = {
      ...nothing,
      roles: roles('1'),
      articles: new Map([['a', 'Headline']]),
      contacts: { state: 'available', total: 3 },
    };
    expect(differences(nothing, complete)).toEqual([]);
    expect(differences(complete, nothing)).toEqual([]);
  });

  it('include the headline of a new article', () => {
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
  ] as const)('contacts changing from %s to %s: %s', (was, is, kind) => {
    const contacts = (state: typeof was | typeof is) => ({ ...nothing, contacts: { state, total: 2 } });
    expect(differences(contacts(was), contacts(is))[0]?.kind).toBe(kind);
  });
});
