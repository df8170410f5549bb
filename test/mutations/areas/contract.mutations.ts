import type { Mutation } from '../mutation.ts';

export const CONTRACT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'not-parsed',
    guarantee: 'no handler is called with an input that its schema rejects',
    figure: 'I1',
    edits: [
      {
        file: 'shared/contract/kit.ts',
        find: 'const parsed = parse(entry.def.input, input);',
        replace: 'const parsed = { success: true, data: input };',
      },
    ],
    test: {
      file: 'test/security/boundary/contract-fuzz.test.ts',
      titles: ['reach no handler with input that its schema rejects, and none hangs'],
    },
  },
];
