import { z } from 'zod';
import { storageFileSchema, storageRemedySchema } from '../app-error.ts';
import { call, push } from './kit.ts';
import { timeMsSchema } from '../model/budget.ts';
import { FOLDER_LENGTH_MAX, workspaceIdSchema, workspaceSchema } from '../model/workspace.ts';
import { nothing } from './atoms.ts';
import { countSchema as count } from '../model/atoms.ts';

/*
 * Backups of the user data, and the state of a workspace's three files. The functions with a `workspaceId`
 * also work for a workspace that cannot be opened. By default, they use the open workspace or, if none is
 * open, the workspace that was opened last.
 */

const which = { workspaceId: workspaceIdSchema.optional() };

/** Why a backup was made: daily, before a migration, before a restore, or by the user. */
const backupKindSchema = z.enum(['daily', 'migration', 'restore', 'hand']);
export type BackupKind = z.infer<typeof backupKindSchema>;

const backupIdSchema = z.string().min(1).max(160);

const backupSchema = z.strictObject({
  id: backupIdSchema,
  kind: backupKindSchema,
  madeAtMs: timeMsSchema,
  bytes: count,
  notes: count,
  watchlists: count,
  /** `good`: the backup has not changed since it was created and verified. */
  state: z.enum(['good', 'damaged', 'too-new']),
});
export type Backup = z.infer<typeof backupSchema>;

export const fileStateSchema = z.enum([
  'ok',
  /** The file does not exist, and nothing indicates that it has ever existed. */
  'new',
  /**
   * The cache was damaged or missing, and was recreated when the workspace was opened. `setAside` is the name
   * of the quarantined file.
   */
  'rebuilt',
  /**
   * The workspace is open, but this file is older than the one that the app last used. Another program may
   * have restored an old copy.
   */
  'older',
  /** The file once existed, but is now missing or empty. */
  'missing',
  'damaged',
  'read-only',
  'full',
  /** Another process is locking the file. */
  'locked',
  'too-new',
  'unavailable',
]);
export type FileState = z.infer<typeof fileStateSchema>;

/** A second folder or drive to which every backup is copied. */
const secondPlaceSchema = z.strictObject({
  folder: z.string().max(FOLDER_LENGTH_MAX),
  /** Time of the last complete copy; null before the first. */
  copiedAtMs: timeMsSchema.nullable(),
  /**
   * The failure of the last attempt; null if it succeeded. `sinceMs` is the time of the first failed attempt
   * since the last successful one. `unreachable` means that the folder does not exist at the moment, for
   * example because the drive is not connected.
   */
  failure: z.strictObject({ sinceMs: timeMsSchema, reason: z.enum(['unreachable', 'failed']) }).nullable(),
  /** Whether copying has failed for a week or longer. */
  isOverdue: z.boolean(),
});
export type SecondPlace = z.infer<typeof secondPlaceSchema>;

/** A note or a list whose version in a backup differs from the current version. */
const backupItemSchema = z.strictObject({
  kind: z.enum(['note', 'list']),
  /** For a note, the company's id; for a list, the list's id in the backup. */
  id: z.string().min(1).max(128),
  name: z.string().max(500),
  /** `missing`: the note or list no longer exists. */
  state: z.enum(['missing', 'changed']),
  /** Time at which the note in the backup was saved; null for a list. */
  savedAtMs: timeMsSchema.nullable(),
  /** The beginning of the note; null for a list. */
  excerpt: z.string().max(300).nullable(),
  /** Number of companies that restoring the list would add; 0 for a note. */
  companies: count,
});
export type BackupItem = z.infer<typeof backupItemSchema>;

export const backupsContract = {
  /** Returns the state of each file and how to fix it. Does not change anything. */
  status: call(z.strictObject(which)).returns(
    z.strictObject({
      workspaceId: workspaceIdSchema.nullable(),
      isOpen: z.boolean(),
      files: z
        .array(
          z.strictObject({
            file: storageFileSchema,
            state: fileStateSchema,
            remedy: storageRemedySchema.nullable(),
            setAside: z.string().max(200).nullable(),
          }),
        )
        .max(3),
      /** The newest good backup. */
      newest: backupSchema.nullable(),
      /** Whether the disk is almost full. If so, the app can still read data but sends no paid requests. */
      isRoomLow: z.boolean(),
      /** Why the open workspace is read-only; null if changes can be saved. */
      readOnly: z.enum(['full', 'read-only']).nullable(),
      /** The last failed backup since the workspace was opened; null if none failed. */
      lastFailure: z
        .strictObject({ atMs: timeMsSchema, reason: z.enum(['full', 'read-only', 'damaged', 'unavailable']) })
        .nullable(),
      /** The second folder for the open workspace's backups; null if the user chose none. */
      secondPlace: secondPlaceSchema.nullable(),
    }),
  ),
  /** Verifies all backups and returns them, newest first. */
  list: call(z.strictObject(which)).returns(z.strictObject({ backups: z.array(backupSchema).max(50) })),
  /**
   * Makes a backup. If nothing has changed since the newest backup, returns the newest backup with
   * `isNew: false`.
   */
  make: call(nothing).returns(z.strictObject({ backup: backupSchema, isNew: z.boolean() })),
  /**
   * Returns the folders of the backups and of the workspace's data, and whether `showInFolder` works in this
   * shell.
   */
  place: call(nothing).returns(
    z.strictObject({
      folder: z.string().max(FOLDER_LENGTH_MAX),
      dataFolder: z.string().max(FOLDER_LENGTH_MAX),
      canShow: z.boolean(),
    }),
  ),
  /**
   * Shows the newest backup or the workspace's folder in the system's file manager. If there is no backup,
   * shows the workspace's folder. The page cannot choose the path (ADR 72).
   * @throws AppFailure `unsupported` (`show-in-folder`) if this shell has no file manager; `rate-limited`
   */
  showInFolder: call(z.strictObject({ what: z.enum(['backup', 'data']).default('backup') })).returns(nothing),
  /**
   * Replaces `yours.db` with a backup and reopens the workspace. The current file becomes a backup if it can
   * be read; otherwise it is quarantined.
   * @throws AppFailure `storage` (`unavailable`, `damaged` or `too-new`), whose `file` is `backup`
   */
  restore: call(z.strictObject({ ...which, id: backupIdSchema })).returns(
    z.strictObject({
      workspace: workspaceSchema,
      safetyBackup: backupSchema.nullable(),
      setAside: z.string().max(200).nullable(),
    }),
  ),
  /**
   * Replaces a damaged or missing ledger with a new one, and quarantines a damaged file. In the new ledger,
   * every budget counts as used up until it resets or the service reports its usage. `recordsThisMonth` is
   * the number of records used this month, or null. Only the service's dashboard shows this number. If no
   * file contains the account's limits, the new ledger uses the documented limits, and `limitsAssumed` is
   * true.
   * @throws AppFailure `validation` if the ledger is intact
   */
  recreateLedger: call(
    z.strictObject({
      ...which,
      recordsThisMonth: z.int().min(0).max(1_000_000_000).nullable().default(null),
    }),
  ).returns(
    z.strictObject({
      workspace: workspaceSchema,
      setAside: z.string().max(200).nullable(),
      limitsAssumed: z.boolean(),
    }),
  ),
  /**
   * Lets the user choose the second folder in a native dialog, and copies all backups to it. Changes nothing
   * if the user cancels.
   * @throws AppFailure `storage` (file `backup`) if the folder cannot be written; `validation` with the path
   * `folder` if it is inside the workspace's folder, or `folder.length` if its path is too long
   */
  chooseSecondPlace: call(nothing).returns(z.strictObject({ isChosen: z.boolean() })),
  /** Stops copying backups to the second folder. Copies already there are kept. */
  forgetSecondPlace: call(nothing).returns(nothing),
  /** Copies all backups to the second folder now. If this fails, `status` then contains the failure. */
  copyToSecondPlace: call(nothing).returns(nothing),
  /**
   * Lets the user choose a folder, and copies the good backups in it to the workspace's own backups, so
   * they can be restored. `found` is null if the user cancels.
   */
  find: call(z.strictObject(which)).returns(z.strictObject({ found: count.nullable(), copied: count })),
  /**
   * Returns the notes or lists of a backup that differ from the current ones, sorted by name. If `text` is
   * set, returns only those whose name or note contains the text.
   * @throws AppFailure `storage` with the file `backup`
   */
  contents: call(
    z.strictObject({
      id: backupIdSchema,
      kind: z.enum(['note', 'list']),
      text: z.string().max(200).default(''),
      offset: z.int().min(0).max(1_000_000).default(0),
      limit: z.int().min(1).max(50).default(50),
    }),
  ).returns(z.strictObject({ items: z.array(backupItemSchema).max(50), total: count })),
  /**
   * Restores one note or list from a backup, as one change that can be undone. A note becomes the newest
   * version of the current note. A list gets back the companies that it contained in the backup, and keeps
   * the companies added since.
   * @throws AppFailure `storage` with the file `backup`; `not-found` (`note` or `watchlist`)
   */
  restoreItem: call(
    z.strictObject({
      id: backupIdSchema,
      kind: z.enum(['note', 'list']),
      itemId: z.string().min(1).max(128),
    }),
  ).returns(z.strictObject({ undo: z.string().max(20).nullable() })),
  onChanged: push(nothing),
};
