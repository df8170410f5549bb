import type { Mutation } from '../mutation.ts';

const FOLDER_LOCK = 'electron/adapters/folder-lock.ts';
const LOCK_DATABASE = 'electron/adapters/lock-database.ts';
const OPEN_FILES = 'electron/core/backup/open-workspace-files.ts';
const INSPECT = 'electron/core/backup/inspect-database.ts';
const READ_ONLY = 'electron/core/backup/read-only-files.ts';
const WAL_CHECK = 'electron/core/backup/wal-check.ts';

const lock = 'test/unit/adapters/folder-lock.slow.test.ts';
const startUp = 'test/unit/backup/start-up.test.ts';
const unwritable = {
  file: 'test/reliability/read-only-disk.test.ts',
  titles: ['opens for reading on a full or read-only disk, shows the reason, and saves again later'],
};

/** Defects in the folder lock, in the detection of lost files, and in the opening of read-only files. */
export const FILES_MUTATIONS: readonly Mutation[] = [
  {
    name: 'lock-by-process',
    guarantee: 'a killed process locks no other process out, even if its id is in use again',
    figure: 'C2',
    edits: [
      {
        file: FOLDER_LOCK,
        find: 'if (mine.lockId !== null && found.lockId === mine.lockId) return false;',
        replace: '',
      },
    ],
    test: { file: lock, titles: ['never locks anyone out after its process was killed'] },
  },
  {
    name: 'lock-not-taken',
    guarantee: 'two processes never hold one data folder',
    figure: 'C2',
    edits: [{ file: LOCK_DATABASE, find: "db.exec('BEGIN EXCLUSIVE');", replace: "db.exec('BEGIN');" }],
    test: {
      file: lock,
      titles: [
        'holds the folder until released, within the same process too, and leaves only the lock database',
        'lets exactly one of eight processes replace the lock of a crashed one',
      ],
    },
  },
  {
    name: 'lock-not-kept',
    guarantee: 'a process holds its data folder until it releases it, despite garbage collection',
    figure: 'C2',
    edits: [{ file: LOCK_DATABASE, find: 'locked.add(db);', replace: '' }],
    test: {
      file: lock,
      titles: ['holds the folder until released, even if nothing refers to the lock and memory is collected'],
    },
  },
  {
    name: 'lock-identified-late',
    guarantee: 'a lock database that was replaced while it was being locked opens no folder twice',
    figure: 'C2',
    edits: [
      { file: LOCK_DATABASE, find: 'const id = identify(file);', replace: '' },
      {
        file: LOCK_DATABASE,
        find: "return { state: 'acquired', id, release",
        replace: "return { state: 'acquired', id: identify(file), release",
      },
    ],
    test: { file: lock, titles: ['decides if the lock database was replaced while it was being locked'] },
  },
  {
    name: 'lock-repair-throws',
    guarantee: 'a damaged lock database on a read-only disk locks no process out',
    figure: 'C2',
    edits: [{ file: LOCK_DATABASE, find: 'if (!emptyFile(file)) break;', replace: 'truncateSync(file, 0);' }],
    test: { file: lock, titles: ['opens a folder on a read-only disk whose lock database is damaged'] },
  },
  {
    name: 'lock-database-alone',
    guarantee: 'a lock database that was deleted while it was held opens no folder twice',
    figure: 'C2',
    edits: [{ file: FOLDER_LOCK, find: 'return !isStale(found, mine, system);', replace: 'return false;' }],
    test: {
      file: lock,
      titles: [
        'decides if the lock database was deleted while it was held',
        'is held if its process is alive',
      ],
    },
  },
  {
    name: 'empty-tables-are-new',
    guarantee: 'a file whose tables were lost is missing, not new',
    figure: 'C6',
    edits: [
      {
        file: INSPECT,
        find: "if (version === 0) return isExpected ? 'missing' : 'new';",
        replace: "if (version === 0) return 'new';",
      },
    ],
    test: {
      file: startUp,
      titles: [
        'a yours.db whose tables are lost is reported as missing',
        'a ledger.db whose tables are lost is reported as missing',
      ],
    },
  },
  {
    name: 'new-tables-in-log',
    guarantee: 'a new file keeps its tables if its log is lost',
    figure: 'C6',
    edits: [
      {
        file: OPEN_FILES,
        find: 'if (hadLog || version < newest) checkpointWal(db);',
        replace: 'if (hadLog) checkpointWal(db);',
      },
    ],
    test: { file: startUp, titles: ['new files keep their tables if their logs are lost'] },
  },
  {
    name: 'all-lost-is-new',
    guarantee: 'a workspace that was in use is never created again',
    figure: 'C6',
    edits: [
      {
        file: OPEN_FILES,
        find: 'const isUsed = wasUsed(folder);',
        replace: 'const isUsed = false;',
      },
    ],
    test: {
      file: startUp,
      titles: ['three lost files of a workspace that was in use are reported as missing'],
    },
  },
  {
    name: 'cut-log-is-whole',
    guarantee: 'a log without its last acknowledged commits is damaged',
    figure: 'C6',
    edits: [
      {
        file: WAL_CHECK,
        find: 'return same(log.salts, index.salts) && log.committedFrames < index.committedFrames;',
        replace: 'return false;',
      },
    ],
    test: { file: startUp, titles: ['of yours.db is damaged if acknowledged commits are cut off'] },
  },
  {
    name: 'lost-log-is-whole',
    guarantee: 'a lost log with acknowledged commits is noticed',
    figure: 'C6',
    edits: [
      {
        file: WAL_CHECK,
        find: 'return index.checkpointedFrames < index.committedFrames;',
        replace: 'return false;',
      },
    ],
    test: { file: startUp, titles: ['of yours.db is missed if acknowledged commits were in it'] },
  },
  {
    name: 'every-log-is-cut',
    guarantee: 'a log that a checkpoint has copied is not missed',
    figure: 'C6',
    edits: [
      {
        file: WAL_CHECK,
        find: 'return index.checkpointedFrames < index.committedFrames;',
        replace: 'return true;',
      },
      {
        file: WAL_CHECK,
        find: 'if (index === null || index.committedFrames === 0) return false;',
        replace: 'if (index === null) return false;',
      },
    ],
    test: { file: startUp, titles: ['is not missed if a checkpoint has copied it to the file'] },
  },
  {
    name: 'older-ledger-opens',
    guarantee: 'an older ledger, which counts fewer requests, does not open',
    figure: 'C6',
    edits: [{ file: INSPECT, find: "return isOldLedger ? 'damaged' : 'ok';", replace: "return 'ok';" }],
    test: {
      file: startUp,
      titles: ['an older ledger.db is reported as damaged, because it lacks later requests'],
    },
  },
  {
    name: 'older-notes-unreported',
    guarantee: 'an older yours.db is reported',
    figure: 'C6',
    edits: [
      {
        file: OPEN_FILES,
        find: "const isYoursOlder = isOlderThanMark(folder, 'yours', yours);",
        replace: 'const isYoursOlder = false;',
      },
    ],
    test: { file: startUp, titles: ['an older yours.db is opened and reported once'] },
  },
  {
    name: 'lock-draft-left',
    guarantee: 'a full disk leaves no draft of the lock file',
    figure: 'C7',
    edits: [{ file: FOLDER_LOCK, find: 'rmQuietly(draft);', replace: '' }],
    test: { file: lock, titles: ['holds a folder on a full disk, and leaves no draft behind'] },
  },
  {
    name: 'reserve-kept',
    guarantee: 'the disk reserve is released before files are opened for reading only',
    figure: 'C7',
    edits: [
      {
        file: OPEN_FILES,
        find: '|| !releaseReserve(folder)) throw error;',
        replace: '|| folder) throw error;',
      },
    ],
    test: { file: startUp, titles: ['a full disk opens for writing once the disk reserve is released'] },
  },
  {
    name: 'unwritable-stays-closed',
    guarantee: 'a workspace on a disk that cannot be written opens for reading',
    figure: 'C7',
    edits: [
      {
        file: OPEN_FILES,
        find: "if ((reason !== 'full' && reason !== 'read-only') || !exists(folder, 'yours')) throw error;",
        replace: 'throw error;',
      },
    ],
    test: unwritable,
  },
  {
    name: 'lost-writes-accepted',
    guarantee: 'a save that would be lost is refused',
    figure: 'C7',
    edits: [
      {
        file: 'electron/core/workspace/open-workspace.ts',
        find: 'files.readOnly?.allowLostWrites(false);',
        replace: '',
      },
    ],
    test: unwritable,
  },
  {
    name: 'log-not-read',
    guarantee: 'the commits in a log are readable on a disk that cannot be written',
    figure: 'C7',
    edits: [
      {
        file: READ_ONLY,
        find: 'const image = log?.pageCount == null ? base : withLog(base, `${file}-wal`, pageBytes, log);',
        replace: 'const image = base;',
      },
    ],
    test: unwritable,
  },
  {
    name: 'logs-left-at-close',
    guarantee: 'closed databases are complete without their logs',
    edits: [
      { file: OPEN_FILES, find: 'for (const db of opened) emptyLog(db, surroundings.log);', replace: '' },
    ],
    test: {
      file: 'test/unit/backup/open-workspace-files.test.ts',
      titles: ['are complete without their logs once they are closed, even while another connection is open'],
    },
  },
];
