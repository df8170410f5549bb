import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  filterCount,
  flipped,
  knownValues,
  namedValues,
  NO_FILTERS,
  onlyList,
  replacedTag,
  statusValues,
  tagValues,
  toggled,
  without,
} from '../../../../renderer/features/library/library-filters.ts';
import { activeFilters } from '../../../../renderer/features/library/active-filters.ts';
import { keepPlaces } from '../../../../renderer/features/library/facet-places.ts';
import { libraryLines } from '../../../../renderer/features/library/library-groups.ts';
import type { LibraryFacets } from '../../../../shared/model/library.ts';

const none = { values: [], more: 0 };
const COUNTS: LibraryFacets = {
  countries: {
    values: [
      { value: 'de', label: 'Germany', count: 9 },
      { value: 'no', label: 'NO', count: 0 },
    ],
    more: 0,
  },
  stages: none,
  industries: none,
  tags: none,
  statuses: [],
  ownTags: none,
  triage: { todo: 7, snoozed: 0, done: 0 },
  ours: [],
  lists: [{ value: 'a', count: 3 }],
  windows: { open: 1, closing: 1, closed: 2, unknown: 3 },
  freshness: { day: 1, week: 0, month: 0, older: 0 },
  hiring: 0,
  people: 0,
  note: 0,
};

test('toggles values of a facet without changing the other facets', () => {
  const one = toggled(NO_FILTERS, 'countries', 'de');
  const two = toggled(toggled(one, 'countries', 'no'), 'windows', 'open');
  expect(two).toMatchObject({ countries: ['de', 'no'], windows: ['open'], stages: [] });
  expect(toggled(two, 'countries', 'de').countries).toEqual(['no']);
  expect(without(two, 'countries')).toMatchObject({ countries: [], windows: ['open'] });
  expect(filterCount(flipped(two, 'note'))).toBe(4);
  expect(flipped(flipped(two, 'note'), 'note')).toEqual(two);
});

test('counts the filters that have a check mark', () => {
  const outcome = { step: 'found', from: '2026-08-28', source: '1' } as const;
  expect(filterCount({ ...NO_FILTERS, outcome })).toBe(2);
  expect(filterCount({ ...NO_FILTERS, outcome: { ...outcome, from: null, source: null } })).toBe(1);
  expect(filterCount({ ...NO_FILTERS, outcome: { ...outcome, step: 'won' }, countries: ['de', 'no'] })).toBe(
    5,
  );
});

test('limits a facet to the number of values that the contract accepts', () => {
  let filters = NO_FILTERS;
  for (let at = 0; at < 60; at += 1) filters = toggled(filters, 'tags', `tag ${at}`);
  expect(filters.tags).toHaveLength(50);
});

test('names a list that is the only filter', () => {
  const filters = toggled(NO_FILTERS, 'lists', 'a');
  expect(onlyList(filters)).toBe('a');
  expect(onlyList(flipped(filters, 'note'))).toBeNull();
  expect(onlyList(toggled(filters, 'lists', 'b'))).toBeNull();
});

test('keeps chosen values in a facet, with 0 if no company is left', () => {
  const filters = toggled(toggled(NO_FILTERS, 'lists', 'b'), 'countries', 'no');
  const lists = [
    { id: 'a', name: 'Warm intros' },
    { id: 'b', name: 'Berlin' },
  ];
  expect(knownValues(filters, 'lists', COUNTS.lists, lists)).toEqual([
    { value: 'a', label: 'Warm intros', count: 3, checked: false },
    { value: 'b', label: 'Berlin', count: 0, checked: true },
  ]);
  const named = namedValues(filters, COUNTS, 'countries', (label) => (label === 'NO' ? 'Norway' : label));
  expect(named).toContainEqual({ value: 'no', label: 'Norway', count: 0, checked: true });
});

test('shows tags of the companies found, chosen tags, and at the end tags without companies', () => {
  const tags = [
    { id: '1', name: 'empty', count: 0 },
    { id: '2', name: 'elsewhere', count: 4 },
    { id: '3', name: 'fintech', count: 9 },
    { id: '4', name: 'rare', count: 1 },
  ];
  const counted = {
    values: [
      { value: '3', count: 7 },
      { value: '4', count: 0 },
    ],
    more: 0,
  };
  expect(tagValues(toggled(NO_FILTERS, 'ownTags', '4'), counted, tags)).toMatchObject([
    { value: '3', count: 7, checked: false },
    { value: '4', count: 0, checked: true },
    { value: '1', count: 0, checked: false },
  ]);
});

test('keeps the places of values while filters are set, with 0 if no company is left', () => {
  const places: LibraryFacets = {
    ...COUNTS,
    countries: {
      values: [
        { value: 'de', label: 'Germany', count: 9 },
        { value: 'fr', label: 'France', count: 4 },
      ],
      more: 3,
    },
    statuses: [
      { value: 'new', count: 5 },
      { value: 'won', count: 1 },
    ],
  };
  const next: LibraryFacets = {
    ...COUNTS,
    countries: {
      values: [
        { value: 'rare', label: 'Rare', count: 3 },
        { value: 'fr', label: 'France', count: 2 },
      ],
      more: 0,
    },
    statuses: [{ value: 'won', count: 1 }],
  };
  const kept = keepPlaces(places, next);
  expect(kept.countries).toEqual({
    values: [
      { value: 'de', label: 'Germany', count: 0 },
      { value: 'fr', label: 'France', count: 2 },
      { value: 'rare', label: 'Rare', count: 3 },
    ],
    more: 2,
  });
  const names = ['new', 'won', 'lost'].map((id) => ({ id, name: id }));
  expect(statusValues(NO_FILTERS, kept.statuses, names)).toMatchObject([
    { value: 'new', count: 0 },
    { value: 'won', count: 1 },
  ]);
  expect(keepPlaces(next, next)).toBe(next);
});

test('shows how many values are not listed, even after one of them was deleted', () => {
  const tag = (value: string) => ({ value, count: 1 });
  const places = { ...COUNTS, ownTags: { values: [tag('a'), tag('b')], more: 3 } };
  const moreOf = (ownTags: LibraryFacets['ownTags']): number =>
    keepPlaces(places, { ...COUNTS, ownTags }).ownTags.more;
  expect(moreOf({ values: [tag('a'), tag('c')], more: 2 })).toBe(1);
  expect(moreOf({ values: [tag('c')], more: 4 })).toBe(2);
  // The new counts omit tags that have no matches under the other filters. The three tags that were not
  // listed before must still count in `more`.
  expect(moreOf({ values: [tag('a')], more: 0 })).toBe(3);
});

test('replaces a merged tag in a filter by its target, without duplicates', () => {
  const filters = { ...NO_FILTERS, ownTags: ['1', '2', '3'], note: true };
  expect(replacedTag(filters, '1', '3')).toEqual({ ...filters, ownTags: ['3', '2'] });
  expect(replacedTag(filters, '1', '4').ownTags).toEqual(['4', '2', '3']);
});

const NAMES = {
  lists: [{ id: 'a', name: 'Warm intros' }],
  statuses: [{ id: 'own-1', name: 'Demo booked' }],
  ownTags: [{ id: '1', name: 'fintech' }],
  searches: [],
};

test('names the active filters by their labels, and leaves out deleted lists', () => {
  const filters = {
    ...NO_FILTERS,
    windows: ['closed' as const],
    lists: ['a', 'deleted'],
    statuses: ['none' as const, 'own-1'],
    ownTags: ['deleted'],
    countries: ['de', 'no'],
    note: true,
    people: true,
  };
  const active = activeFilters(filters, COUNTS, NAMES);
  expect(active.map(({ text }) => text)).toEqual([
    'Contact window: Closed',
    'Lists: Warm intros',
    'Status: No status or Demo booked',
    'Country: Germany or Norway',
    'Has: Contacts and Note',
  ]);
  expect(active.map(({ rest }) => rest)).toEqual([
    { ...filters, windows: [] },
    { ...filters, lists: [] },
    { ...filters, statuses: [] },
    { ...filters, countries: [] },
    { ...filters, note: null, people: null },
  ]);
  expect(activeFilters(NO_FILTERS, COUNTS, NAMES)).toEqual([]);
});

test('names at most three values of an active filter, even before the counts are loaded', () => {
  const filters = { ...NO_FILTERS, stages: ['Seed', 'Series A', 'Series B', 'Series C', 'Series D'] };
  expect(activeFilters(filters, null, NAMES).map(({ text }) => text)).toEqual([
    'Stage: Seed, Series A, Series B, or 2 more',
  ]);
});

const sizes = fc.array(fc.nat(40), { maxLength: 8 });
test('places every row on one line under the heading of its currency', () => {
  fc.assert(
    fc.property(sizes, fc.nat(30), (counts, rest) => {
      let offset = 0;
      const groups = counts.map((count, at) => {
        const group = { currency: at === 1 ? null : `C${at}`, offset, count };
        offset += count;
        return group;
      });
      const filled = groups.filter(({ count }) => count > 0);
      const rows = offset + (filled.length > 0 ? rest : 0);
      const lines = libraryLines(rows, groups);
      const headings = Array.from({ length: lines.total }, (_, line) => lines.headingAt(line));
      expect(headings.filter((heading) => heading === null)).toHaveLength(rows);
      const counted = headings.reduce((sum, heading) => sum + (heading?.count ?? 0), 0);
      expect(counted).toBe(filled.length > 0 ? rows : 0);
      for (let row = 0; row < rows; row += 1) {
        const line = lines.lineOf(row);
        expect(lines.headingAt(line)).toBeNull();
        expect(lines.rowAt(line)).toBe(row);
      }
      for (const { currency, offset: first } of filled) {
        const heading = lines.headingAt(lines.lineOf(first) - 1);
        expect(heading?.currency).toBe(currency);
      }
    }),
  );
});

test('maps a heading to the row below, and no row to no line', () => {
  const lines = libraryLines(5, [
    { currency: 'EUR', offset: 0, count: 2 },
    { currency: 'NOK', offset: 2, count: 1 },
  ]);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((line) => lines.rowAt(line))).toEqual([0, 0, 1, 2, 2, 3, 3, 4]);
  expect(lines.headingAt(5)).toMatchObject({ kind: 'rest', count: 2 });
  expect(lines.lineOf(-1)).toBe(-1);
  expect(libraryLines(3, []).total).toBe(3);
  const byContact = libraryLines(3, [], 2);
  expect([byContact.total, byContact.headingAt(3)?.kind, byContact.rowAt(4), byContact.lineOf(4)]).toEqual([
    6,
    'contacts',
    3,
    5,
  ]);
});
