import { expect, test } from 'vitest';
import { readFurtherRows } from '../../../../renderer/lib/further-rows.ts';
import {
  firstTags,
  tagGroups,
  type TagGroup,
} from '../../../../renderer/features/company/panels/tag-groups.ts';
import { techGroups } from '../../../../renderer/features/company/panels/tech-groups.ts';

test('reads pages until every row is read', async () => {
  const all = Array.from({ length: 120 }, (_, index) => index);
  const offsets: number[] = [];
  const readPage = (offset: number): Promise<number[]> => {
    offsets.push(offset);
    return Promise.resolve(all.slice(offset, offset + 50));
  };
  expect(await readFurtherRows(all.slice(0, 50), 120, readPage)).toEqual(all);
  expect(offsets).toEqual([50, 100]);
});

test('reads no further page of a list with one page, and stops at an empty page', async () => {
  let calls = 0;
  const readPage = (): Promise<number[]> => {
    calls += 1;
    return Promise.resolve([]);
  };
  expect(await readFurtherRows([1, 2], 2, readPage)).toEqual([1, 2]);
  expect(await readFurtherRows<number>([], 7, readPage)).toEqual([]);
  expect(calls).toBe(0);
  expect(await readFurtherRows([1], 7, readPage)).toEqual([1]);
  expect(calls).toBe(1);
});

test('groups tags by category, with unknown categories and missing ones in a single last group', () => {
  const tag = (name: string, category: string | null) => ({ name, category });
  const tags = [
    tag('a', null),
    tag('b', 'guild'),
    tag('SaaS', ' Model '),
    tag('B2B', 'model'),
    tag('c', 'x'),
  ];
  expect(tagGroups(tags)).toEqual([
    { category: 'model', names: ['SaaS', 'B2B'] },
    { category: null, names: ['a', 'b', 'c'] },
  ]);
  expect(tagGroups([])).toEqual([]);
});

test('shows the first tags of the groups and leaves out empty groups', () => {
  const groups: readonly TagGroup[] = [
    { category: 'model', names: ['a', 'b'] },
    { category: 'tech', names: ['c', 'd'] },
    { category: null, names: ['e'] },
  ];
  expect(firstTags(groups, 3)).toEqual([
    { category: 'model', names: ['a', 'b'] },
    { category: 'tech', names: ['c'] },
  ]);
  expect(firstTags(groups, 50)).toEqual(groups);
});

test('groups technologies by category, in their order', () => {
  const technology = (name: string, category: string | null) => ({ name, category, description: null });
  const all = [technology('Go', 'Languages'), technology('Rust', 'Languages'), technology('Make', null)];
  expect(techGroups(all)).toEqual([
    { category: 'Languages', technologies: all.slice(0, 2) },
    { category: null, technologies: all.slice(2) },
  ]);
});
