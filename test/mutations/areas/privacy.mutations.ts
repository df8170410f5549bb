import type { Edit, Mutation } from '../mutation.ts';

const ERASE = 'electron/core/privacy/erase.ts';
const CONTACTS = 'of contacts after:';

/** Creates a defect that leaves erased data in a file. The tests in `erased.test.ts` must find this data. */
const leaves = (name: string, guarantee: string, edits: readonly Edit[], title: string): Mutation => ({
  name,
  guarantee,
  edits,
  figure: 'E1',
  test: { file: 'test/security/contacts/erased.test.ts', titles: [title] },
});

const REMOVE = 'electron/core/contacts/remove-contacts.ts';
const REMOVE_ENCRYPTED = 'electron/core/privacy/remove-encrypted-contacts.ts';

/** Creates a defect that leaves personal text from undocumented fields in a file. */
const undocumented = (
  name: string,
  guarantee: string,
  edits: readonly Edit[],
  titles: readonly string[],
): Mutation => ({
  name,
  guarantee,
  edits,
  figure: 'C5',
  test: { file: 'test/security/contacts/undocumented.test.ts', titles },
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
  {
    name: 'opened-pages-left-in-backups',
    guarantee: 'deleting downloaded data removes the opened pages from backups',
    edits: [
      {
        file: 'electron/core/privacy/delete-opened-pages.ts',
        find: "hasTable(db, 'company_opened') ? deleteAllOpened(db) : 0",
        replace: "hasTable(db, 'company_opened') ? 0 : deleteAllOpened(db)",
      },
    ],
    test: {
      file: 'test/unit/privacy/opened-pages.test.ts',
      titles: ['is removed when all downloaded data is deleted, also from backups'],
    },
  },
  {
    name: 'opened-pages-deletion-not-resumed',
    guarantee: 'a deletion of opened pages from backups that failed is completed at the next start',
    edits: [
      {
        file: 'electron/core/handlers/workspace/privacy.ts',
        find: 'return { copiesPending: workspace.record().openedPagesLeft === true };',
        replace:
          'const copiesPending = workspace.record().openedPagesLeft === true;\n      workspace.update({ openedPagesLeft: false });\n      return { copiesPending };',
      },
    ],
    test: {
      file: 'test/unit/privacy/opened-pages.test.ts',
      titles: ['is removed from backups at the next start if that failed'],
    },
  },
  {
    name: 'record-saved-after-removal',
    guarantee: 'contacts with a lost key are deleted only if the workspace record can be saved',
    edits: [
      { file: REMOVE_ENCRYPTED, find: '    beforeCommit();\n', replace: '' },
      {
        file: REMOVE_ENCRYPTED,
        find: '  return { ...removed, logsEmptied: checkpointWal(cache) };',
        replace: '  beforeCommit();\n  return { ...removed, logsEmptied: checkpointWal(cache) };',
      },
    ],
    test: {
      file: 'test/unit/privacy/lost-contact-key.test.ts',
      titles: ['are not removed if the workspace record cannot be saved, and can be removed later'],
    },
  },
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
  undocumented(
    'undocumented-in-plain-text',
    'undocumented fields of raw rows are encrypted',
    [
      {
        file: 'electron/core/service-api/split-raw.ts',
        find: 'if (isDocumented(raw, shape)) return { documented: raw, undocumented: [] };',
        replace: 'if (!isDocumented(raw, {})) return { documented: raw, undocumented: [] };',
      },
    ],
    ['are in no file, and can be decrypted with the contact key'],
  ),
  undocumented(
    'undocumented-kept-at-the-company',
    'erasing a contact deletes every undocumented field of its companies',
    [{ file: REMOVE, find: 'rawRows += deleteUndocumentedOf(cache, companyId);', replace: '' }],
    ['are gone with the contact they describe: erase', 'are gone with the contact they describe: suppress'],
  ),
  undocumented(
    'undocumented-kept-elsewhere',
    'erasing a contact deletes the undocumented fields that mention it in any row',
    [
      {
        file: REMOVE,
        find: 'for (const table of RAW_TABLES)\n',
        replace: 'for (const table of [] as RawTable[])\n',
      },
    ],
    ['are gone with the contact they describe: erase'],
  ),
  undocumented(
    'suppressed-in-undocumented',
    'undocumented fields that mention a suppressed contact are not stored',
    [
      {
        file: 'electron/core/contacts/undocumented-fields.ts',
        find: 'if (suppressions.any() && mentions(fields, isUnwanted)) return null;',
        replace: 'if (suppressions.any() && fields.length === 0) return null;',
      },
    ],
    ['about a suppressed contact are not stored again, at any company that the contact identifies'],
  ),
  undocumented(
    'undocumented-from-old-page',
    'a page requested before an erasure does not restore the contact in an undocumented field',
    [
      {
        file: 'electron/core/fetching/erasure-guard.ts',
        find: 'const storePage = (): void => erasures.storing(store, () => false);',
        replace: 'const storePage = store;',
      },
    ],
    ['in a page that was requested before the contact was erased are not stored'],
  ),
  undocumented(
    'undocumented-not-reencrypted',
    'a key change re-encrypts undocumented fields',
    [
      {
        file: 'electron/core/privacy/re-encrypt-contacts.ts',
        find: 'if (fresh !== null) putUndocumented(cache, row, fresh);',
        replace: '',
      },
    ],
    ['are encrypted with the new key after a key change'],
  ),
  undocumented(
    'undocumented-kept-without-key',
    'contacts whose key is lost are removed with undocumented fields',
    [
      {
        file: 'electron/core/privacy/remove-encrypted-contacts.ts',
        find: ' + deleteUndocumentedBefore(cache, all)',
        replace: '',
      },
    ],
    ['are deleted with contacts whose key is lost, and after the retention period'],
  ),
  undocumented(
    'undocumented-never-expire',
    'undocumented fields expire with contacts',
    [
      {
        file: 'electron/core/privacy/retention.ts',
        find: 'deleteUndocumentedBefore(cache, expired);',
        replace: '0;',
      },
    ],
    ['are deleted with contacts whose key is lost, and after the retention period'],
  ),
  undocumented(
    'old-rows-in-plain-text',
    'rows of an earlier version are encrypted when contacts are unlocked',
    [
      {
        file: 'electron/core/library/reparse-raw-rows.ts',
        find: 'await resplitRows(db, seal, pause);',
        replace: '',
      },
    ],
    [
      'are encrypted when contacts are next unlocked, and nothing is lost',
      'lose their undocumented fields if contacts are not stored',
    ],
  ),
  {
    name: 'locked-fields-unreported',
    guarantee: 'the screen shows that an event has locked fields',
    edits: [
      {
        file: 'electron/core/handlers/signals.ts',
        find: 'areFieldsLocked: undocumented !== null && others === null,',
        replace: 'areFieldsLocked: undocumented === null && others !== null,',
      },
    ],
    test: {
      file: 'test/unit/privacy/app.test.ts',
      titles: ['are named while contacts are unlocked, and otherwise reported as locked'],
    },
  },
  {
    name: 'privacy-page-outdated',
    guarantee: 'the privacy page states what the app says',
    edits: [
      {
        file: 'renderer/ui/text/data-privacy-strings.ts',
        find: 'collects nothing about you.',
        replace: 'collects what you search for.',
      },
    ],
    test: {
      file: 'test/unit/build/trust-documents.test.ts',
      titles: ['states what the app says about what leaves this computer'],
    },
  },
];
