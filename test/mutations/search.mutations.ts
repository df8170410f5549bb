import type { Mutation } from './mutation.ts';

/** Defects of searches: filter options, and what a search may cost. */
export const SEARCH_MUTATIONS: readonly Mutation[] = [
  {
    name: 'countries-as-named',
    guarantee: 'countries that /filters gives as names can be chosen',
    edits: [
      {
        file: 'electron/core/service-api/decoders/filters.ts',
        find: 'decodeCountry(value, null).code ?? []',
        replace: '/^[A-Z]{2}$/.test(value) ? value : []',
      },
    ],
    test: {
      file: 'test/unit/service-api/decoders/contacts-filters-stats.test.ts',
      titles: ['converts countries that are given as names into codes'],
    },
  },
  {
    name: 'options-not-accepted',
    guarantee: 'filter options are loaded only at a price that was shown',
    edits: [
      {
        file: 'electron/core/fetching/filter-options.ts',
        find: 'if (!isWithin(worst, minus(context.accepted, before.reserved))) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/connect.slow.test.ts',
      titles: ['are not loaded if only /stats was accepted'],
    },
  },
  {
    name: 'options-fail-connecting',
    guarantee: 'an account is connected although its filter options cannot be loaded',
    edits: [
      {
        file: 'electron/core/fetching/filter-options.ts',
        find: 'if (error instanceof AppFailure) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/connect.slow.test.ts',
      titles: ['do not prevent connecting if they fail'],
    },
  },
  {
    name: 'unlisted-field-closed',
    guarantee: 'a field for which the service lists no values takes any text',
    edits: [
      {
        file: 'renderer/features/search/filter-options.svelte.ts',
        find: '(found.listed && !FREE_TEXT.has(field))',
        replace: '!FREE_TEXT.has(field)',
      },
    ],
    test: {
      file: 'test/renderer/features/search/filter-options.test.ts',
      titles: ['takes any text, with a mark, if the service lists no values: industries'],
    },
  },
];
