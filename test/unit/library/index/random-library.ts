import fc from 'fast-check';
import { expect } from 'vitest';
import { deleteCompany } from '../../../../electron/core/database/queries/cache/deletion.ts';
import {
  insertImport,
  insertLine,
  putMatch,
  setImportRemoved,
} from '../../../../electron/core/database/queries/yours/ours.ts';
import { OURS_KINDS } from '../../../../shared/model/ours/ours-kinds.ts';
import { putTriage } from '../../../../electron/core/database/queries/yours/triage.ts';
import {
  dropCompanyTag,
  insertTag,
  markTagRemoved,
  putCompanyTag,
  renameTag,
  tagNamed,
} from '../../../../electron/core/database/queries/yours/tags.ts';
import { putCompanyStatus } from '../../../../electron/core/database/queries/yours/statuses.ts';
import { transaction, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { storeContacts, storeDetail } from '../../../../electron/core/library/store-responses.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import {
  amount,
  company,
  contact,
  detail,
  fundingsQuery,
  highlight,
  loadContactKey,
  page,
  round,
  row,
  technology,
  type ValueOf,
} from '../../../support/app/library-fixtures.ts';
import { createInvestorChanges } from '../../../../electron/core/user-data/investors.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { FIT_RANGES } from '../../../../shared/model/library-values.ts';
import { LIBRARY_SORTS } from '../../../../shared/model/library.ts';
import {
  storeHighlights,
  storePage,
  storeRounds,
  storeTechStack,
} from '../../../support/app/store-without-key.ts';
import { noJournal } from '../../../support/app/no-journal.ts';

/* Generates random libraries and queries. The product's own functions store the libraries. */

export const T0 = Date.UTC(2026, 5, 20);
const DAY = 86_400_000;
export const SEAL = loadContactKey();

export const PIECES = [
  'Zürich',
  'zurich',
  'Łódź',
  'naïve',
  'Énergie',
  'ﬁn',
  'İstanbul',
  'Straße',
  'Robotics',
  'robot',
  'Chatbot',
  '東京大学',
  '東京',
  'ロボット研究所の新しい会社です',
  '北京字节跳动科技有限公司',
  '한국',
  'ไทยแลนด์',
  'กรุง',
  '🚀',
  '🇪🇸',
  '🇸🇪',
  '👍🏽',
  '👩‍💻',
  'C++',
  'C#',
  '.NET',
  'node.js',
  'e-mail',
  '100%',
  'a_b',
  "O'Neill",
  '"quoted"',
  'NEAR(',
  'AND',
  'OR',
  'NOT',
  'col:umn',
  'a*',
  '^b',
  '-x',
  '(',
  '\\',
  '%',
  ';--',
  '\u0000',
  '²',
  'ＡＢ',
  'x'.repeat(300),
  'Ä'.repeat(70),
  '𐌰𐌱𐌲𐌳abcdef',
  'ab',
  'a',
  '7',
  '42',
];
const someOf = (values: readonly string[]) => fc.subarray([...values], { maxLength: 2 });
const id = fc.integer({ min: 0, max: 7 }).map((at) => `c${at}`);
const INDUSTRIES = ['Fintech', 'FINTECH', 'Énergie', 'Robotics', 'AI / ML', '人工智能'];
const TAGS = ['b2b', 'B2B', 'öko', 'C++'];
const INVESTORS = ['Alder', 'ALDER', 'Alder Capital', 'Öko Fonds', 'Tarn & Co'];
const STAGES = ['Seed', 'Series A', 'Series C+', null];
const COUNTRIES = [
  ['DE', 'Germany'],
  ['ES', null],
  [null, 'Türkiye'],
  [null, null],
] as const;
const CURRENCIES = ['USD', 'EUR', 'INR', null];

const factsWith = (name: fc.Arbitrary<string>) =>
  fc.record({
    name: fc.option(name, { freq: 6 }),
    country: fc.constantFrom(...COUNTRIES),
    industries: fc.option(someOf(INDUSTRIES)),
    tags: fc.option(someOf(TAGS)),
    stage: fc.constantFrom(...STAGES),
    value: fc.option(fc.integer({ min: 1, max: 5 })),
    currency: fc.constantFrom(...CURRENCIES),
    // At the ages in `constantFrom`, the contact window closes or is about to close. These ages are therefore
    // generated often.
    daysAgo: fc.option(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(22, 23, 24, 29, 30, 31))),
    fetchedAgo: fc.constantFrom(0, 0, 0, 0.5, 3, 12, 40),
  });
type Facts = ValueOf<ReturnType<typeof factsWith>>;

/**
 * Generates steps. The stored values and the queries consist of the same few pieces of text, so the
 * queries often find something.
 */
export function stepsOf(pieces: readonly string[]) {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...pieces) },
    fc.string({ maxLength: 4, unit: 'grapheme' }),
  );
  const words = (max: number) => fc.array(piece, { maxLength: max }).map((all) => all.join(' '));
  const name = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom(' ', ''))
    .map(([all, between]) => all.join(between));
  const facts = factsWith(name);
  // There are only a few different tags, so the step `tag changed` usually picks a tag that a company has.
  const tag = fc.constantFrom('eu', ...pieces.slice(0, 2));
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('list' as const), id, facts }) },
    fc.record({ kind: fc.constant('describe' as const), id, text: words(5) }),
    fc.record({ kind: fc.constant('technologies' as const), id, names: fc.array(name, { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('highlights' as const), id, texts: fc.array(words(4), { maxLength: 2 }) }),
    fc.record({
      kind: fc.constant('people' as const),
      id,
      people: fc.array(fc.tuple(name, name), { maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('backed' as const),
      id,
      investors: someOf(INVESTORS),
      at: fc.nat({ max: 1 }),
    }),
    // The name becomes a spelling of `into`. If `into` is null, the name becomes a separate investor.
    fc.record({
      kind: fc.constant('merged' as const),
      name: fc.constantFrom(...INVESTORS),
      into: fc.option(fc.constantFrom(...INVESTORS)),
    }),
    fc.record({ kind: fc.constant('note' as const), id, text: words(4) }),
    fc.record({ kind: fc.constant('listed' as const), id, on: fc.boolean() }),
    fc.record({ kind: fc.constant('status' as const), id, status: fc.constantFrom('new', 'won') }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('tagged' as const), id, tag }) },
    // `to` is the new name, or null to remove the tag.
    fc.record({ kind: fc.constant('tag changed' as const), tag, to: fc.option(tag) }),
    // Snoozes the company for `days` days, or marks it as done if `days` is null.
    fc.record({
      kind: fc.constant('triaged' as const),
      id,
      days: fc.constantFrom(null, -1, 0, 1),
    }),
    fc.record({ kind: fc.constant('ours' as const), id, is: fc.constantFrom(...OURS_KINDS) }),
    fc.record({ kind: fc.constant('erase' as const), id }),
    fc.record({ kind: fc.constant('rolled back' as const), id, facts }),
  );
  const part = fc
    .tuple(piece, fc.nat({ max: 6 }), fc.integer({ min: 1, max: 9 }))
    .map(([of, from, length]) => [...of].slice(from, from + length).join(''));
  const text = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.oneof(piece, part) },
    { weight: 3, arbitrary: fc.array(fc.oneof(piece, part), { maxLength: 3 }).map((all) => all.join(' ')) },
    fc.constantFrom('"', 'a AND b', 'NEAR(a b)', 'c*', 'tokens:a'),
  );
  const question = fc.record({
    text: text.map((of) => of.slice(0, 200)),
    filters,
    sort: fc.constantFrom(...LIBRARY_SORTS),
  });
  return fc.array(
    fc.record({
      step,
      /** The event after the step: the app writes the index, the process is killed, or neither. */
      then: fc.constantFrom('written', 'written', 'killed', 'nothing'),
      questions: fc.array(question, { maxLength: 3 }),
    }),
    { minLength: 6, maxLength: 24 },
  );
}
export type Step = ValueOf<ReturnType<typeof stepsOf>>[number];

const filters = fc.record(
  {
    countries: someOf(['de', 'turkiye', 'ES', 'nowhere']),
    stages: someOf(['seed', 'Series A', 'series c+']),
    industries: someOf(['fintech', 'énergie', '人工智能']),
    tags: someOf(['b2b', 'oko']),
    investors: someOf(['alder', 'Alder Capital', 'oko fonds', 'nobody']),
    lists: someOf(['1', '9']),
    ownTags: someOf(['1', '2', '9']),
    statuses: fc.subarray(['none' as const, 'new' as const, 'won' as const]),
    triage: fc.subarray(['todo' as const, 'snoozed' as const, 'done' as const]),
    ours: fc.subarray(['customer' as const, 'do-not-contact' as const, 'none' as const]),
    fits: fc.subarray([...FIT_RANGES]),
    windows: fc.subarray(['open' as const, 'closing' as const, 'closed' as const, 'unknown' as const]),
    freshness: fc.subarray(['day' as const, 'week' as const, 'month' as const, 'older' as const]),
    hiring: fc.constantFrom(null, true, false),
    people: fc.constantFrom(null, true, false),
    note: fc.constantFrom(null, true, false),
  },
  { requiredKeys: [] },
);
const dateAt = (daysAgo: number): string => new Date(T0 - daysAgo * DAY).toISOString().slice(0, 10);

function storeFacts(cache: WriteDb, companyId: string, of: Facts, atMs: number): void {
  storePage(cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([
      row(
        company(companyId, {
          name: of.name,
          countryCode: of.country[0],
          countryName: of.country[1],
          industries: of.industries,
          tags: of.tags?.map((each) => ({ tagId: null, name: each, slug: null, category: null })) ?? null,
        }),
        round(`r-${companyId}-${of.daysAgo ?? 'x'}`, {
          stage: of.stage,
          announcedOn: of.daysAgo === null ? null : dateAt(of.daysAgo),
          amount: of.value === null ? null : amount(String(of.value), of.value, of.currency),
        }),
      ),
    ]),
    fetchedAtMs: atMs - of.fetchedAgo * DAY,
  });
}

function putTagged(yours: WriteDb, companyId: string, name: string): void {
  const nameFolded = fold(name);
  const tagId = tagNamed(yours, nameFolded) ?? insertTag(yours, { name, nameFolded, createdAtMs: T0 });
  dropCompanyTag(yours, companyId, tagId);
  putCompanyTag(yours, { companyId, tagId, companyName: 'As tagged', addedAtMs: T0 - 3 });
}

function changeTag(yours: WriteDb, name: string, to: string | null): void {
  const tagId = tagNamed(yours, fold(name));
  if (tagId === null) return;
  if (to === null) markTagRemoved(yours, tagId, T0);
  else if (tagNamed(yours, fold(to)) === null) renameTag(yours, { tagId, name: to, nameFolded: fold(to) });
}

export interface Files {
  readonly cache: WriteDb;
  readonly yours: WriteDb;
}

export function applyStep({ cache, yours }: Files, of: Step['step'], atMs: number): void {
  switch (of.kind) {
    case 'list':
      return storeFacts(cache, of.id, of.facts, atMs);
    case 'describe':
      return storeDetail(cache, SEAL, detail(company(of.id, { name: null, description: of.text })), T0);
    case 'technologies':
      return storeTechStack(
        cache,
        {
          companyId: of.id,
          technologies: of.names.map((each) => technology(each)),
          categories: [],
          domain: null,
          raw: {},
        },
        atMs,
      );
    case 'highlights':
      return storeHighlights(
        cache,
        { companyId: of.id, highlights: of.texts.map((each) => highlight(null, each)), setAside: 0, raw: {} },
        atMs,
      );
    case 'people':
      return storeContacts(
        cache,
        SEAL,
        {
          companyId: of.id,
          contacts: of.people.map(([who, title]) => contact({ name: who, title })),
          rawPersonal: [],
        },
        atMs,
      );
    case 'backed': {
      const investors = of.investors.map((name) => ({ name, role: 'participant' }));
      const backed = { round: round(`b-${of.id}-${of.at}`, { investors }), raw: {} };
      storeRounds(cache, { companyId: of.id, rounds: [backed], setAside: 0 }, atMs);
      return;
    }
    case 'merged': {
      const changes = createInvestorChanges({ cache, yours }, noJournal);
      try {
        if (of.into === null) changes.separate(of.name);
        else changes.merge(of.name, of.into, atMs);
      } catch (error) {
        // The change is rejected if no stored round has an investor of this name yet.
        if (!(error instanceof AppFailure)) throw error;
      }
      return;
    }
    case 'note': {
      const notes = createNotes(yours);
      const { revision } = notes.get(of.id);
      notes.save({
        companyId: of.id,
        companyName: 'As noted',
        body: of.text,
        baseRevision: revision,
        savedAtMs: T0,
      });
      return;
    }
    case 'listed': {
      const lists = createWatchlists(yours, noJournal);
      const [list] = lists.list();
      const listId = list?.id ?? lists.create('Warm', T0).id;
      if (of.on)
        lists.add({
          id: listId,
          companyId: of.id,
          companyName: 'As listed 東京',
          reason: '',
          addedAtMs: T0 - 1,
        });
      else lists.drop(listId, of.id);
      return;
    }
    case 'status':
      return putCompanyStatus(yours, {
        companyId: of.id,
        companyName: 'As marked',
        statusId: of.status,
        setAtMs: T0 - 2,
      });
    case 'tagged':
      return putTagged(yours, of.id, of.tag);
    case 'tag changed':
      return changeTag(yours, of.tag, of.to);
    case 'triaged':
      return putTriage(yours, {
        companyId: of.id,
        companyName: 'As triaged',
        setAtMs: T0 - 2,
        actedAtMs: T0 - 2,
        untilMs: of.days === null ? null : T0 + 1_000 + of.days * DAY,
      });
    case 'ours': {
      const importId = insertImport(yours, { kind: of.is, source: '', lines: 1, importedAtMs: T0 });
      const lineId = insertLine(yours, { importId, position: 1, given: of.id });
      putMatch(yours, { companyId: of.id, lineId, importId, matchedBy: 'domain', matchKey: `d:${of.id}` });
      return setImportRemoved(yours, importId, null);
    }
    case 'erase':
      deleteCompany(cache, of.id);
      return;
    case 'rolled back':
      expect(() =>
        transaction(cache, () => {
          storeFacts(cache, of.id, of.facts, atMs);
          throw new Error('planted');
        }),
      ).toThrow('planted');
  }
}
