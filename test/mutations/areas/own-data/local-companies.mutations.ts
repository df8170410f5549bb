import type { Mutation } from '../../mutation.ts';

const TEST = 'test/unit/user-data/local-companies/join-local.test.ts';
const JOIN = 'electron/core/user-data/local-companies/join-local.ts';
const MOVE = 'electron/core/database/queries/yours/join-company.ts';

/**
 * Defects in companies that occur only in the user's own files, and in joining them with stored companies.
 */
export const LOCAL_COMPANY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'local-company-requested',
    guarantee: 'a company without an id of the service is never requested',
    edits: [
      {
        file: 'electron/core/service-api/endpoints.ts',
        find: '    isLocalCompanyId(companyId) ||\n',
        replace: '',
      },
    ],
    test: { file: TEST, titles: ['is never requested from the service'] },
  },
  {
    name: 'joined-company-lost',
    guarantee: 'the page of a local company leads to the stored company that has its data',
    edits: [
      {
        file: 'electron/core/library/company-view.ts',
        find: 'const joinedInto = local?.joinedInto ?? null;',
        replace: 'const joinedInto = null as string | null;',
      },
    ],
    test: { file: TEST, titles: ['leads from the local company to the one that has its data'] },
  },
  {
    name: 'local-company-joined-ambiguously',
    guarantee: 'a local company is not joined if several stored companies match',
    edits: [{ file: JOIN, find: ' || candidates.size > 1', replace: '' }],
    test: {
      file: TEST,
      titles: ['never joins by name, by a parent domain, or if several companies match'],
    },
  },
  {
    name: 'local-company-joined-by-name',
    guarantee: 'a name alone never joins companies',
    edits: [
      { file: JOIN, find: '  name: null,\n});', replace: '  name: `n:${nameKey(name) ?? name}`,\n});' },
      {
        file: JOIN,
        find: '{ websiteHost, linkedinPage }: LocalCompany)',
        replace: '{ name, websiteHost, linkedinPage }: LocalCompany)',
      },
      { file: JOIN, find: 'import { keysOfCompany }', replace: 'import { keysOfCompany, nameKey }' },
      { file: JOIN, find: ').filter(isExact).map(', replace: ').map(' },
    ],
    test: {
      file: TEST,
      titles: ['never joins by name, by a parent domain, or if several companies match'],
    },
  },
  {
    name: 'join-in-several-transactions',
    guarantee: 'joining moves everything or nothing',
    edits: [
      { file: JOIN, find: 'return transaction(yours, () => {', replace: 'return (() => {' },
      { file: JOIN, find: '    return true;\n  });', replace: '    return true;\n  })();' },
    ],
    test: { file: TEST, titles: ['moves everything or nothing'] },
  },
  {
    name: 'join-forgets-the-journal',
    guarantee: 'an import can be undone after its companies were joined',
    edits: [
      { file: MOVE, find: "row_key = json_replace(row_key, '$[0]', :into)", replace: 'row_key = row_key' },
    ],
    test: { file: TEST, titles: ['leaves undo of the import possible'] },
  },
  {
    name: 'join-drops-note-versions',
    guarantee: 'joining keeps the versions of both notes',
    edits: [
      {
        file: MOVE,
        find: "'UPDATE note_revision SET company_id = :into, revision = revision + :revisions WHERE company_id = :from',\n    { from, into, revisions },",
        replace: "'DELETE FROM note_revision WHERE company_id = :from',\n    { from },",
      },
    ],
    test: { file: TEST, titles: ['keeps both notes with all their versions'] },
  },
  {
    name: 'large-fetch-not-joined',
    guarantee: 'every stored company is compared with the local companies',
    edits: [
      {
        file: 'electron/core/user-data/ours/match-stored.ts',
        find: 'if (!hasOursLines(yours) && !hasJoinable(yours)) {',
        replace: 'if (!hasOursLines(yours)) {',
      },
    ],
    test: { file: TEST, titles: ['reaches every company that a large fetch stored'] },
  },
  {
    name: 'erased-local-company-keeps-its-address',
    guarantee: 'erasing a local company clears its address',
    edits: [
      {
        file: 'electron/core/database/queries/privacy-state.ts',
        find: 'changed += clearLocalCompany(db, companyId);',
        replace: 'changed += 0;',
      },
    ],
    test: {
      file: TEST,
      titles: [
        'clears the name and the address of a local company, in the undo journal too',
        'removes the local company that was joined into an erased company',
      ],
    },
  },
];
