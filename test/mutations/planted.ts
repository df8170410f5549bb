import type { Edit, Mutation } from './mutation.ts';

/** A mutation with a single edit, in short form. */
export interface Planted extends Edit {
  readonly name: string;
  readonly guarantee: string;
  /** The path of a test file, followed by the titles of its tests that must fail. */
  readonly test: readonly [string, ...string[]];
}

export const planted = ({
  name,
  guarantee,
  file,
  find,
  replace,
  test: [testFile, ...titles],
}: Planted): Mutation => ({
  name,
  guarantee,
  edits: [{ file, find, replace }],
  test: { file: testFile, titles },
});

/** Selects the tests for the given conformance rows. Each test's title starts with the id of its row. */
export const rows = (...ids: string[]): Mutation['test'] => ({
  file: 'test/conformance/conformance.test.ts',
  titles: ids.map((id) => `${id}: …`),
});
