import { expect, it } from 'vitest';
import { conflictText } from '../../../../electron/core/user-data/archive/conflict-text.ts';
import { finish } from '../../../../electron/core/foundation/slices.ts';
import { collect } from '../../../../electron/core/user-data/archive/collect.ts';
import { ITEM_TYPES } from '../../../../electron/core/user-data/archive/content.ts';
import { itemsOf, refKeysOf } from '../../../../electron/core/user-data/archive/items.ts';
import { emptyContent } from '../../../../electron/core/user-data/archive/content.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import { libraryQueryOf } from '../user-data-changes.ts';
import { newFiles, randomFrom, scribble, T0 } from './archive-world.ts';

const textOf = (content: ReturnType<typeof emptyContent>, type: 'market' | 'savedViews'): string => {
  const item = finish(itemsOf(content, refKeysOf(content))).get(type)?.[0];
  return item === undefined ? '' : conflictText(content, item);
};

it('a conflict of rules, searches and views shows a readable field on each line', () => {
  const value = marketSchema.parse({
    countries: ['DE', 'AT'],
    stages: [],
    industries: [],
    technologies: [],
  });
  const market = { ...emptyContent(), market: [{ name: 'market' as const, value, setAtMs: T0 }] };
  expect(textOf(market, 'market')).toBe('Countries: Germany, Austria\nOpen roles: preferred');
  const views = {
    ...emptyContent(),
    lists: [{ ref: '7', name: 'Warm intros', createdAtMs: T0 }],
    savedViews: [
      {
        name: 'View',
        createdAtMs: T0,
        question: libraryQueryOf('robots', { lists: ['7'], statuses: ['none'] }),
      },
    ],
  };
  expect(textOf(views, 'savedViews')).toBe(
    'Search text: robots\nLists: Warm intros\nStatus: No status\nSorted by: Best match',
  );
});

it('no conflict is shown as JSON', () => {
  const files = newFiles();
  scribble(files, randomFrom(3), 300, T0);
  const { content } = collect(files.yours);
  const items = finish(itemsOf(content, refKeysOf(content)));
  const texts = ITEM_TYPES.flatMap((type) =>
    (items.get(type) ?? []).map((item) => conflictText(content, item)),
  );
  expect(texts.filter((text) => /[{[]"|":/.test(text))).toEqual([]);
});
