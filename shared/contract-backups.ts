import { z } from 'zod';
import { storageFileSchema, storageRemedySchema } from './app-error.ts';
import { call, push } from './contract-kit.ts';
import { timeMsSchema } from './model/budget.ts';
import { workspaceIdSchema, workspaceSchema } from './model/workspace.ts';

/*
 * Copies of what the seller wrote, and the state of a workspace's three files. Both can be asked about a workspace that does
 * not open: without `workspaceId` the open one is meant, else the one that was open last.
 */

const nothing = z.strictObject({});
const count = z.int().min(0);
const which = { workspaceId: workspaceIdSchema.optional() };

/** Why a copy was made: once a day, before an update changed the file, before a restore, or because the seller asked. */
export const backupKindSchema = z.enum(['daily', 'migration', 'restore', 'hand']);
export type BackupKind = z.infer<typeof backupKindSchema>;

const backupIdSchema = z.string().min(1).max(160);

export const backupSchema = z.strictObject({
  id: backupIdSchema,
  kind: backupKindSchema,
  madeAtMs: timeMsSchema,
  bytes: count,
  notes: count,
  watchlists: count,
  /** `good`: bit for bit what was verified when it was made. */
  state: z.enum(['good', 'damaged', 'too-new']),
});
export type Backup = z.infer<typeof backupSchema>;

export const fileStateSchema = z.enum([
  'ok',
  /** Not there yet, and nothing says that it ever was. */
  'new',
  /** A cache that was damaged or gone and was made anew while opening; `setAside` names what was kept of it. */
  'rebuilt',
  /** It was there, and is gone or empty. */
  'missing',
  'damaged',
  'read-only',
  'full',
  /** Another process holds it. */
  'locked',
  'too-new',
  'unavailable',
]);
export type FileState = z.infer<typeof fileStateSchema>;

export const backupsContract = {
  /** What state each file is in and what can be done; looks only, changes nothing. */
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
      /** The disk is almost full: reading works, paid calls are not made. */
      isRoomLow: z.boolean(),
      /** The last copy that could not be made since the workspace was opened. */
      lastFailure: z
        .strictObject({ atMs: timeMsSchema, reason: z.enum(['full', 'read-only', 'damaged', 'unavailable']) })
        .nullable(),
    }),
  ),
  /** Newest first, each one checked now. */
  list: call(z.strictObject(which)).returns(z.strictObject({ backups: z.array(backupSchema).max(50) })),
  /** `isNew` is false where nothing changed since the newest one. */
  make: call(nothing).returns(z.strictObject({ backup: backupSchema, isNew: z.boolean() })),
  /**
   * Puts a backup in the place of `yours.db` and opens the workspace again. What stands now is kept: as a backup of its own
   * where it can be read, else set aside as it is. Throws storage unavailable | damaged | too-new, file backup.
   */
  restore: call(z.strictObject({ ...which, id: backupIdSchema })).returns(
    z.strictObject({
      workspace: workspaceSchema,
      kept: backupSchema.nullable(),
      setAside: z.string().max(200).nullable(),
    }),
  ),
  /**
   * For a ledger that is damaged or gone: sets it aside and begins a new one, in which every budget counts as used up until the
   * service tells or the window ends. Throws validation where the ledger is sound.
   * `recordsThisMonth`: the dashboard's figure, which the service does not report; null where it is not known.
   */
  beginLedger: call(
    z.strictObject({
      ...which,
      recordsThisMonth: z.int().min(0).max(1_000_000_000).nullable().default(null),
    }),
  ).returns(z.strictObject({ workspace: workspaceSchema, setAside: z.string().max(200).nullable() })),
  onChanged: push(nothing),
};
