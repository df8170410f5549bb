import type { Edit, Mutation } from './mutation.ts';

const ERASE = 'electron/core/privacy/erase.ts';
const CONTACTS = 'of contacts after:';

/** Creates a defect that leaves erased data in a file, which the tests in `erased.test.ts` find. */
const leaves = (name: string, guarantee: string, edits: readonly Edit[], title: string): Mutation => ({
  name,
  guarantee,
  edits,
  figure: 'E1',
  test: { file: 'test/security/contacts/erased.test.ts', titles: [title] },
});

/** Defects in erasing and blocking contacts. */
export const PRIVACY_MUTATIONS: readonly Mutation[] = [
  leaves(
    'log-kept after a contact is suppressed',
    'the write-ahead logs are emptied when a contact is suppressed',
    [
      {
        file: ERASE,
        find: '...finish(where, { ...removed, rawRows })',
        replace: '...removed, rawRows, logsEmptied: true',
      },
    ],
    `${CONTACTS} suppress`,
  ),
  leaves(
    'log-kept after a contact is erased',
    'the write-ahead logs are emptied when a contact is erased',
    [
      {
        file: ERASE,
        find: 'return finish(where, { ...removed, rawRows: removed.rawRows + further });',
        replace: 'return { ...removed, rawRows: removed.rawRows + further, logsEmptied: true };',
      },
    ],
    `${CONTACTS} erase`,
  ),
  leaves(
    'log-kept after a company is erased',
    'the write-ahead logs are emptied when a company is erased',
    [
      {
        file: ERASE,
        find: '...finish(where, null) };',
        replace: 'people: 0, rawRows: 0, companyIds: [], logsEmptied: true };',
      },
    ],
    'of erased companies, in backups either; user data stays',
  ),
  leaves(
    'raw-kept',
    'a suppressed contact is removed from raw rows',
    [
      { file: ERASE, find: 'if (areRawsRedacted(yours)) return 0;', replace: 'if (yours) return 0;' },
      {
        file: 'electron/core/contacts/remove-contacts.ts',
        find: 'for (const raw of encryptedRawsOf(cache, companyId)) {',
        replace: 'for (const raw of []) {',
      },
    ],
    `${CONTACTS} suppress`,
  ),
];
