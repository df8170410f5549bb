import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeContacts } from '../../../../electron/core/service-api/decoders/contacts.ts';
import { decodeDetail } from '../../../../electron/core/service-api/decoders/company-detail.ts';
import { decodeFilters } from '../../../../electron/core/service-api/decoders/filters.ts';
import { RAW_SHAPES } from '../../../../electron/core/service-api/raw-shapes.ts';
import { splitRaw } from '../../../../electron/core/service-api/split-raw.ts';
import { decodePage } from '../../../../electron/core/service-api/decoders/list-page.ts';
import { decodeHealth, decodeStats } from '../../../../electron/core/service-api/decoders/stats.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

const event = {
  id: 'f-1',
  stage: 'series a',
  currency: 'eur',
  fundingAmount: '5M',
  fundingAnnounceDate: '2026-01-15',
  company: {
    id: 'c-1',
    name: 'Acme',
    country: 'DE',
    industries: ['Energy'],
    tags: [{ id: 't-1', name: 'AI', slug: 'ai', category: 'tech' }, 'bare', 3, {}],
  },
};
const item = {
  id: 'c-2',
  companyName: 'Birch',
  country: 'FR',
  country_name: 'France',
  stage: 'Seed',
  fundingAmount: '750K',
  currency: 'USD',
  fundingAnnounceDate: '2026-01-16',
};
const alternative = {
  id: 'c-3',
  name: 'Cedar',
  countryName: 'Spain',
  industry: 'Food',
  fundingAmount: 1_500_000,
  fundingAmountFormatted: '$1.5M',
};
const pageOf = (
  data: unknown,
  pagination: unknown = { limit: 50, offset: 0, total: 137, has_more: true },
) => ({
  data,
  pagination,
});

describe('list rows', () => {
  it('are decoded from a funding event', () => {
    const decoded = decodePage('fundings', pageOf([event]), 50);
    expect(decoded).toMatchObject({ rows: 1, value: { setAside: 0, offset: 50, total: 137, hasMore: true } });
    expect(decoded?.value.rows[0]).toEqual({
      company: {
        companyId: 'c-1',
        name: 'Acme',
        countryCode: 'DE',
        countryName: null,
        description: null,
        website: null,
        linkedinUrl: null,
        industries: ['Energy'],
        tags: [
          { tagId: 't-1', name: 'AI', slug: 'ai', category: 'tech' },
          { tagId: null, name: 'bare', slug: null, category: null },
        ],
      },
      round: {
        roundId: 'f-1',
        stage: 'Series A',
        amount: { text: '5M', value: 5_000_000, precision: 'rounded', currency: 'EUR' },
        amountUsd: null,
        announcedOn: '2026-01-15',
        announcedText: null,
        investors: null,
      },
      raw: event,
    });
  });

  it('are decoded from both layouts in one page, row by row', () => {
    const rows = decodePage('companies', pageOf([item, alternative]), 0)?.value.rows ?? [];
    expect(
      rows.map(({ company, round }) => [company.companyId, company.name, company.countryCode, round.roundId]),
    ).toEqual([
      ['c-2', 'Birch', 'FR', null],
      ['c-3', 'Cedar', 'ES', null],
    ]);
    expect(rows[1]?.company.industries).toEqual(['Food']);
    expect(rows[1]?.round.amount).toEqual({
      text: '$1.5M',
      value: 1_500_000,
      precision: 'exact',
      currency: null,
    });
  });

  it('without a usable id are skipped without discarding the page', () => {
    const bad = [null, 7, 'x', [], {}, { ...item, id: '' }, { ...item, id: {} }, { ...item, id: 2 ** 60 }];
    const decoded = decodePage('companies', pageOf([...bad, { ...item, id: 9 }]), 0);
    expect(decoded?.rows).toBe(9);
    expect(decoded?.value.setAside).toBe(8);
    expect(decoded?.value.rows.map(({ company }) => company.companyId)).toEqual(['9']);
  });

  it('treat a value of the wrong type as missing', () => {
    for (const wrong of [null, 5, 'x', [], {}, true, [[{}]]]) {
      const row = Object.fromEntries([...Object.keys(item), 'tags', 'industries'].map((key) => [key, wrong]));
      expect(decodePage('companies', pageOf([{ ...row, id: 'c' }], wrong), 0)?.value.rows).toHaveLength(1);
      const company = Object.fromEntries(Object.keys(event.company).map((key) => [key, wrong]));
      const eventRow = { ...row, id: 'f', company: { ...company, id: 'c' } };
      expect(decodePage('fundings', pageOf([eventRow]), 0)?.value.rows).toHaveLength(1);
    }
  });

  it('beyond the end of a set are counted as skipped', () => {
    const decoded = decodePage(
      'companies',
      pageOf(Array.from({ length: 50 }, (_, id) => ({ id: `c${id}` }))),
      480,
    );
    expect(decoded?.rows).toBe(50);
    expect(decoded?.value.rows).toHaveLength(20);
    expect(decoded?.value.setAside).toBe(30);
  });

  it.each([null, 'x', 5, {}, { data: {} }, { data: null }, { success: false, data: [] }])(
    'are not decoded from %j',
    (body) => {
      expect(decodePage('fundings', body, 0)).toBeNull();
    },
  );

  it('are stored in plain text without contacts', () => {
    const row = { ...item, contacts: [{ name: 'Ann' }], deep: [{ keyPerson: 'Ann', total_contacts: 3 }] };
    const raw = decodePage('companies', pageOf([row]), 0)?.value.rows[0]?.raw;
    expect(splitRaw(raw, RAW_SHAPES.companies).documented).toEqual(item);
  });

  it('accept __proto__ and constructor as names', () => {
    const body: unknown = JSON.parse(
      '{"data":[{"id":"c","__proto__":{"companyName":"no","polluted":1},"constructor":{"name":"no"}}],"__proto__":{"pagination":{"total":9}}}',
    );
    const decoded = decodePage('companies', body, 0);
    expect(decoded?.value.rows[0]?.company.name).toBeNull();
    expect(decoded?.value.total).toBeNull();
    const raw = decoded?.value.rows[0]?.raw;
    expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.keys(Object(raw))).toContain('__proto__');
  });
});

const detail = {
  id: 'c-1',
  companyName: 'Acme',
  description: 'Makes things',
  country: 'Germany',
  country_name: 'Germany',
  website: 'https://acme.example',
  linkedinUrl: 'https://linkedin.example/acme',
  industries: ['Energy'],
  tags: [],
  fundings: [
    { id: 'f-1', fundingAmount: '5M', fundingAnnounceDate: '2026-01-15T23:00:00-08:00', stage: 'Seed' },
  ],
  highlights: [{ id: 'h-1', highlight: 'Opened an office', source: 'ai' }, { id: 'h-2' }],
  contacts: [{ id: 'p-1', name: 'Ann', title: 'CEO', linkedinUrl: 'https://linkedin.example/ann-p' }],
  tech_stack: {
    categories: ['CMS'],
    companyId: 'c-1',
    technologies: [{ name: 'Svelte', categories: 'Framework' }, { categories: [] }],
    technologyNames: ['Svelte', 'Redis', 5],
  },
  total_contacts: 12,
  total_fundings: 3,
};

describe('company detail', () => {
  it('is decoded at the top level and under data', () => {
    const top = decodeDetail('c-1', detail);
    expect(decodeDetail('c-1', { success: true, data: detail })).toEqual(top);
    expect(decodeDetail('c-1', { id: 'request-1', data: detail })).toEqual(top);
    expect(top?.rows).toBe(1);
    expect(top?.value).toMatchObject({
      company: { companyId: 'c-1', name: 'Acme', countryCode: 'DE', countryName: 'Germany', tags: [] },
      rounds: [{ roundId: 'f-1', announcedOn: '2026-01-15', announcedText: '2026-01-15T23:00:00-08:00' }],
      highlights: [{ highlightId: 'h-1', text: 'Opened an office', source: 'ai' }],
      contacts: [{ contactId: 'p-1', name: 'Ann', title: 'CEO', email: null, emailValid: false }],
      technologies: [
        { name: 'Svelte', categories: ['Framework'] },
        { name: 'Redis', categories: [] },
        { name: '5', categories: [] },
      ],
      totalContacts: 12,
      totalFundings: 3,
    });
  });

  it('separates contacts from data stored in plain text', () => {
    const decoded = decodeDetail('c-1', { data: detail });
    const { documented } = splitRaw(decoded?.value.raw, RAW_SHAPES.company);
    expect(JSON.stringify(documented)).not.toMatch(/"Ann"|CEO|example\/ann-p/);
    expect(documented).toMatchObject({ total_contacts: 12 });
    expect(decoded?.value.rawPersonal).toEqual(detail.contacts);
  });

  it('distinguishes missing contacts from an empty list', () => {
    const contactsOf = (contacts: unknown) => decodeDetail('c', { ...detail, contacts })?.value.contacts;
    expect(contactsOf([])).toEqual([]);
    expect([undefined, null, 'x', {}].map(contactsOf)).toEqual([null, null, null, null]);
  });

  it.each([null, [], {}, { error: 'x' }, { data: [] }, { success: false, id: 'c-1' }])(
    'is not decoded from %j',
    (body) => {
      expect(decodeDetail('c-1', body)).toBeNull();
    },
  );
});

describe('arbitrary JSON', () => {
  const known = [
    ...Object.keys({ ...detail, ...item, ...alternative, ...event }),
    'data',
    'pagination',
    'name',
    'id',
  ];
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 0, -1, 1e300, '', '..', '5M', '2026-01-01', '\ud800', '__proto__'),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom(...known, '__proto__', 'rate_limits', 'contacts'), fc.string()),
        tie('value'),
        {
          maxKeys: 8,
        },
      ),
    ),
  })).value;
  const bounded = z.object({ company: z.object({ companyId: z.string().min(1).max(200) }) });

  it('never makes a decoder throw or returns a row without an id', () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom('fundings', 'companies'),
        fc.integer({ min: 0, max: 499 }),
        (body, list, offset) => {
          for (const answer of [body, { data: body }, { data: [body, { id: 'x', company: body }] }]) {
            for (const row of decodePage(list, answer, offset)?.value.rows ?? []) bounded.parse(row);
            decodeDetail('c', answer);
            decodeContacts('c', answer);
            decodeFilters(answer);
            decodeStats(answer);
            decodeHealth(answer);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
