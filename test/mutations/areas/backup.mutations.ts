import type { Mutation } from '../mutation.ts';

const LEFT_WHOLE = 'electron/core/backup/clean-shutdown-marker.ts';
const BACKUP_STORE = 'electron/core/backup/backup-store.ts';
const file = 'test/unit/backup/clean-shutdown-marker.test.ts';

/** Defects in backups and in the clean-shutdown marker. The marker lets the app skip an integrity check. */
export const BACKUP_MUTATIONS: readonly Mutation[] = [
  {
    name: 'trusts-size',
    guarantee: 'a file that was written to is checked, even where its size is unchanged',
    edits: [
      {
        file: LEFT_WHOLE,
        find: "(['bytes', 'modifiedNs', 'changedNs', 'inode'] as const)",
        replace: "(['bytes'] as const)",
      },
    ],
    test: { file, titles: ['is rejected after a write that restores size and time'] },
  },
  {
    name: 'trusts-log',
    guarantee: 'a file with a write-ahead log beside it is checked',
    edits: [
      {
        file: LEFT_WHOLE,
        find: 'recorded === null || now === null || hasSide ||',
        replace: 'recorded === null || now === null ||',
      },
    ],
    test: { file, titles: ['is rejected while a write-ahead log lies beside the file'] },
  },
  {
    name: 'trusts-schema',
    guarantee: 'a file that another version of the app closed is checked',
    edits: [{ file: LEFT_WHOLE, find: ' || recorded.schema !== now.schema', replace: '' }],
    test: { file, titles: ['is rejected when another version of the app wrote it'] },
  },
  {
    name: 'no-check',
    guarantee: 'a backup is verified before it gets its name',
    figure: 'D6',
    edits: [{ file: BACKUP_STORE, find: 'verify(yours, unfinished, options);', replace: '' }],
    test: {
      file: 'test/unit/backup/backups.test.ts',
      titles: ['gets no name if its copy has noise in it', 'gets no name if its copy has a missing note'],
    },
  },
  {
    name: 'new-ledger-with-documented-limits',
    guarantee: 'a new ledger counts the known limits as used up',
    edits: [
      {
        file: 'electron/core/backup/recreate-ledger.ts',
        find: 'limits.limit(budget).value - LEFT_FOR_READINGS',
        replace: 'DOCUMENTED_LIMITS[budget] - LEFT_FOR_READINGS',
      },
    ],
    test: {
      file: 'test/unit/backup/damaged-workspace.test.ts',
      titles: ['ledger.db: counts the known limits as used up, not the documented ones ("")'],
    },
  },
  {
    name: 'blind-rotation',
    guarantee: 'damaged backups never push out the last good one',
    figure: 'D6',
    edits: [
      {
        file: BACKUP_STORE,
        find: '        backups.push(backupOf(named));\n        await',
        replace: "        backups.push({ ...backupOf(named), state: 'good' });\n        await",
      },
    ],
    test: {
      file: 'test/reliability/durability-backups.test.ts',
      titles: ['keep the last good one when every later weekly copy is damaged'],
    },
  },
];
