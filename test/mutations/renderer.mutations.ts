import type { Mutation } from './mutation.ts';

/** Defects of the renderer. */
export const RENDERER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a line of text as it is',
    guarantee: 'text of the service is shown without characters that reorder or hide text',
    figure: 'X1',
    edits: [
      {
        file: 'renderer/lib/safe-text.ts',
        find: "replace(BREAKS, ' ').replace(UNSAFE, '')",
        replace: "replace(BREAKS, ' ')",
      },
    ],
    test: {
      file: 'test/renderer/lib/safe-text.test.ts',
      titles: ['removes characters that reorder or hide text'],
    },
  },
];
