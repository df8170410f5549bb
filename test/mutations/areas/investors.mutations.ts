import type { Mutation } from '../mutation.ts';

const TEST = 'test/unit/library/investors/investors.test.ts';

/** Defects in the view of investors, in merging investors and in the news about watched investors. */
export const INVESTOR_MUTATIONS: readonly Mutation[] = [
  {
    name: 'investors-merged-unasked',
    guarantee: 'spellings of an investor are merged only by the user',
    edits: [
      {
        file: 'electron/core/library/investors/investor-view.ts',
        find: 'const family = familyOf(yours, name);\n  const totals',
        replace:
          'const own = familyOf(yours, name);\n  const family = { ...own, names: [...own.names, ...suggestionsFor({ cache, yours }, own).map((each) => fold(each.name))] };\n  const totals',
      },
    ],
    test: { file: TEST, titles: ['are suggested, but counted apart until the user merges them'] },
  },
  {
    name: 'investor-currencies-summed',
    guarantee: 'amounts in different currencies are never added up',
    edits: [
      {
        file: 'electron/core/database/queries/cache/investor-rounds.ts',
        find: 'GROUP BY amount_currency ORDER BY rounds DESC',
        replace: 'GROUP BY 1 = 1 ORDER BY rounds DESC',
      },
    ],
    test: { file: TEST, titles: ['has one sum for each currency, and no sum of amounts without one'] },
  },
  {
    name: 'merge-not-in-the-facet',
    guarantee: 'the facet counts merged names together',
    edits: [
      {
        file: 'electron/core/library/index/load-investors.ts',
        find: 'known.push(investors.merges.get(nameFolded) ?? name);',
        replace: 'known.push(name);',
      },
    ],
    test: {
      file: TEST,
      titles: ['count as one in the view and in the facet after a merge, and apart after undo'],
    },
  },
  {
    name: 'older-event-is-no-news',
    guarantee: 'a round in an older response that arrives later is news',
    edits: [
      {
        file: 'electron/core/database/queries/cache/investors.ts',
        find: 'newest_ms = max(:fetchedAtMs, newest_ms + 1) + :more',
        replace: 'newest_ms = :fetchedAtMs + :more',
      },
    ],
    test: {
      file: TEST,
      titles: ['reports rounds that are stored afterwards, each once, until they are seen'],
    },
  },
  {
    name: 'find-link-opens-one-of-several',
    guarantee: 'a link to an address opens a company only if it is the only match',
    edits: [
      {
        file: 'renderer/session/app.svelte.ts',
        find: '(others.length === 0 ? only?.companyId : undefined)',
        replace: '(others.length < 9 ? only?.companyId : undefined)',
      },
    ],
    test: {
      file: 'test/renderer/session/open-dialogs.test.ts',
      titles: ['a link to an address opens the only stored company, and otherwise only fills in the palette'],
    },
  },
  {
    name: 'paused-search-sells-a-look-up',
    guarantee: 'no request is offered for an address while the limit on contacts may hide its company',
    edits: [
      {
        file: 'renderer/features/search/address/address-commands.ts',
        find: 'if (againAfterMs !== null) return',
        replace: 'if (againAfterMs === 0) return',
      },
    ],
    test: {
      file: 'test/renderer/features/search/address-commands.test.ts',
      titles: ['nothing is offered at a price while the limit on contacts pauses the search'],
    },
  },
  {
    name: 'address-offers-stay',
    guarantee: 'the library shows no offers for a text that is no longer in its search field',
    edits: [
      {
        file: 'renderer/features/library/address/address-offers.svelte.ts',
        find: 'this.#latest.cancel();\n      this.#shown = null;\n      this.commands = [];',
        replace: 'this.#shown = null;',
      },
    ],
    test: {
      file: 'test/renderer/features/library/address-offers.test.ts',
      titles: ['never stay for another text, even if the reply arrives late'],
    },
  },
];
