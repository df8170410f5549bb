import type { Mutation } from '../mutation.ts';

const READER = 'electron/core/market/titles/classify-title.ts';
const TEST = 'test/unit/market/titles/classify-title.test.ts';

export const TITLE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'assistant-with-the-rank-of-the-chief',
    guarantee: 'an assistant does not have the rank of the assisted person',
    edits: [
      {
        file: READER,
        find: 'this.#scope = effect;\n      this.#isScopeOfPart = isFollowedByTo;',
        replace: '',
      },
    ],
    test: { file: TEST, titles: ['ignores the rank of the person who is assisted'] },
  },
  {
    name: 'every-department-of-a-group',
    guarantee: 'of words that stand together, only the strongest department counts',
    edits: [
      {
        file: READER,
        find: 'this.#groupDepartments = term.departments;',
        replace: 'this.#groupDepartments |= term.departments;',
      },
    ],
    test: { file: TEST, titles: ['names only the strongest department of words that stand together'] },
  },
  {
    name: 'employer-in-the-title',
    guarantee: 'the name of the employer does not affect the job',
    edits: [{ file: READER, find: 'AT.has(word) || ENDS_JOB.has(word)', replace: 'ENDS_JOB.has(word)' }],
    test: { file: TEST, titles: ['ignores the name of the employer, earlier jobs and sentences'] },
  },
  {
    name: 'titles-of-any-length',
    guarantee: 'a title is read up to a limit',
    edits: [
      {
        file: 'electron/core/market/titles/split-title.ts',
        find: 'title.length > MAX_LENGTH',
        replace: 'title.length < 0',
      },
    ],
    test: { file: TEST, titles: ['is read up to a limit, however long it is'] },
  },
];
