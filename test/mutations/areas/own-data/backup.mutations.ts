import type { Mutation } from '../../mutation.ts';

const LEFT_WHOLE = 'electron/core/backup/clean-shutdown-marker.ts';
const BACKUP_STORE = 'electron/core/backup/backup-store.ts';
const SECOND = 'electron/core/backup/second-place.ts';
const SECOND_TEST = 'test/unit/backup/second-place.test.ts';
const ITEMS = 'electron/core/user-data/restore-items.ts';
const ITEMS_TEST = 'test/unit/user-data/restore-items.test.ts';
const READ = 'electron/core/backup/read-backup.ts';
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
    name: 'deleted-list-looks-empty',
    guarantee: 'a deleted list in a backup shows the companies that it contains',
    edits: [
      {
        file: ITEMS,
        find: 'entriesToAdd(backup, current, list, isMissing ? null : same)',
        replace: 'entriesToAdd(backup, current, list, same)',
      },
    ],
    test: { file: ITEMS_TEST, titles: ['that was removed comes back with its companies, under a free name'] },
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
  {
    name: 'second-copy-unread',
    guarantee: 'a copy in the second folder counts only after it was read back',
    edits: [{ file: SECOND, find: '(await digestOf(unfinished)) === digest;', replace: 'true;' }],
    test: {
      file: SECOND_TEST,
      titles: ['does not receive a damaged backup, and a damaged copy is not brought back'],
    },
  },
  {
    name: 'second-folder-created',
    guarantee: 'the second folder is never created again',
    edits: [
      {
        file: SECOND,
        find: "if (!(await stat(target)).isDirectory()) throw new Error('the second place is not a folder');",
        replace: 'await mkdir(target, { recursive: true });',
      },
    ],
    test: {
      file: SECOND_TEST,
      titles: ['is never created again, because an empty folder may stand for an unplugged drive'],
    },
  },
  {
    name: 'second-keeps-erased',
    guarantee: 'an erasure also reaches the copies in the second folder',
    edits: [
      {
        file: SECOND,
        find: '(moments.has(withoutDigest(each)) || (erasedAtMs !== null && each.facts.madeAtMs <= erasedAtMs));',
        replace: 'erasedAtMs !== null && each.facts.madeAtMs <= erasedAtMs;',
      },
    ],
    test: { file: SECOND_TEST, titles: ['loses the copies that an erasure has replaced'] },
  },
  {
    name: 'second-keeps-older-erased',
    guarantee: 'copies from before an erasure are deleted',
    edits: [
      { file: SECOND, find: ' || (erasedAtMs !== null && each.facts.madeAtMs <= erasedAtMs)', replace: '' },
    ],
    test: { file: SECOND_TEST, titles: ['loses copies from before an erasure that only it has'] },
  },
  {
    name: 'second-misses-changes',
    guarantee: 'the second folder follows backups, rotations and erasures of the first within an hour',
    edits: [
      {
        file: SECOND,
        find: 'record.failure !== null || record.copied.join() !== namesIn(options.root).join()',
        replace: 'record.failure !== null',
      },
    ],
    test: {
      file: SECOND_TEST,
      titles: ['is due for a copy if the first place has changed or the last copy failed, and only then'],
    },
  },
  {
    name: 'second-keeps-interrupted',
    guarantee: 'a copy that was interrupted does not stay in the second folder',
    edits: [{ file: SECOND, find: '[...unneeded, ...interrupted]', replace: 'unneeded' }],
    test: { file: SECOND_TEST, titles: ['loses a copy that was interrupted'] },
  },
  {
    name: 'second-never-overdue',
    guarantee: 'the user is reminded after a week without a copy',
    edits: [{ file: SECOND, find: 'record.failure?.sinceMs ?? clock.nowMs()', replace: 'clock.nowMs()' }],
    test: { file: SECOND_TEST, titles: ['is reported after a week without a copy, and not before'] },
  },
  {
    name: 'list-id-of-another-computer',
    guarantee: "a list of another computer's backup is never mistaken for a list with the same id",
    edits: [{ file: ITEMS, find: ' && each.createdAtMs === list.createdAtMs', replace: '' }],
    test: { file: ITEMS_TEST, titles: ['from another computer is found by its name, never by its id'] },
  },
  {
    name: 'item-with-erased',
    guarantee: 'a backup that is looked into lacks erased companies',
    edits: [
      { file: READ, find: 'transaction(db, () => afterRestore(db, yours));', replace: 'void afterRestore;' },
    ],
    test: { file: ITEMS_TEST, titles: ['of a company that was erased since is not there'] },
  },
];
