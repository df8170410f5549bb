import type { StorageFile, StorageRemedy } from '../../../../shared/app-error.ts';
import type { Backup, BackupKind, FileState } from '../../../../shared/contract/backups.ts';
import { countText, plural } from '../../../lib/format.ts';
import { fileNames } from '../../../ui/text/file-error-strings.ts';

const HOLDS: Readonly<Record<StorageFile, string>> = {
  yours: 'notes, lists, tasks and saved searches',
  ledger: 'every request and its cost',
  cache: 'downloaded data',
  backup: 'a copy of your data',
};
const STATES: Readonly<Record<FileState, string>> = {
  ok: 'good',
  new: 'not created yet',
  rebuilt: 'rebuilt',
  older: 'older copy',
  missing: 'missing',
  damaged: 'damaged',
  'read-only': 'read-only',
  full: 'disk full',
  locked: 'in use by another program',
  'too-new': 'from a newer version',
  unavailable: 'can’t be opened',
};
const REMEDIES: Readonly<Record<StorageRemedy, string>> = {
  'free-space': 'Free up some disk space, then check again.',
  permissions: 'Give your user account write access to the folder, then check again.',
  'close-other': 'Close the other program or window that has the file open, then check again.',
  update: 'Update Roundwatch, then check again. A newer version wrote this file, so it was left unchanged.',
  restore: 'Restore the newest good backup.',
  'begin-ledger':
    'Start a new request history. Each limit counts as fully used until it resets or the service reports your usage. For monthly records, you can enter the number used.',
  'try-again': 'Check again. If the file still can’t be opened, restart the computer.',
};
const KINDS: Readonly<Record<BackupKind, string>> = {
  daily: 'daily',
  migration: 'before an update',
  restore: 'before a restore',
  hand: 'manual',
};
const BACKUP_STATES: Readonly<Record<Backup['state'], string>> = {
  good: 'verified',
  damaged: 'damaged',
  'too-new': 'from a newer version',
};
const FAILURES: Readonly<Record<'full' | 'read-only' | 'damaged' | 'unavailable', string>> = {
  full: 'the disk was full',
  'read-only': 'the folder was read-only',
  damaged: 'the copy couldn’t be verified',
  unavailable: 'the file couldn’t be opened',
};
const holding = ({ notes, watchlists }: Backup): string =>
  [
    ...(notes === 0 ? [] : [plural(notes, 'note')]),
    ...(watchlists === 0 ? [] : [plural(watchlists, 'list')]),
  ].join(' and ') || 'no notes or lists';

export const backups = {
  title: 'Backups',
  about:
    'Once a day, if your data has changed, Roundwatch backs it up and verifies the copy. Downloaded data isn’t included, and fetching it again costs records.',
  make: 'Make a backup now',
  made: 'Backup made and verified',
  unchanged: 'No backup needed: nothing has changed since the last one',
  list: 'Backups, newest first',
  columns: { day: 'Date', holds: 'Contents', size: 'Size', kind: 'Type', state: 'Status', act: 'Restore' },
  kinds: KINDS,
  states: BACKUP_STATES,
  holds: holding,
  none: 'No backups yet. Roundwatch makes the first one after your first note, list or task.',
  reading: 'Checking backups…',
  lastFailure: (when: string, reason: keyof typeof FAILURES) =>
    `The last backup failed (${when}): ${FAILURES[reason]}. Your older backups aren’t affected.`,
  folder: 'Folder',
  show: 'Show in folder',
  second: {
    title: 'Second folder',
    about:
      'Copies every backup to another folder or drive and verifies the copy, so you still have your data if this disk fails.',
    choose: 'Choose a folder…',
    /** Without an ellipsis, because no dialog opens. */
    chooseHere: 'Use a second folder',
    change: 'Choose another folder…',
    copyNow: 'Copy backups now',
    stop: 'Stop copying',
    stopped: 'Backups are no longer copied. The copies in the second folder are kept.',
    copied: (when: string) => `Last copied and verified ${when}`,
    notYet: 'Not copied yet',
    failures: {
      unreachable: (since: string) =>
        `The folder has been unavailable since ${since}. If it’s on an external drive, reconnect the drive. Roundwatch tries again every hour.`,
      failed: (since: string) =>
        `Copying has been failing since ${since}. Check that Roundwatch can write to the folder and that the disk has enough free space. Roundwatch tries again every hour.`,
    },
    inside: 'Choose a folder outside this workspace’s folder.',
  },
  find: 'Find backups in a folder…',
  findHere: 'Find backups in the second folder',
  found: (found: number, copied: number) =>
    found === 0
      ? 'No usable backups were found in this folder'
      : copied === 0
        ? `${found === 1 ? 'The backup in this folder is' : `The ${plural(found, 'backup')} in this folder are`} already in the list`
        : `${plural(copied, 'backup')} added to the list`,
  look: 'Browse…',
  lookOf: (when: string) => `Browse the backup from ${when}`,
  inside: {
    title: (when: string) => `Backup from ${when}`,
    about:
      'Notes and lists in this backup that differ from your current ones. Restoring a note replaces its current text. Restoring a list only adds companies. Nothing else changes.',
    kinds: 'What to show',
    notes: 'Notes',
    lists: 'Lists',
    search: 'Search this backup',
    columns: { name: 'Name', then: 'In the backup', now: 'Now', act: 'Restore' },
    missing: 'deleted',
    changed: 'changed',
    list: (companies: number, isMissing: boolean) =>
      companies === 0
        ? 'no companies'
        : plural(
            companies,
            isMissing ? 'company' : 'more company',
            isMissing ? 'companies' : 'more companies',
          ),
    bring: 'Restore',
    bringOf: (name: string) => `Restore ${name}`,
    noNotes: 'No notes to restore: your current notes contain everything in this backup.',
    noLists: 'No lists to restore: your current lists contain everything in this backup.',
    noMatch: 'No matches in this backup',
    more: (count: number) => `Show ${countText(count)} more`,
    noteBack: (name: string) => `Note on ${name} restored`,
    listBack: (name: string) => `List “${name}” restored`,
    close: 'Done',
  },
  exportTitle: 'Markdown export',
  exportAct: 'Export as Markdown…',
  /** Without an ellipsis, because no dialog opens: the browser version always saves to its own folder. */
  exportActHere: 'Export as Markdown',
  exportAbout:
    'Saves your data, such as notes, lists, tasks, the contact log, saved searches and templates, as Markdown files. The files contain no downloaded data except the names of companies and investors.',
  restore: 'Restore…',
  restoreOf: (when: string) => `Restore the backup from ${when}`,
  more: (count: number) => `Show ${plural(count, 'older backup', 'older backups')}`,
  dialog: {
    title: (when: string) => `Restore the backup from ${when}?`,
    replaced: 'Replaced',
    replacedBy: (backup: Backup) =>
      `All your data, including notes, lists, tasks, the contact log, templates and saved searches. The backup contains ${holding(backup)}.`,
    kept: 'Kept',
    keptReadable: 'Your current data, as a separate backup that you can restore later.',
    keptDamaged: 'The damaged file, unchanged, under another name in the same folder.',
    untouched: 'Not changed',
    untouchedFiles:
      'Downloaded data, the request history, the API key and the contact key. Blocked contacts stay blocked.',
    act: 'Restore backup',
  },
  restored: (kept: boolean) =>
    kept ? 'Backup restored. Your previous data is kept as a separate backup.' : 'Backup restored',
  restoredAside: (name: string) => `Backup restored. The damaged file is kept as ${name}.`,
  ledgerRecreated: (name: string | null, limitsAssumed: boolean) => {
    const kept = name === null ? '' : ` The old history is kept as ${name}.`;
    const assumed = limitsAssumed
      ? ' Your plan’s limits are unknown, so the documented limits apply until the service reports yours.'
      : '';
    return `New request history started.${kept}${assumed}`;
  },
} as const;

/** UI text about workspace files that cannot be opened or written. */
export const storage = {
  heading: (name: string) => `${name} can’t be opened`,
  headingOther: (name: string) => `${name} is open in another window`,
  names: fileNames,
  holds: HOLDS,
  fileStates: STATES,
  remedies: REMEDIES,
  files: 'Files',
  columns: { file: 'File', state: 'Status' },
  lead: {
    damaged: 'Nothing was changed or deleted. If you replace a file, the old one is kept under another name.',
    waits: 'Nothing was changed. Fix the problem below, then check again.',
    elsewhere: 'A workspace can be open in only one window. Close it in the other window, then check again.',
  },
  works: 'Your other workspaces aren’t affected.',
  checkingFiles: 'Checking the files…',
  tryAgain: 'Check again',
  others: 'Choose another workspace',
  stillNotOpening: 'The workspace still can’t be opened',
  opened: (name: string) => `${name} is open again`,
  restoreTitle: 'Backups of your data',
  newest: (when: string, backup: Backup) =>
    `The newest good backup is from ${when} and contains ${holding(backup)}.`,
  noBackup:
    'No usable backup of your data was found. Nothing was changed. If you have backups in another folder, search for them there.',
  restoreNewest: 'Restore the newest good backup…',
  anotherBackup: 'Backup to restore',
  ledgerTitle: 'New request history',
  ledgerWhy:
    'The request history is never restored from a backup, because requests made after the backup would be missing. A damaged file is kept under another name.',
  ledgerField: 'Records used this month',
  ledgerHint: 'as shown in the dashboard',
  ledgerBad: 'Enter a whole number, as shown in the dashboard.',
  ledgerUnknown:
    'If you leave the field empty, all of this month’s records count as used until the service reports your usage or the month ends.',
  ledgerLimits: 'Your plan’s limits are kept if they can be read. Otherwise, the documented limits apply.',
  ledgerAct: 'Start a new request history',
  lost: {
    fact: (count: number) =>
      count === 1 ? 'A workspace can’t be opened.' : `${countText(count)} workspaces can’t be opened.`,
    works: (folders: readonly string[]) =>
      `${folders.length === 1 ? 'The file workspace.json is' : 'Their workspace.json files are'} missing or damaged. Nothing was deleted: your notes, lists, companies and backups are still in ${new Intl.ListFormat('en').format(folders)}. Copy ${folders.length === 1 ? 'the file' : 'the files'} back from a backup of this computer, then check again.`,
    stillUnreadable: 'workspace.json is still missing or damaged',
    dismiss: 'Dismiss',
  },
  banners: {
    rebuilt: {
      fact: 'The library was damaged and has been replaced with an empty one.',
      works: (setAside: string | null) =>
        `Your notes, lists and request history aren’t affected.${setAside === null ? '' : ` The damaged file is kept as ${setAside}.`}`,
      action: 'Dismiss',
    },
    roomLow: {
      fact: 'The disk is almost full.',
      works:
        'You can still read everything and write notes. Requests wait until there’s space for the results.',
    },
    openedFull: {
      fact: 'The disk is full, so nothing can be saved.',
      works: 'You can still read everything. Free up some disk space, then check again.',
    },
    openedReadOnly: {
      fact: 'This workspace’s folder is read-only, so nothing can be saved.',
      works:
        'You can still read everything. Give your user account write access to the folder, then check again.',
    },
    second: {
      fact: (since: string) => `No backups have been copied to the second folder since ${since}.`,
      works:
        'Roundwatch still makes backups on this disk. Open Settings to see why copying failed, or to choose another folder.',
      action: 'Open Settings',
    },
    older: {
      fact: 'Roundwatch opened an older version of your notes and lists.',
      works: 'If you didn’t restore an older file yourself, restore a backup in Settings.',
      action: 'Open Settings',
    },
    full: {
      fact: 'The disk is full.',
      works: 'You can still read everything. Free up some disk space, then check again.',
    },
    readOnly: {
      fact: 'This workspace’s folder is read-only.',
      works:
        'You can still read everything. Give your user account write access to the folder, then check again.',
    },
    tryAgain: 'Check again',
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
