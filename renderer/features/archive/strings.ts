import type { AppError } from '../../../shared/app-error.ts';
import type { ArchiveKind, ConflictChoice } from '../../../shared/model/archive/archive-values.ts';
import { countText, plural } from '../../lib/format.ts';

const KINDS: Readonly<Record<ArchiveKind, string>> = {
  notes: 'Notes',
  tasks: 'Tasks',
  'contact-log': 'Contact log',
  tags: 'Tags',
  lists: 'Lists',
  statuses: 'Statuses',
  triage: 'Snoozed and done',
  templates: 'Templates',
  'saved-searches': 'Saved searches',
  'saved-views': 'Saved views',
  market: 'Market and buyer roles',
  investors: 'Watched investors',
  ours: 'Already yours',
  'review-notes': 'Monthly reviews',
  'follow-up-rules': 'Follow-up rules',
  'watch-rules': 'Rules of watched lists',
  'plan-rules': 'Plan rules and limits',
};
/** The name of a single item of each kind, for the heading of a conflict. */
const ONE: Readonly<Record<ArchiveKind, string>> = {
  notes: 'Note',
  tasks: 'Task',
  'contact-log': 'Contact log entry',
  tags: 'Tag',
  lists: 'List',
  statuses: 'Status',
  triage: 'Snooze',
  templates: 'Template',
  'saved-searches': 'Saved search',
  'saved-views': 'Saved view',
  market: 'Market',
  investors: 'Watched investor',
  ours: 'Already yours',
  'review-notes': 'Monthly review',
  'follow-up-rules': 'Follow-up rules',
  'watch-rules': 'Rule of a watched list',
  'plan-rules': 'Plan rules',
};
const CHOICES: Readonly<Record<ConflictChoice, string>> = {
  both: 'Keep both',
  here: 'This computer',
  there: 'Archive',
};
type Refusal = Extract<AppError, { kind: 'archive' }>['reason'];
const REFUSALS: Readonly<Record<Refusal, string>> = {
  'not-an-archive': 'This file isn’t a Roundwatch archive. Nothing was changed.',
  'newer-version':
    'A newer version of Roundwatch made this archive. Update Roundwatch, then import it again.',
  damaged:
    'This archive is damaged or incomplete, so nothing was imported. Copy the file again, or save a new archive.',
  'too-large': 'This file is larger than any archive can be. Nothing was changed.',
  'passphrase-needed': 'This archive needs its passphrase.',
  'wrong-passphrase': 'The passphrase is wrong, or the archive is damaged.',
};

/** UI text for the archive of the user's own data and for imports. */
export const archive = {
  title: 'Archive and import',
  about: 'An archive is one file with all your own data, for another computer or a safe place.',
  save: 'Save an archive…',
  open: 'Import…',
  saving: {
    title: 'Save an archive',
    about:
      'Contains your notes, lists, tags, tasks, statuses, contact log, templates, saved searches, market and rules, and the names of their companies. Contacts, rounds and keys are never in an archive.',
    protect: 'Protect it with a passphrase',
    protectHint: 'Without the passphrase, nobody can read the archive, not even you.',
    passphrase: 'Passphrase',
    again: 'Repeat the passphrase',
    short: 'Use at least 8 characters.',
    differ: 'The passphrases differ.',
    act: 'Save archive…',
    /** Without an ellipsis, because no dialog opens. */
    actHere: 'Save archive',
    saved: (name: string, items: number) => `${name} saved with ${plural(items, 'item')}`,
    unreadable: (count: number) =>
      `${plural(count, 'item')} couldn’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} in the archive.`,
  },
  import: {
    title: 'Import',
    archiveTitle: 'Import archive',
    filesTitle: 'Import files',
    back: 'Back to Settings',
    another: 'Choose another file',
    from: (computer: string, when: string) => `from “${computer}”, ${when}`,
    sound: 'checksums match',
    start: {
      about: 'Nothing is saved before you have seen what changes. One undo takes back a whole import.',
      archive: 'Roundwatch archive',
      archiveAbout: 'A .roundwatch file that you saved on this or another computer.',
      archiveAct: 'Choose an archive…',
      archiveActHere: 'Open the archive in the imports folder',
      noneHere:
        'No such file was found. Put it into a folder named “imports” in Roundwatch’s data folder, then try again.',
    },
    locked: {
      title: (name: string) => `${name} is protected`,
      about: 'Enter the passphrase that was chosen when the archive was saved.',
      field: 'Passphrase',
      act: 'Unlock archive',
    },
    columns: {
      kind: 'Kind',
      fresh: 'New',
      there: 'Changed there',
      here: 'Changed here',
      conflicts: 'Conflicts',
      same: 'Same',
    },
    columnTips: {
      there: 'Changed only in the archive since both were last the same. The import changes them here.',
      here: 'Changed or deleted only on this computer. They stay as they are.',
      conflicts: 'Changed on both sides. You decide below.',
    },
    include: (kind: string) => `Import ${kind}`,
    together: 'Together',
    stay: (count: number) => `${countText(count)} stay`,
    empty: 'Everything in this file is already here. There is nothing to import.',
    kinds: KINDS,
    one: ONE,
    conflict: {
      list: 'Conflicts',
      position: (at: number, of: number) => `conflict ${countText(at)} of ${countText(of)}`,
      onSubject: (one: string, subject: string) => `${one} · ${subject}`,
      previous: 'Previous conflict',
      next: 'Next conflict',
      here: 'This computer',
      there: (computer: string | null) => (computer === null ? 'File' : `Archive, “${computer}”`),
      deleted: 'Deleted on this computer',
      cut: 'Only the beginning is shown.',
      which: 'Which one to use',
      choices: CHOICES,
      thereFile: 'File',
      bothHint: 'Both texts stay in one note, the older one below, with its date.',
      forAll: (choice: string, count: number, kind: string) =>
        `${choice} for all ${countText(count)} ${kind.toLowerCase()}`,
      row: { both: 'keep both', here: 'this computer', there: 'archive' },
      values: (here: string, there: string) => `“${here}” here, “${there}” there`,
      differ: 'differs on both sides',
      deletedHere: 'deleted here, changed there',
    },
    aside: {
      companies: 'Companies not in your library',
      companiesAbout:
        'Only their names are known. Your data about them is imported, and a profile completes each for 1 record when you ask for it.',
      out: 'Not in an archive',
      contacts: 'Contacts',
      rounds: 'Rounds and other downloaded data',
      keys: 'Keys',
      safe: 'Safe to try',
      safeAbout: 'One undo takes back the whole import. Importing the same file again changes nothing.',
      off: 'Switched off',
      offAbout: (count: number) =>
        `${plural(count, 'rule that spends records', 'rules that spend records')} will be switched off after the import. Turn ${count === 1 ? 'it' : 'them'} on again where you want ${count === 1 ? 'it' : 'them'}.`,
      unreadable: (count: number) =>
        `${plural(count, 'part')} of the file can’t be read by this version of Roundwatch and ${count === 1 ? 'is' : 'are'} left out.`,
    },
    summary: ({
      fresh,
      changedThere,
      conflicts,
    }: {
      fresh: number;
      changedThere: number;
      conflicts: number;
    }) =>
      `${countText(fresh)} new, ${countText(changedThere)} changed, ${
        conflicts === 0 ? 'no conflicts' : `${plural(conflicts, 'conflict')} settled as shown`
      }.`,
    cancel: 'Cancel',
    act: (count: number) => `Import ${plural(count, 'change')}`,
    done: (count: number) => `${plural(count, 'change')} imported`,
    nothing: 'Nothing was imported',
  },
  refusals: REFUSALS,
} as const;
