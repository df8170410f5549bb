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
  'follow-up-rules': 'Follow-up settings',
  'watch-rules': 'Watch settings',
  'plan-rules': 'Plan rules',
};
/** Names for a single item of each kind, used in the heading of a conflict. */
const ONE: Readonly<Record<ArchiveKind, string>> = {
  notes: 'Note',
  tasks: 'Task',
  'contact-log': 'Contact log entry',
  tags: 'Tag',
  lists: 'List',
  statuses: 'Status',
  triage: 'Snoozed or done',
  templates: 'Template',
  'saved-searches': 'Saved search',
  'saved-views': 'Saved view',
  market: 'Market',
  investors: 'Watched investor',
  ours: 'Already yours',
  'review-notes': 'Monthly review',
  'follow-up-rules': 'Follow-up settings',
  'watch-rules': 'Watch settings for a list',
  'plan-rules': 'Plan rules',
};
const CHOICES: Readonly<Record<ConflictChoice, string>> = {
  both: 'Keep both',
  here: 'This computer',
  there: 'File',
};
type Refusal = Extract<AppError, { kind: 'archive' }>['reason'];
const REFUSALS: Readonly<Record<Refusal, string>> = {
  'not-an-archive': 'This file isn’t a Roundwatch archive. Nothing was changed.',
  'newer-version':
    'This archive is from a newer version of Roundwatch. Update Roundwatch, then import the archive again.',
  damaged:
    'This archive is damaged or incomplete, so nothing was imported. Copy the file again, or save a new archive.',
  'too-large': 'This file is too large to be an archive. Nothing was changed.',
  'passphrase-needed': 'Enter the archive’s passphrase.',
  'wrong-passphrase': 'The passphrase is wrong, or the archive is damaged.',
};

/** UI text for the archive of the user's own data and for imports. */
export const archive = {
  title: 'Archive and import',
  about:
    'An archive is one file with all your own data. Use it to move to another computer, or keep it as an extra copy.',
  save: 'Save an archive…',
  open: 'Import…',
  saving: {
    title: 'Save an archive',
    about:
      'An archive contains your notes, lists, tags, tasks, statuses, contact log, templates, saved searches, market and rules, plus the names of the companies. It never contains contacts, rounds or keys.',
    protect: 'Protect the archive with a passphrase',
    protectHint: 'If you lose the passphrase, nobody can read the archive, not even you.',
    passphrase: 'Passphrase',
    again: 'Repeat the passphrase',
    short: 'Use at least 8 characters.',
    differ: 'The passphrases don’t match.',
    act: 'Save archive…',
    /** Without an ellipsis, because no dialog opens. */
    actHere: 'Save archive',
    saved: (name: string, items: number) => `${name} saved with ${plural(items, 'item')}`,
    unreadable: (count: number) =>
      `(${plural(count, 'item')} couldn’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} in the archive)`,
  },
  import: {
    title: 'Import',
    archiveTitle: 'Import archive',
    filesTitle: 'Import files',
    back: 'Back to Settings',
    another: 'Choose another file',
    from: (computer: string, when: string) => `from “${computer}”, ${when}`,
    sound: 'file intact',
    start: {
      about:
        'You’ll see what would change before anything is saved. You can undo a whole import in one step.',
      archive: 'Roundwatch archive',
      archiveAbout: 'A .roundwatch file that you saved on this or another computer.',
      archiveAct: 'Choose an archive…',
      archiveActHere: 'Open the archive in the imports folder',
      noneHere:
        'No file was found. Put the file in a folder named “imports” in Roundwatch’s data folder, then try again.',
    },
    locked: {
      title: (name: string) => `${name} is encrypted`,
      about: 'Enter the passphrase you set when you saved the archive.',
      field: 'Passphrase',
      act: 'Unlock archive',
    },
    columns: {
      kind: 'Kind',
      fresh: 'New',
      there: 'Changed in file',
      here: 'Changed here',
      conflicts: 'Conflicts',
      same: 'Same',
    },
    columnTips: {
      there: 'Changed only in the file. The import applies these changes on this computer.',
      here: 'Changed or deleted only on this computer. The import doesn’t touch these.',
      conflicts: 'Changed in the file and on this computer. You decide below.',
    },
    include: (kind: string) => `Import ${kind}`,
    together: 'Total',
    stay: (count: number) => `${countText(count)} kept`,
    empty: 'This file contains nothing new, so there is nothing to import.',
    kinds: KINDS,
    one: ONE,
    conflict: {
      list: 'Conflicts',
      position: (at: number, of: number) => `conflict ${countText(at)} of ${countText(of)}`,
      onSubject: (one: string, subject: string) => `${one} · ${subject}`,
      previous: 'Previous conflict',
      next: 'Next conflict',
      here: 'This computer',
      there: (computer: string | null) => (computer === null ? 'File' : `File from “${computer}”`),
      deleted: 'Deleted on this computer',
      cut: 'Only the beginning is shown.',
      which: 'Version to use',
      choices: CHOICES,
      thereFile: 'File',
      bothHint: 'Keeps both texts in one note: the newer first, then the older with its date.',
      forAll: (choice: string, count: number, kind: string) =>
        `Use “${choice}” for all ${countText(count)} (${kind})`,
      row: { both: 'keep both', here: 'this computer', there: 'file' },
      values: (here: string, there: string) => `“${here}” here, “${there}” in the file`,
      differ: 'different here and in the file',
      deletedHere: 'deleted here, changed in the file',
    },
    aside: {
      companies: 'Companies not in your library',
      companiesAbout:
        'Your data about these companies is imported under their names. You can fetch each company’s profile later for 1 record.',
      out: 'Never in an archive',
      contacts: 'Contacts',
      rounds: 'Rounds and other downloaded data',
      keys: 'Keys',
      safe: 'Safe to try',
      safeAbout: 'You can undo the whole import in one step. Importing the same file again changes nothing.',
      off: 'Rules that spend records',
      offAbout: (count: number) =>
        `The file has ${plural(count, 'rule')} of this kind. An import never turns rules on. Rules already turned on here stay on.`,
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
        conflicts === 0 ? 'no conflicts' : `${plural(conflicts, 'conflict')} to be resolved as shown`
      }.`,
    cancel: 'Cancel',
    act: (count: number) => `Import ${plural(count, 'change')}`,
    done: (count: number) => `${plural(count, 'change')} imported`,
    nothing: 'Nothing was imported',
  },
  refusals: REFUSALS,
} as const;
