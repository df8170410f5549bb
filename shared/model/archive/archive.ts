import { z } from 'zod';
import { countSchema as count } from '../atoms.ts';
import { timeMsSchema } from '../budget.ts';
import { companyIdSchema, NAME_MAX } from '../company.ts';
import { ARCHIVE_KINDS, CONFLICT_CHOICES, CONFLICT_TEXT_MAX, CONFLICTS_PAGE_MAX } from './archive-values.ts';

/* Archives of the user's own data, and the preview of an import. */

export const archiveKindSchema = z.enum(ARCHIVE_KINDS);
export const conflictChoiceSchema = z.enum(CONFLICT_CHOICES);
export const importIdSchema = z.string().min(1).max(60);

/** How many items of one kind an import would add or change. */
const kindPreviewSchema = z.strictObject({
  kind: archiveKindSchema,
  /** Items that are only in the archive. */
  fresh: count,
  /**
   * Items that were changed only in the archive since the last exchange of archives (ADR 103). The import
   * makes the same changes here.
   */
  changedThere: count,
  /** Items that were changed or deleted only here. The import does not change them. */
  changedHere: count,
  /** Items that were changed on both sides. */
  conflicts: count,
  same: count,
});
export type KindPreview = z.infer<typeof kindPreviewSchema>;

/** A preview of an import. Nothing is saved until `apply` is called. */
export const importPreviewSchema = z.strictObject({
  importId: importIdSchema,
  fileName: z.string().max(260),
  /** Where the archive was made; null for files that are not archives. */
  origin: z
    .strictObject({
      computer: z.string().max(200),
      workspace: z.string().max(200),
      /** Whether the archive was made from the workspace that is open. */
      isThisWorkspace: z.boolean(),
      createdAtMs: timeMsSchema,
    })
    .nullable(),
  /** Only kinds that occur in the archive, in the order of `ARCHIVE_KINDS`. */
  kinds: z.array(kindPreviewSchema).max(ARCHIVE_KINDS.length),
  /** Number of companies that have data in the archive but are not in the library. */
  companiesNotStored: count,
  /**
   * Number of spending rules that the import adds: rules of watched lists and of the day plan. The import
   * leaves them turned off.
   */
  switchedOff: count,
  /** Number of parts that this version of the app cannot read. They are left out. */
  unreadable: count,
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const conflictSideSchema = z.strictObject({
  /** The value as plain text, cut to `CONFLICT_TEXT_MAX` characters. */
  text: z.string().max(CONFLICT_TEXT_MAX),
  isCut: z.boolean(),
  /** When this side was last changed; null if no time is stored. */
  atMs: timeMsSchema.nullable(),
});

export const archiveConflictSchema = z.strictObject({
  id: z.string().min(1).max(20),
  kind: archiveKindSchema,
  company: z.strictObject({ id: companyIdSchema, name: z.string().max(NAME_MAX) }).nullable(),
  /** The name of the list, tag or template, or the title of the task; null if the item has none. */
  name: z.string().max(NAME_MAX).nullable(),
  /** Null if the item was deleted here. */
  here: conflictSideSchema.nullable(),
  there: conflictSideSchema,
  choices: z.array(conflictChoiceSchema).min(2).max(3),
  /** The choice that applies if the user makes no other choice. */
  choice: conflictChoiceSchema,
});
export type ArchiveConflict = z.infer<typeof archiveConflictSchema>;
export const conflictsPageSchema = z.array(archiveConflictSchema).max(CONFLICTS_PAGE_MAX);
