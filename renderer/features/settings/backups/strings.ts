import type { StorageFile, StorageRemedy } from '../../../../shared/app-error.ts';
import type { Backup, BackupKind, FileState } from '../../../../shared/contract/backups.ts';
import { countText, plural } from '../../../lib/format.ts';
import { fileNames } from '../../../ui/text/file-error-strings.ts';

const HOLDS: Readonly<Record<StorageFile, string>> = {
  yours: 'your notes, lists, tasks, status and saved filters',
  ledger: 'what every call cost',
  cache: 'what the service said',
  backup: 'a copy of your words',
};
const STATES: Readonly<Record<FileState, string>> = {
  ok: 'sound',
  new: 'not there yet',
  rebuilt: 'made anew',
  older: 'older than before',
  missing: 'gone',
  damaged: 'damaged',
  'read-only': 'cannot be written',
  full: 'no room to open it',
  locked: 'held by another program',
  'too-new': 'from a newer Roundwatch',
  unavailable: 'cannot be opened',
};
const REMEDIES: Readonly<Record<StorageRemedy, string>> = {
  'free-space': 'Free some space on this disk, then look again.',
  permissions: 'Let your account write the folder again, then look again.',
  'close-other': 'Close the other program or window that has it open, then look again.',
  update: 'Update Roundwatch. Nothing was changed: this version cannot know what the newer one wrote.',
  restore: 'Put the newest good backup in its place.',
  'begin-ledger': 'Begin a new ledger. Until the service tells its count, every budget counts as used up.',
  'try-again': 'Look again; if it stays so, restart this machine.',
};
const KINDS: Readonly<Record<BackupKind, string>> = {
  daily: 'daily',
  migration: 'before an update',
  restore: 'before a restore',
  hand: 'made by hand',
};
const BACKUP_STATES: Readonly<Record<Backup['state'], string>> = {
  good: 'verified',
  damaged: 'damaged',
  'too-new': 'from a newer Roundwatch',
};
const FAILURES: Readonly<Record<'full' | 'read-only' | 'damaged' | 'unavailable', string>> = {
  full: 'the disk was full',
  'read-only': 'the folder could not be written',
  damaged: 'the file did not pass its checks, and no good copy was replaced',
  unavailable: 'the file could not be opened',
};
const holding = ({ notes, watchlists }: Backup): string =>
  `${plural(notes, 'note')}, ${plural(watchlists, 'list')}`;

export const backups = {
  title: 'Backups',
  about: 'Copies of what you wrote, each read back and checked. What the service said can be fetched again.',
  make: 'Make a backup now',
  made: 'Made a backup and verified it',
  unchanged: 'Nothing changed since the newest backup',
  list: 'Backups, newest first',
  columns: { day: 'Day', holds: 'Holds', size: 'Size', kind: 'Why', state: 'State', act: 'Restore' },
  kinds: KINDS,
  states: BACKUP_STATES,
  holds: holding,
  none: 'No backup yet. One is made every day that you write.',
  reading: 'Checking the backups',
  lastFailure: (when: string, reason: keyof typeof FAILURES) =>
    `The last copy, ${when}, could not be made: ${FAILURES[reason]}. The older ones are untouched.`,
  restore: 'Restore…',
  restoreOf: (when: string) => `Restore the backup of ${when}`,
  more: (count: number) => `Show ${plural(count, 'older backup', 'older backups')}`,
  dialog: {
    title: (when: string) => `Restore the backup of ${when}?`,
    replaced: 'Replaced',
    replacedBy: (backup: Backup) =>
      `Your notes, lists, tasks, tags, status and saved filters become those of that moment: ${holding(backup)}.`,
    kept: 'Kept',
    keptReadable: 'What stands now, as a backup of its own, so that you can go back to it.',
    keptDamaged: 'The file that does not open, as it is, under another name beside it.',
    untouched: 'Untouched',
    untouchedFiles: 'What the service said, the ledger, the keys. Who is kept out stays kept out.',
    act: 'Restore it',
  },
  restored: (kept: boolean) =>
    kept ? 'Restored. What stood before is a backup of its own' : 'Restored the backup',
  restoredAside: (name: string) => `Restored. The file that did not open is kept as ${name}`,
  ledgerRecreated: (name: string | null, limitsAssumed: boolean) => {
    const kept = name === null ? '' : ` The old one is kept as ${name}.`;
    const assumed = limitsAssumed
      ? ' The limits of your plan are not known, so the documented ones are assumed until the service reports yours.'
      : '';
    return `A new ledger was begun.${kept}${assumed}`;
  },
} as const;

/** UI text about workspace files that cannot be opened or written. */
export const storage = {
  heading: (name: string) => `${name} does not open`,
  headingOther: (name: string) => `${name} is open in another window`,
  names: fileNames,
  holds: HOLDS,
  fileStates: STATES,
  remedies: REMEDIES,
  files: 'Its files',
  columns: { file: 'File', state: 'State' },
  lead: {
    damaged:
      'Nothing was changed, and nothing of it is deleted: whatever is replaced is kept under another name.',
    waits: 'Nothing was changed. It opens as soon as what is in its way is gone.',
    elsewhere: 'One window at a time writes a workspace. Close it there, then look again.',
  },
  works: 'Other workspaces open as ever.',
  checkingFiles: 'Looking at the files',
  tryAgain: 'Look again',
  others: 'Other workspaces',
  stillNotOpening: 'It still does not open',
  opened: (name: string) => `${name} is open again`,
  restoreTitle: 'Restore your words',
  newest: (when: string, backup: Backup) => `The newest good backup is of ${when}: ${holding(backup)}.`,
  noBackup: 'There is no good backup of your words. The file is left as it is.',
  restoreNewest: 'Restore the newest good backup…',
  anotherBackup: 'Choose an older one',
  ledgerTitle: 'Begin a new ledger',
  ledgerWhy:
    'A ledger is never taken from a backup: it would forget what was spent since. The old file is set aside.',
  ledgerField: 'Records used this month',
  ledgerHint: 'from the dashboard',
  ledgerBad: 'A whole number, as the dashboard shows it',
  ledgerUnknown: 'Without the figure the month’s records count as used up until the month ends.',
  ledgerLimits:
    'The limits of your plan are taken from this workspace. If they can’t be read, the documented limits are assumed.',
  ledgerAct: 'Begin a new ledger',
  lost: {
    fact: (count: number) =>
      count === 1
        ? 'A workspace was found that cannot be opened.'
        : `${countText(count)} workspaces were found that cannot be opened.`,
    works: (folders: readonly string[]) =>
      `Its record, the file workspace.json, is gone or damaged. Nothing was deleted: your notes, lists, fetched companies and backups are in ${folders.join(' and ')}. Put that file back there from a copy of this computer and look again.`,
    stillUnreadable: 'The record still cannot be read',
    dismiss: 'Fine',
  },
  banners: {
    rebuilt: {
      fact: 'The library was damaged and began anew.',
      works: (setAside: string | null) =>
        `Your words and the ledger are untouched.${setAside === null ? '' : ` The damaged file is kept as ${setAside}.`}`,
      action: 'Fine',
    },
    roomLow: {
      fact: 'The disk is almost full.',
      works: 'Reading and writing notes work; paid calls wait until there is room for their answers.',
    },
    openedFull: {
      fact: 'The disk is full, so nothing can be saved.',
      works: 'You can read everything that is stored. Free some space, then look again.',
    },
    openedReadOnly: {
      fact: 'The folder of this workspace can’t be written, so nothing can be saved.',
      works:
        'You can read everything that is stored. Allow your account to write to the folder, then look again.',
    },
    older: {
      fact: 'Your notes and lists are older than when Roundwatch last closed.',
      works: 'If you did not put an older file back yourself, restore a backup in Settings.',
      action: 'Open Settings',
    },
    full: { fact: 'The disk is full.', works: 'Reading works.' },
    readOnly: { fact: 'The folder cannot be written.', works: 'Reading works.' },
    tryAgain: 'Look again',
  },
} as const;

const MAX_RECORDS = 1_000_000_000;
/**
 * Parses a number of records that the user has copied from the dashboard. Thousands separators are allowed.
 * Returns null for an empty field and undefined for invalid text.
 */
export function parseRecordCount(typed: string): number | null | undefined {
  const text = typed.replace(/[\s,.’']/g, '');
  if (text === '') return null;
  if (!/^\d+$/.test(text)) return undefined;
  const records = Number(text);
  return records > MAX_RECORDS ? undefined : records;
}
