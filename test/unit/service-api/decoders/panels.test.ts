import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeInstant } from '../../../../electron/core/service-api/decoders/date.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../../electron/core/service-api/decoders/panels.ts';

describe('instant', () => {
  it.each<[unknown, string | null]>([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00+05:30', '2026-03-01T04:30:00.000Z'],
    ['2026-03-01T10:00:00-0800', '2026-03-01T18:00:00.000Z'],
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123Z'],
    // A time without an offset is decoded as UTC, regardless of the laptop's time zone.
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01 10:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    [1_772_359_200, '2026-03-01T10:00:00.000Z'],
    ['1772359200000', '2026-03-01T10:00:00.000Z'],
    ['yesterday', null],
    ['March 1, 2026', null],
    ['2026-13-45T10:00:00Z', null],
    ['2026-02-30T10:00:00Z', null],
    ['2026-02-30', null],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-03-01T10:00:00+99:99', null],
    ['x'.repeat(100), null],
    [null, null],
    [{}, null],
  ])('decodes %j', (text, iso) => {
    const atMs = decodeInstant(text);
    expect(atMs === null ? null : new Date(atMs).toISOString()).toBe(iso);
  });
});

describe('tech stack', () => {
  it('combines technologies and their names, and decodes categories as text or list', () => {
    const decoded = decodeTechStack('c', {
      data: {
        technologies: [
          { name: 'Svelte', categories: ['Frontend'], description: 'UI' },
          { name: 'Postgres', categories: 'Databases' },
          { categories: ['x'] },
          7,
        ],
        technologyNames: ['Svelte', 'Redis', null],
      },
    });
    expect(decoded?.rows).toBe(1);
    expect(decoded?.value.technologies).toEqual([
      { name: 'Svelte', categories: ['Frontend'], description: 'UI' },
      { name: 'Postgres', categories: ['Databases'], description: null },
      { name: '7', categories: [], description: null },
      { name: 'Redis', categories: [], description: null },
    ]);
  });
});

describe('rounds', () => {
  it('keep the calendar date of their own offset, and skip rows that are not rounds', () => {
    const decoded = decodeRounds('c', {
      data: [
        {
          id: 'r1',
          fundingAnnounceDate: '2026-03-01T23:30:00-08:00',
          fundingAmount: '5000000',
          fundingAmountUsd: 5_400_000,
          currency: 'eur',
          stage: 'seed',
          investors: [{ name: 'A', type: 'lead' }],
        },
        'nothing',
        { investors: [] },
      ],
    });
    expect(decoded).toMatchObject({ rows: 3, value: { setAside: 2 } });
    expect(decoded?.value.rounds[0]?.round).toMatchObject({
      roundId: 'r1',
      announcedOn: '2026-03-01',
      stage: 'Seed',
      amountUsd: 5_400_000,
      announcedText: '2026-03-01T23:30:00-08:00',
      amount: { value: 5_000_000, precision: 'exact', currency: 'EUR' },
      investors: [{ name: 'A', role: 'lead' }],
    });
  });
});

describe('highlights and news', () => {
  it('keep every field of a row that can be decoded', () => {
    expect(
      decodeHighlightList('c', {
        data: [{ id: 1, highlight: 'Grew', source: 'ai', createdAt: '2026-01-01T00:00:00Z' }, { id: 2 }],
      })?.value,
    ).toMatchObject({
      highlights: [{ highlightId: '1', text: 'Grew', source: 'ai', createdAtMs: Date.UTC(2026, 0, 1) }],
      setAside: 1,
    });
    expect(
      decodeNews('c', {
        data: [{ id: 'n', title: 'T', url: 'javascript:alert(1)', fundingId: null }, { title: 'no id' }],
      })?.value,
    ).toMatchObject({
      articles: [
        { articleId: 'n', title: 'T', url: 'javascript:alert(1)', roundId: null, createdAtMs: null },
      ],
      setAside: 1,
    });
  });
});

describe('open roles', () => {
  const page = { page: 2, perPage: 25 };
  it('have an integer id as text, and undocumented values', () => {
    const decoded = decodeRoles('c', page, {
      data: [
        {
          id: 12,
          title: 'Dev',
          hunterDepartment: 'IT',
          hunterSeniority: 'wizard',
          firstSeenAt: '2026-01-02',
        },
        { id: 2 ** 60, title: 'beyond exactness' },
        { title: 'no id' },
      ],
      pagination: { page: 9, per_page: 3, total: 40, has_more: true },
    });
    expect(decoded).toMatchObject({
      rows: 3,
      value: { ...page, setAside: 2, total: 40, hasMore: true },
    });
    expect(decoded?.value.roles).toMatchObject([
      { roleId: '12', department: 'it', seniority: 'wizard', firstSeenAtMs: Date.UTC(2026, 0, 2) },
    ]);
  });
});

describe('for any input', () => {
  const decoders = {
    techStack: (body: unknown) => decodeTechStack('c', body),
    rounds: (body: unknown) => decodeRounds('c', body),
    highlights: (body: unknown) => decodeHighlightList('c', body),
    news: (body: unknown) => decodeNews('c', body),
    roles: (body: unknown) => decodeRoles('c', { page: 1, perPage: 50 }, body),
  };
  it.each(Object.entries(decoders))('%s distinguish none from missing', (name, decode) => {
    expect(decode({ success: false, data: [] })).toBeNull();
    expect(decode({})).toBeNull();
    expect(decode('text')).toBeNull();
    if (name !== 'techStack') expect(decode({ data: [] })).toMatchObject({ rows: 0 });
  });
  it.each(Object.entries(decoders))(
    '%s never throw, stay within bounds and count every row',
    (name, decode) => {
      const row = fc.oneof(
        fc.jsonValue(),
        fc.record(
          { id: fc.jsonValue(), title: fc.jsonValue(), highlight: fc.string(), stage: fc.string() },
          { requiredKeys: [] },
        ),
      );
      fc.assert(
        fc.property(fc.array(row, { maxLength: 260 }), (data) => {
          const decoded = decode({ data });
          if (decoded === null || name === 'techStack') return;
          expect(decoded.rows).toBe(data.length);
          const lists = Object.values(decoded.value).filter(
            (value) => Array.isArray(value) && value !== data,
          );
          for (const list of lists) expect(list.length).toBeLessThanOrEqual(200);
          const { setAside } = decoded.value as { setAside: number };
          expect(setAside).toBeGreaterThanOrEqual(Math.max(0, data.length - 200));
        }),
        { numRuns: 200 },
      );
    },
  );
});
