import { describe, expect, it } from 'vitest';
import { putCompanyStatus } from '../../../electron/core/database/queries/yours/statuses.ts';
import { insertTag, putCompanyTag } from '../../../electron/core/database/queries/yours/tags.ts';
import { companyNameOf, companyView } from '../../../electron/core/library/company-view.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { libraryRows, withMatchingIndustry } from '../../../electron/core/library/library-rows.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { windowOf } from '../../../electron/core/database/queries/cache/contact-window.ts';
import { storeContacts, storeContactsClosed } from '../../../electron/core/library/store-responses.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { companyViewSchema, libraryRowSchema } from '../../../shared/model/company.ts';
import {
  company,
  contact,
  fundingsQuery,
  memoryCache,
  memoryYours,
  loadContactKey,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { requested, searchOf, type Asked as Question } from '../../support/app/library-search.ts';
import { storePage } from '../../support/app/store-without-key.ts';
import { noJournal } from '../../support/app/no-journal.ts';

type Asked = Question & { readonly watchlistId?: string };

const T0 = Date.UTC(2026, 5, 20);
const DAY = 86_400_000;

function library() {
  const cache = memoryCache();
  const stored: [string, string, string[], string | null, number][] = [
    ['a', 'Zürich Robotics', ['Robotics'], '2026-06-01', 1],
    ['b', 'alpha 100%', ['Fintech', 'Énergie'], '2026-04-01', 3],
    ['c', 'Beta_Pay', ['Fintech'], null, 2],
  ];
  for (const [id, name, industries, announcedOn, at] of stored)
    storePage(cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([row(company(id, { name, industries }), round(`r-${id}`, { announcedOn, stage: 'Seed' }))]),
      fetchedAtMs: T0 - 10 * DAY + at,
    });
  const yours = memoryYours();
  return { cache, yours, notes: createNotes(yours), lists: createWatchlists(yours, noJournal) };
}
type Library = ReturnType<typeof library>;
/** Runs a library search, and returns its ids and counts. */
async function open(of: Pick<Library, 'cache' | 'yours'>, query: Asked = {}) {
  const { watchlistId = null, ...question } = query;
  const found = await searchOf(of).find(
    requested({ ...(watchlistId === null ? {} : { lists: [watchlistId] }) }, question),
  );
  const { total, libraryTotal } = found;
  const { having } = await found.counts();
  return { ids: found.idsAt(0, total), libraryTotal, having };
}
const rows = ({ cache, yours }: Pick<Library, 'cache' | 'yours'>, ids: string[]) =>
  libraryRows(cache, yours, ids, T0).map((each) => libraryRowSchema.parse(each));
const note = (companyId: string, companyName: string, body = 'x') => ({
  companyId,
  companyName,
  body,
  baseRevision: 0,
  savedAtMs: T0,
});

describe('library', () => {
  it('is sorted by name, time and announcement', async () => {
    const of = library();
    expect((await open(of)).ids).toEqual(['b', 'c', 'a']);
    expect((await open(of, { sort: 'fetched' })).ids).toEqual(['b', 'c', 'a']);
    expect((await open(of, { sort: 'announced' })).ids).toEqual(['a', 'b', 'c']);
  });

  it('shows the industry that matches the filter, if a company has several', () => {
    const of = library();
    const all = rows(of, ['a', 'b', 'c']);
    const shown = (wanted: string[]) =>
      withMatchingIndustry(of.cache, all, wanted).map(({ industry }) => industry);
    expect(shown([])).toEqual(['Robotics', 'Fintech', 'Fintech']);
    expect(shown(['energie'])).toEqual(['Robotics', 'Énergie', 'Fintech']);
    expect(shown(['Énergie', 'Fintech'])).toEqual(['Robotics', 'Fintech', 'Fintech']);
  });

  it.each([
    ['ZURICH', ['a']],
    ['fintech', ['b', 'c']],
    ['fin alpha', ['b']],
    ['energie', ['b']],
    ['tech', ['b', 'c']],
    ['pay', ['c']],
    ['100%', ['b']],
    ['obot', ['a']],
    ['ta', []],
    ['nowhere', []],
    ['%', ['b', 'c', 'a']],
    ['"', ['b', 'c', 'a']],
    ['  ', ['b', 'c', 'a']],
  ])('finds by %j', async (text, ids) => expect((await open(library(), { text })).ids).toEqual(ids));

  it('counts companies of a list', async () => {
    const of = library();
    const list = of.lists.create('Warm', T0);
    of.lists.add({ id: list.id, companyId: 'a', companyName: 'Zürich Robotics', reason: '', addedAtMs: T0 });
    of.notes.save(note('b', 'alpha'));
    storeContacts(
      of.cache,
      loadContactKey(),
      { companyId: 'c', contacts: [contact({ name: 'Jane' })], rawPersonal: [] },
      T0,
    );
    storeContactsClosed(of.cache, 'b', null, T0);
    const { having, libraryTotal } = await open(of);
    expect(libraryTotal).toBe(3);
    expect(having).toEqual({ note: 1, people: 1, window: 2 });
    expect(await open(of, { watchlistId: list.id })).toMatchObject({
      ids: ['a'],
      libraryTotal: 3,
      having: { note: 0, window: 1 },
    });
    expect((await open(of, { watchlistId: 'none' })).ids).toEqual([]);
    expect(rows(of, ['c', 'b', 'a', 'nowhere'])).toMatchObject([
      { companyId: 'c', hasPeople: true, hasNote: false, watchlists: [] },
      { companyId: 'b', hasNote: true, window: { state: 'closed' } },
      {
        companyId: 'a',
        watchlists: ['Warm'],
        industry: 'Robotics',
        window: { state: 'open', closesAtMs: Date.UTC(2026, 6, 1) },
      },
    ]);
  });

  it('shows the status and tags of the user, if any', () => {
    const { cache, yours } = library();
    const at = { companyName: 'Zürich Robotics', companyId: 'a' };
    putCompanyStatus(yours, { ...at, statusId: 'contacted', setAtMs: T0 });
    for (const name of ['Grid', 'Ask again']) {
      const tagId = insertTag(yours, { name, nameFolded: fold(name), createdAtMs: T0 });
      putCompanyTag(yours, { ...at, tagId, addedAtMs: T0 });
    }
    const [marked, plain] = rows({ cache, yours }, ['a', 'b']);
    expect(marked).toMatchObject({ status: 'Contacted', ownTags: ['Ask again', 'Grid'] });
    expect(Object.keys(plain ?? {})).not.toEqual(expect.arrayContaining(['status']));
    expect(plain?.ownTags).toBeUndefined();
  });

  it('still shows user data after the cache is lost', async () => {
    const { yours, notes, lists } = library();
    const { id } = lists.create('Warm', T0);
    lists.add({ id, companyId: 'a', companyName: 'Zürich Robotics', reason: 'met', addedAtMs: T0 });
    notes.save(note('b', 'alpha 100%'));
    notes.save(note('c', 'Beta_Pay', ''));
    const wiped = { cache: memoryCache(), yours };
    expect(await open(wiped)).toMatchObject({ ids: ['b', 'a'], libraryTotal: 2, having: { note: 1 } });
    expect((await open(wiped, { text: 'zurich' })).ids).toEqual(['a']);
    expect((await open(wiped, { watchlistId: id })).ids).toEqual(['a']);
    expect(rows(wiped, ['a', 'b'])).toMatchObject([
      { name: 'Zürich Robotics', watchlists: ['Warm'], hasNote: false, window: { state: 'unknown' } },
      { name: 'alpha 100%', hasNote: true },
    ]);
    expect(companyViewSchema.parse(companyView(wiped.cache, yours, 'a', T0)).row.name).toBe(
      'Zürich Robotics',
    );
    expect(companyNameOf(wiped.cache, yours, 'b')).toBe('alpha 100%');
    lists.drop(id, 'a');
    lists.remove(id, T0);
    expect((await open(wiped)).ids).toEqual(['b']);
  });
});

describe('contact window', () => {
  const announced = '2026-06-01';
  const closes = Date.UTC(2026, 6, 1);
  it.each([
    ['no date, no response', null, null, T0, 'unknown', null],
    ['open by date', announced, null, closes - 1, 'open', closes],
    ['closed by date', announced, null, closes, 'closed', closes],
    [
      'rejected since',
      announced,
      { state: 'closed', observedAtMs: Date.UTC(2026, 5, 10) },
      T0,
      'closed',
      closes,
    ],
    [
      'rejected before the round',
      announced,
      { state: 'closed', observedAtMs: Date.UTC(2026, 4, 1) },
      T0,
      'open',
      closes,
    ],
    ['rejected, no date', null, { state: 'closed', observedAtMs: 1 }, T0, 'closed', null],
    [
      'received inside the window',
      announced,
      { state: 'available', observedAtMs: T0 },
      closes,
      'closed',
      closes,
    ],
    [
      'received after it: revealed',
      announced,
      { state: 'available', observedAtMs: closes },
      closes + DAY,
      'open',
      null,
      true,
    ],
    ['not a date', '2026-13-45', null, T0, 'unknown', null],
  ] as const)('%s', (_name, announcedOn, contacts, nowMs, state, closesAtMs, isRevealed?: true) => {
    const known = contacts === null ? null : { ...contacts, fetchedAtMs: null };
    expect(windowOf(announcedOn, known, nowMs)).toEqual({ state, closesAtMs, isRevealed });
  });

  it('received that there are none, no date', () => {
    const contacts = { state: 'told-none', observedAtMs: 1, fetchedAtMs: null } as const;
    expect(windowOf(null, contacts, T0)).toEqual({ state: 'open', closesAtMs: null, contacts: 'none' });
  });

  it.each([
    ['fetched in the window', 'available', Date.UTC(2026, 5, 3), 'fetched'],
    ['fetched, but there were none', 'told-none', Date.UTC(2026, 5, 3), 'none'],
    ['fetched before the latest round', 'available', Date.UTC(2026, 4, 30), undefined],
    ['only named in the profile', 'available', null, undefined],
  ] as const)('contacts %s', (_name, state, fetchedAtMs, expected) => {
    const contacts = { state, observedAtMs: Date.UTC(2026, 5, 3), fetchedAtMs };
    expect(windowOf(announced, contacts, closes - 1)).toEqual({
      state: 'open',
      closesAtMs: closes,
      contacts: expected,
    });
  });
});

describe('folded text', () => {
  it.each([
    ['Łódź  Straße', 'lodz strasse'],
    ['ＡＢＣ', 'abc'],
    ['İstanbul', 'istanbul'],
    [' Æther\tØre ', 'aether ore'],
  ])('%j', (typed, folded) => expect(fold(typed)).toBe(folded));
});
