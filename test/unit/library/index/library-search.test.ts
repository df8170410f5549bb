import { describe, expect, it } from 'vitest';
import { all, exec, run, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { mergeErasureRecords } from '../../../../electron/core/privacy/erasure-records.ts';
import { eraseCompany } from '../../../../electron/core/privacy/erase.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import type { ContactKeyState } from '../../../../electron/core/contacts/contact-encryption.ts';
import { storeContacts } from '../../../../electron/core/library/store-responses.ts';
import { createTags } from '../../../../electron/core/user-data/tags.ts';
import type { DecodedCompany } from '../../../../electron/core/service-api/decoders/decoded-types.ts';
import { fillable } from '../../../support/database/full-disk-database.ts';
import {
  amount,
  company,
  contact,
  fundingsQuery,
  memoryCache,
  memoryYours,
  loadContactKey,
  page,
  random,
  round,
  row,
  technology,
  techStack,
} from '../../../support/app/library-fixtures.ts';
import { RELEASES_ALL, requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage, storeTechStack } from '../../../support/app/store-without-key.ts';
import { noJournal } from '../../../support/app/no-journal.ts';

const T0 = Date.UTC(2026, 5, 20);

function store(
  cache: WriteDb,
  id: string,
  fields: Partial<DecodedCompany>,
  raise: { day?: string; amount?: number; currency?: string | null } = {},
  atMs = T0,
): void {
  const value =
    raise.amount === undefined ? null : amount(String(raise.amount), raise.amount, raise.currency ?? null);
  const of = round(`r-${id}`, { announcedOn: raise.day ?? '2026-06-01', amount: value });
  storePage(cache, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    fetchedAtMs: atMs,
    page: page([row(company(id, fields), of)]),
  });
}
const library = () => ({ cache: memoryCache(), yours: memoryYours() });
type Search = ReturnType<typeof searchOf>;
async function idsOf(
  search: Search,
  typed: string,
  question: Parameters<typeof requested>[1] = {},
): Promise<string[]> {
  const found = await search.find(requested({}, { text: typed, ...question }));
  return found.idsAt(0, found.total);
}
const byContact = (search: Search, typed: string, question: Parameters<typeof requested>[1] = {}) =>
  search.findByContact(requested({}, { text: typed, ...question }), RELEASES_ALL);
const note = (companyId: string, body: string, baseRevision = 0) => ({
  companyId,
  companyName: companyId,
  body,
  baseRevision,
  savedAtMs: T0 + baseRevision,
});

describe('search index', () => {
  it('gives the same results before and after it caught up', async () => {
    const files = library();
    const search = searchOf(files);
    store(files.cache, 'a', { name: 'Alpha Pay' });
    expect(await idsOf(search, 'pay')).toEqual(['a']);
    await search.settled();
    expect(await idsOf(search, 'pay')).toEqual(['a']);
    store(files.cache, 'b', { name: 'Beta Pay' });
    store(files.cache, 'a', { name: 'Alpha' }, {}, T0 + 1);
    expect(await idsOf(search, 'pay')).toEqual(['b']);
    await search.settled();
    expect(await idsOf(search, 'pay')).toEqual(['b']);
    expect(await idsOf(search, 'alpha')).toEqual(['a']);
    expect(all(files.cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
  });

  it('follows a change of the name alone', async () => {
    const files = library();
    const search = searchOf(files);
    store(files.cache, 'a', { name: 'Old', tags: [] });
    await idsOf(search, '');
    await search.settled();
    store(files.cache, 'a', { name: 'New' }, {}, T0 + 1);
    await idsOf(search, '');
    await search.settled();
    expect([await idsOf(search, 'new'), await idsOf(search, 'old')]).toEqual([['a'], []]);
  });

  it('contains nothing of an erased company once the erasure returns, and mixes up no others', async () => {
    const files = library();
    mergeErasureRecords(files, random);
    const search = searchOf(files);
    store(files.cache, 'a', { name: 'Alpha' });
    store(files.cache, 'z', { name: 'Zinnober Quark' });
    await idsOf(search, 'zinnober');
    await search.settled();
    expect(await idsOf(search, 'zinnober')).toEqual(['z']);
    const where = { files, random, pause: () => Promise.resolve(), nowMs: T0 };
    expect(eraseCompany(where, 'z').companies).toBe(1);
    expect(tokens(files.cache).filter((token) => /zinnober|quark/.test(token))).toEqual([]);
    expect(all(files.cache, "SELECT 1 FROM search_doc WHERE company_id = 'z'")).toEqual([]);
    // The index assigns the erased company's number to the new company.
    store(files.cache, 'n', { name: 'Next' });
    expect(await idsOf(search, 'zinnober')).toEqual([]);
    await search.settled();
    expect([await idsOf(search, 'zinnober'), await idsOf(search, 'next')]).toEqual([[], ['n']]);
  });

  it('that cannot be written still gives correct results, and catches up later', async () => {
    const files = library();
    const disk = { isFull: true };
    const search = searchOf({ ...files, cache: fillable(files.cache, disk) });
    store(files.cache, 'a', { name: 'Alpha' });
    expect(await idsOf(search, 'alpha')).toEqual(['a']);
    await search.settled();
    expect(await idsOf(search, 'alpha')).toEqual(['a']);
    expect(all(files.cache, 'SELECT company_id FROM search_doc')).toEqual([]);
    disk.isFull = false;
    expect(await idsOf(search, 'alpha')).toEqual(['a']);
    await search.settled();
    expect(
      all(files.cache, 'SELECT company_id FROM search_doc').map((each) => text(each, 'company_id')),
    ).toEqual(['a']);
    expect(await idsOf(search, 'alpha')).toEqual(['a']);
  });

  it('loads no words before the first search, which finds companies that changed before it', async () => {
    const files = library();
    for (const [id, name] of [
      ['a', 'Alpha'],
      ['b', 'Beta'],
      ['c', 'Gamma'],
    ] as const)
      store(files.cache, id, { name });
    const before = searchOf(files);
    await idsOf(before, 'alpha');
    await before.settled();
    before.dispose();
    exec(files.cache, 'DROP TABLE temp.search_token');

    const disk = { isFull: true };
    const search = searchOf({ ...files, cache: fillable(files.cache, disk) });
    search.warm();
    await search.settled();
    store(files.cache, 'a', { name: 'Delta' }, {}, T0 + 1);
    store(files.cache, 'd', { name: 'Epsilon' });
    run(files.cache, "DELETE FROM company WHERE company_id = 'c'");
    search.warm();
    await search.settled();
    expect(areWordsRead(files.cache)).toBe(false);

    const found = async (): Promise<string[][]> => {
      const ids: string[][] = [];
      for (const word of ['alpha', 'beta', 'gamma', 'delta', 'psilon']) ids.push(await idsOf(search, word));
      return ids;
    };
    expect(await found()).toEqual([[], ['b'], [], ['a'], ['d']]);
    await search.settled();
    expect(areWordsRead(files.cache)).toBe(true);
    expect(await found()).toEqual([[], ['b'], [], ['a'], ['d']]);
    disk.isFull = false;
    await idsOf(search, '');
    await search.settled();
    expect(await found()).toEqual([[], ['b'], [], ['a'], ['d']]);
  });

  it('finds a company that changes while the first search waits for the names', async () => {
    const files = library();
    store(files.cache, 'a', { name: 'Alpha' });
    let hasChanged = false;
    // The search calls this function after it has read the changes, and before it loads the names.
    const changeOnce = (): null => {
      if (!hasChanged) store(files.cache, 'a', { name: 'Delta' }, {}, T0 + 1);
      hasChanged = true;
      return null;
    };
    expect(await idsOf(searchOf(files, undefined, true, changeOnce), 'delta')).toEqual(['a']);
  });

  it('leaves the file unchanged once the workspace is closed', async () => {
    const files = library();
    for (let at = 0; at < 50; at += 1) store(files.cache, `c${at}`, { name: `Company ${at}` });
    const search = searchOf(files);
    search.warm();
    search.dispose();
    await search.settled();
    expect(all(files.cache, 'SELECT company_id FROM search_doc')).toEqual([]);
  });
});

/** Returns whether a search has read the words of the index file since the table was last dropped. */
const areWordsRead = (cache: WriteDb): boolean =>
  all(cache, "SELECT 1 FROM temp.sqlite_schema WHERE name = 'search_token'").length > 0;

/** Returns the terms in the full-text index on disk. */
function tokens(cache: WriteDb): string[] {
  exec(cache, "CREATE VIRTUAL TABLE temp.terms USING fts5vocab ('main', 'search_words', 'row')");
  const terms = all(cache, 'SELECT term FROM temp.terms').map((each) => text(each, 'term'));
  exec(cache, 'DROP TABLE temp.terms');
  return terms;
}

describe('contacts and notes', () => {
  const seals = () => {
    const open = loadContactKey();
    const state: { now: ContactKeyState } = { now: open };
    return { state, open, seal: () => state.now };
  };

  it('find their company, notes in the list and contacts separately, and only while unlocked', async () => {
    const files = library();
    const { state, open, seal } = seals();
    const search = searchOf(files, seal);
    store(files.cache, 'a', { name: 'Alpha' });
    store(files.cache, 'b', { name: 'Beta' });
    const people = [contact({ name: 'Zoë Müller', title: 'CEO', email: 'zoe@alpha.example' })];
    storeContacts(files.cache, open, { companyId: 'a', contacts: people, rawPersonal: [] }, T0);
    createNotes(files.yours).save(note('b', 'met Zoe at the fair'));
    const found = await search.find(requested({}, { text: 'zoe' }));
    expect([found.idsAt(0, 5), found.matchedOf('b')]).toEqual([['b'], 'note']);
    expect(await byContact(search, 'zoe')).toEqual(['a']);
    expect(await byContact(search, 'alpha muller')).toEqual(['a']);
    state.now = { mode: 'locked' };
    expect(await byContact(search, 'zoe')).toEqual([]);
    state.now = open;
    expect(await byContact(search, 'zoe ceo')).toEqual(['a']);
    storeContacts(
      files.cache,
      open,
      { companyId: 'a', contacts: [contact({ name: 'Ann' })], rawPersonal: [] },
      T0 + 1,
    );
    expect(await byContact(search, 'ann')).toEqual(['a']);
    createNotes(files.yours).save(note('b', 'nothing', 1));
    expect((await idsOf(search, 'fair')).length).toBe(0);
  });

  it('match from three characters on, including words in other scripts', async () => {
    const files = library();
    const search = searchOf(files);
    store(files.cache, 'a', { name: 'Alpha' });
    const people = [contact({ name: 'Jo Ng', title: 'Émigré' }), contact({ name: '東京子', title: null })];
    storeContacts(files.cache, loadContactKey(), { companyId: 'a', contacts: people, rawPersonal: [] }, T0);
    for (const short of ['jo', 'ng', 'e', 'em', '東京', 'alpha jo', 'emi jo'])
      expect(await byContact(search, short), short).toEqual([]);
    for (const longer of ['emi', '東京子', 'alpha emi', 'a emigre'])
      expect(await byContact(search, longer), longer).toEqual(['a']);
  });

  it('are found for ten companies, and do not change the list, its counts and its order', async () => {
    const files = library();
    const seal = loadContactKey();
    const ids = Array.from({ length: 15 }, (_, at) => `c${10 + at}`);
    for (const id of ids) store(files.cache, id, { name: id });
    store(files.cache, 'zoe', { name: 'Zoe Ltd' }, { amount: 5, currency: 'USD' });
    const search = searchOf(files, () => seal);
    const facts = async () => {
      const found = await search.find(requested({}, { text: 'zoe', sort: 'amount' }));
      const { total, libraryTotal, currencies } = found;
      return { total, libraryTotal, currencies, ids: found.idsAt(0, 50), counts: await found.counts() };
    };
    for (const id of ids) {
      const people = [contact({ name: 'Ann' })];
      storeContacts(files.cache, seal, { companyId: id, contacts: people, rawPersonal: [] }, T0);
    }
    const before = await facts();
    for (const id of ids) {
      const people = [contact({ name: 'Zoe' })];
      storeContacts(files.cache, seal, { companyId: id, contacts: people, rawPersonal: [] }, T0 + 1);
    }
    expect(await facts()).toEqual(before);
    expect(await byContact(search, 'zoe')).toEqual(ids.slice(0, 10));
    // More companies match than the search returns, so it prefers companies whose contacts were already
    // released. The results keep their usual order.
    const released = new Set(['c24', 'c12', 'c23']);
    const question = requested({}, { text: 'zoe' });
    expect(
      await search.findByContact(question, {
        released: () => released,
        releaseMatch: (id) => released.has(id),
      }),
    ).toEqual([...released].sort());
    expect(
      await search.findByContact(question, { released: () => released, releaseMatch: () => true }),
    ).toEqual([...ids.slice(0, 8), 'c23', 'c24']);
    expect(await search.findByContact(requested({ people: false }, { text: 'zoe' }), RELEASES_ALL)).toEqual(
      [],
    );
  });

  it('include the user’s tags, found by their current names', async () => {
    const files = library();
    const search = searchOf(files);
    for (const [companyId, name] of [
      ['a', 'Alpha'],
      ['b', 'Beta'],
      ['c', 'Fairphone'],
    ] as const)
      store(files.cache, companyId, { name });
    const tags = createTags(files.yours, noJournal);
    const { id } = tags.add([{ companyId: 'a', companyName: 'Alpha' }], 'Trade fair 2026', T0);
    createNotes(files.yours).save(note('b', 'met at the fair'));
    const found = await search.find(requested({}, { text: 'fair', sort: 'relevance' }));
    // Name matches come first, then tag matches, then note matches.
    expect(found.idsAt(0, 5)).toEqual(['c', 'a', 'b']);
    expect(['a', 'b', 'c'].map(found.matchedOf)).toEqual(['tag', 'note', null]);
    expect(await idsOf(search, 'alpha trade 2026')).toEqual(['a']);
    tags.rename(id, 'Berlin');
    expect(await idsOf(search, 'trade')).toEqual([]);
    expect(await idsOf(search, 'ber')).toEqual(['a']);
    tags.remove(id, T0);
    expect(await idsOf(search, 'ber')).toEqual([]);
  });

  it('are in no index on disk', async () => {
    const files = library();
    const { open, seal } = seals();
    const search = searchOf(files, seal);
    store(files.cache, 'a', { name: 'Alpha' });
    storeContacts(
      files.cache,
      open,
      { companyId: 'a', contacts: [contact({ name: 'Zoë Xylander' })], rawPersonal: [] },
      T0,
    );
    createNotes(files.yours).save(note('a', 'secretword'));
    expect(await byContact(search, 'xylander secretword')).toEqual(['a']);
    await search.settled();
    const docs = all(files.cache, 'SELECT * FROM search_doc').map((each) => JSON.stringify(each));
    expect([...tokens(files.cache), ...docs].filter((each) => /zoe|xylander|secret/.test(each))).toEqual([]);
    expect(tokens(files.cache)).toContain('alpha');
  });
});

describe('sort order', () => {
  it('by amount groups by currency and returns where each begins', async () => {
    const files = library();
    const raises: [string, number | undefined, string | null][] = [
      ['a', 5, 'USD'],
      ['b', 900, 'INR'],
      ['c', 7, 'EUR'],
      ['d', 9, 'USD'],
      ['e', undefined, 'USD'],
      ['f', 1_000, null],
    ];
    for (const [id, value, currency] of raises)
      store(files.cache, id, { name: id }, value === undefined ? {} : { amount: value, currency });
    const found = await searchOf(files).find(requested({}, { sort: 'amount' }));
    expect(found.idsAt(0, 10)).toEqual(['c', 'b', 'd', 'a', 'f', 'e']);
    expect(found.currencies).toEqual([
      { currency: 'EUR', offset: 0, count: 1 },
      { currency: 'INR', offset: 1, count: 1 },
      { currency: 'USD', offset: 2, count: 2 },
      { currency: null, offset: 4, count: 1 },
    ]);
    expect(found.sortedBy).toBe('amount');
  });

  it('by relevance puts names first, and falls back to another order without a word', async () => {
    const files = library();
    const names = {
      a: 'Deep Robot',
      b: 'Robot Arms',
      c: 'Robot',
      d: 'Claw',
      e: 'Grip',
      g: 'DataRobot',
    };
    for (const [id, name] of Object.entries(names)) store(files.cache, id, { name });
    storeTechStack(files.cache, { ...techStack([technology('Robot Framework')]), companyId: 'd' }, T0);
    createNotes(files.yours).save(note('e', 'a robot'));
    const search = searchOf(files);
    expect(await idsOf(search, 'robot', { sort: 'relevance' })).toEqual(['c', 'b', 'a', 'd', 'g', 'e']);
    expect((await search.find(requested({}, { sort: 'relevance' }))).sortedBy).toBe('announced');
  });
  it('by relevance is the same page by page, whichever page is read first', async () => {
    const files = library();
    const names = [
      'Robot',
      'Robot Arms',
      'Deep Robot',
      'Robotics',
      'A Robot',
      'Claw',
      'DataRobot',
      'Robot Arms',
      'Grip',
      'Robot',
    ];
    // The technologies of every company contain the word. Therefore, a company matches even if its name does
    // not contain the word.
    for (const [at, name] of names.entries()) {
      store(files.cache, `c${at}`, { name }, { day: `2026-06-${String(10 + ((at * 7) % 10))}` });
      storeTechStack(files.cache, { ...techStack([technology('Robot Framework')]), companyId: `c${at}` }, T0);
    }
    const search = searchOf(files);
    const whole = await idsOf(search, 'robot', { sort: 'relevance' });
    expect([...whole].sort()).toEqual(names.map((_, at) => `c${at}`));
    for (const from of [0, 3, 5, 9]) {
      const found = await search.find(requested({}, { text: 'robot', sort: 'relevance' }));
      const places = names.map((_, at) => (from + at) % names.length);
      for (const at of places) expect(found.idsAt(at, 1)).toEqual([whole[at]]);
      expect(found.idsAt(0, found.total)).toEqual(whole);
    }
  });

  it('by relevance is correct for hundreds of companies, ranked one page at a time', async () => {
    const files = library();
    const names = Array.from({ length: 700 }, (_, at) =>
      at % 5 === 0 ? `Big Robot ${at}` : at % 97 === 0 ? `Robot ${at}` : `Company ${at}`,
    );
    const rows = names.map((name, at) =>
      row(company(`c${String(at).padStart(3, '0')}`, { name, description: 'A robot' }), round(`r${at}`)),
    );
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      fetchedAtMs: T0,
      page: page(rows),
    });
    const tier = (name: string): number => (name.startsWith('Robot') ? 0 : name.startsWith('Big') ? 1 : 2);
    // All rounds are on the same day, so companies within a tier are sorted by id.
    const wanted = [0, 1, 2].flatMap((of) =>
      names.flatMap((name, at) => (tier(name) === of ? [`c${String(at).padStart(3, '0')}`] : [])),
    );
    const found = await searchOf(files).find(requested({}, { text: 'robot', sort: 'relevance' }));
    expect(found.total).toBe(700);
    expect(Array.from({ length: 14 }, (_, at) => found.idsAt(at * 50, 50)).flat()).toEqual(wanted);
  });

  it('by relevance is correct if thousands of names begin with the text', async () => {
    const files = library();
    const nameOf = (at: number): string =>
      at % 700 === 0
        ? 'Robot'
        : at % 9 === 0
          ? `Big Robot ${at}`
          : at % 5 === 0
            ? `Company ${at}`
            : `Robot ${at}`;
    const names = Array.from({ length: 3_500 }, (_, at) => nameOf(at));
    const ids = names.map((_, at) => `c${String(at).padStart(4, '0')}`);
    const rows = names.map((name, at) =>
      row(company(ids[at] ?? '', { name, description: 'A robot' }), round(`r${at}`)),
    );
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      fetchedAtMs: T0,
      page: page(rows),
    });
    const search = searchOf(files);
    const tiers = [/^Robot$/, /^Robot /, /^Big/, /^Company/];
    // All rounds are on the same day, so companies within a tier are sorted by id.
    const wanted = tiers.flatMap((of) => ids.filter((_, at) => of.test(names[at] ?? '')));
    expect(await idsOf(search, 'robot', { sort: 'relevance' })).toEqual(wanted);
    const found = await search.find(requested({}, { text: 'robot', sort: 'relevance' }));
    expect([found.idsAt(0, 9), found.idsAt(3_000, 50)]).toEqual([
      wanted.slice(0, 9),
      wanted.slice(3_000, 3_050),
    ]);
  });

  it('by relevance includes a name that changed since names were ordered', async () => {
    const files = library();
    for (const at of [0, 1, 2]) store(files.cache, `c${at}`, { name: `Company ${at}`, description: 'Zebra' });
    const search = searchOf(files);
    await idsOf(search, 'zebra', { sort: 'relevance' });
    store(files.cache, 'c2', { name: 'Zebra', description: 'Zebra' }, {}, T0 + 1);
    expect(await idsOf(search, 'zebra', { sort: 'relevance' })).toEqual(['c2', 'c0', 'c1']);
  });
});
