import type { Mutation } from '../mutation.ts';

/** Defects in the sections of Today. */
export const TODAY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'today-ready-closes',
    guarantee: 'a company whose contacts were fetched is ready to write to, not in need of a fetch',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: 'this.#closing = closingCompanies.filter((each) => !isReadyToWrite(each));',
        replace: 'this.#closing = closingCompanies;\n        this.#ready = [];',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: [
        'a company with fetched contacts is ready to write to, leaves when done, and returns when undone',
      ],
    },
  },
];
