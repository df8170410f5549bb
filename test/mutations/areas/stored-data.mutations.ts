import type { Edit, Mutation } from '../mutation.ts';

const file = 'test/sql/stored-workspace/stored-workspace.slow.test.ts';
const KEYCHAIN = 'the keychain workspace written by 0.1.0 (b86d266)';
const COMPUTER = 'a data folder written by 0.1.0 (b86d266)';
const CONTINUED = 'the keychain account resumes where it was interrupted';

const changed = (name: string, edit: Edit, title: string): Mutation => ({
  name: `stored data: ${name}`,
  guarantee: 'data written by a released version is read with its meaning',
  edits: [edit],
  test: { file, titles: [title] },
});

/** Defects that change stored values, as a careless rename would. */
export const STORED_DATA_MUTATIONS: readonly Mutation[] = [
  {
    ...changed(
      'another AAD for contacts',
      {
        file: 'electron/core/contacts/decrypt-contacts.ts',
        find: "table: 'contact',",
        replace: "table: 'contacts',",
      },
      '',
    ),
    // This test checks newly stored data. A test that opens an old workspace could miss the defect, because
    // the app encrypts that workspace's contacts again after a change to the decoders.
    test: {
      file: 'test/sql/stored-workspace/persisted-names.test.ts',
      titles: ['data stored today > is encrypted with the recorded AAD and HKDF strings: keychain'],
    },
  },
  changed(
    'another HKDF label',
    {
      file: 'electron/core/contacts/contact-encryption.ts',
      find: '`roundwatch people ${purpose} 1`',
      replace: '`roundwatch contacts ${purpose} 1`',
    },
    `${KEYCHAIN} > decrypts its contacts`,
  ),
  changed(
    'another keychain account for the contact key',
    {
      file: 'electron/core/workspace/contact-key.ts',
      find: '`${id}:people-key` :',
      replace: '`${id}:contact-key` :',
    },
    `${KEYCHAIN} > decrypts its contacts`,
  ),
  changed(
    'another reason for which a queued request waits',
    {
      file: 'electron/core/jobs/job-states.ts',
      find: "  price: { queue: 'dearer', plan: 'dearer' },",
      replace: "  'price-rose': { queue: 'dearer', plan: 'dearer' },",
    },
    `${KEYCHAIN} > keeps the offline queue`,
  ),
  changed(
    'another kind of planned request',
    {
      file: 'shared/model/planning/plan-kinds.ts',
      find: "'contacts',",
      replace: "'people',",
    },
    `${CONTINUED} > runs the rest of the plan without repeating a request`,
  ),
  changed(
    'another ledger state',
    {
      file: 'shared/model/budget.ts',
      find: "'unknown', 'other-device', 'refused'",
      replace: "'unknown', 'another-device', 'refused'",
    },
    `${CONTINUED} > undoes exactly one step, and redoes it`,
  ),
  changed(
    'another settings key',
    {
      file: 'electron/core/handlers/appearance-settings.ts',
      find: "THEME = 'theme'",
      replace: "THEME = 'color-scheme'",
    },
    `${COMPUTER} > keeps the settings of this computer`,
  ),
  {
    name: 'stored data: undo steps of tasks without the new value',
    guarantee: 'the changes of tasks that an earlier version stored can be undone',
    edits: [
      {
        file: 'electron/core/database/migrations/yours/0140-due-times.ts',
        find: "json_insert(before, '$[#]', NULL), after = json_insert(after, '$[#]', NULL)",
        replace: 'before, after = after',
      },
    ],
    test: {
      file: 'test/sql/yours-0140.test.ts',
      titles: ['can still undo and redo the changes of tasks that it stored before'],
    },
  },
  {
    name: 'stored data: undo without the time of a task',
    guarantee: 'undo restores the due time of a task',
    edits: [
      {
        file: 'electron/core/database/queries/yours/undo-rows.ts',
        find: "      'due_time',\n",
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/user-data/tasks.test.ts',
      titles: ['get their earlier time back when a change of the time is undone'],
    },
  },
  {
    name: 'stored data: rows that fill no batch',
    guarantee: 'rows that are inserted together are all stored',
    edits: [
      {
        file: 'electron/core/database/insert-rows.ts',
        find: 'const BATCHES = [25, 5, 1] as const;',
        replace: 'const BATCHES = [25, 5] as const;',
      },
    ],
    test: { file: 'test/unit/database/insert-rows.test.ts', titles: ['are all stored, in their order: 57'] },
  },
  {
    name: 'stored data: new companies after the other rows of a page',
    guarantee: 'new companies have the same data as if each row had been merged in its order',
    edits: [
      {
        file: 'electron/core/library/store-responses.ts',
        find: '      insertAdded();\n      changed.add(companyId);',
        replace: '      changed.add(companyId);',
      },
    ],
    test: {
      file: 'test/unit/library/store-responses.test.ts',
      titles: ['has the same data as if it had been merged'],
    },
  },
];
