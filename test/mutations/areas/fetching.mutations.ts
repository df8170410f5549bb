import type { Mutation } from '../mutation.ts';

const PIPELINE = 'electron/core/fetching/priced-request.ts';

/** Returns a mutation of the code that sends priced requests. */
const pipeline = (
  name: string,
  guarantee: string,
  edit: { readonly find: string; readonly replace: string },
  title: string,
  file = 'test/unit/fetching/priced-request.test.ts',
): Mutation => ({
  name,
  guarantee,
  edits: [{ file: PIPELINE, ...edit }],
  test: { file, titles: [title] },
});

export const FETCHING_MUTATIONS: readonly Mutation[] = [
  pipeline(
    'full-disk-ignored',
    'nothing is sent that has no room on the disk',
    { find: '  parts.requireRoom();\n', replace: '' },
    'refuses it without room on the disk, and does not ask for the contact key',
  ),
  pipeline(
    'locked-contacts-charged',
    'contacts that cannot be encrypted are not paid for',
    { find: "if (call.endpoint === 'contacts') await requireContactKey(parts, options);", replace: '' },
    'reserves nothing for contacts that cannot be stored',
  ),
  pipeline(
    'erased-stored-again',
    'a response stores no company that was erased after its request',
    {
      find: 'storeUnlessErased(library, erasures, call, value, () => store(value, atMs));',
      replace: 'store(value, atMs);',
    },
    'is omitted from a list in flight, and stored again by a later list',
    'test/unit/privacy/in-flight-erasures.test.ts',
  ),
  pipeline(
    'erased-404-stored',
    'a 404 stores nothing about a company that was erased after its request',
    { find: ' || erasures.isErased(call.companyId)', replace: '' },
    'is not stored about a company that was erased in the meantime',
  ),
  pipeline(
    'demo-not-saved',
    'the demo keeps what a failed request changed',
    { find: '    parts.saveDemo();\n', replace: '' },
    'save the demo and publish the company after a failure too',
  ),
  {
    name: 'planned-page-without-undocumented-fields',
    guarantee: 'a page that a plan fetched is stored as completely as any other page',
    edits: [
      {
        file: 'electron/core/fetching/planned-request.ts',
        find: 'fetchedAtMs }, vault.seal());',
        replace: "fetchedAtMs }, { mode: 'locked' });",
      },
    ],
    test: {
      file: 'test/unit/fetching/planned-request.test.ts',
      titles: ['a page that a plan fetches is stored with its undocumented fields'],
    },
  },
];
