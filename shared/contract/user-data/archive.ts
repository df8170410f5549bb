import { z } from 'zod';
import { call } from '../kit.ts';
import {
  archiveKindSchema,
  importIdSchema,
  conflictChoiceSchema,
  conflictsPageSchema,
  importPreviewSchema,
} from '../../model/archive/archive.ts';
import {
  ARCHIVE_KINDS,
  CONFLICT_CHOICES_MAX,
  CONFLICTS_PAGE_MAX,
} from '../../model/archive/archive-values.ts';
import { countSchema as count } from '../../model/atoms.ts';
import { undoSchema } from '../../model/user-data.ts';
import { nothing, passphrase, position } from '../atoms.ts';

const importId = importIdSchema;
const fileName = z.string().max(260);

/**
 * Archives of the user's own data. The core shows the file dialogs and reads the files, so the page never gets
 * a path. At most one opened file is kept in memory, for 30 minutes.
 */
export const archiveContract = {
  /**
   * Asks where to save the archive, and writes it. `saved` is null if the user cancels.
   * @throws AppFailure `storage` if the file cannot be written
   */
  save: call(z.strictObject({ passphrase: passphrase.optional() })).returns(
    z.strictObject({
      saved: z
        .strictObject({
          fileName,
          bytes: count,
          counts: z.array(z.strictObject({ kind: archiveKindSchema, count })).max(ARCHIVE_KINDS.length),
          /** Number of items that this version cannot read. They are not in the archive. */
          unreadable: count,
        })
        .nullable(),
    }),
  ),
  /**
   * Asks for a file and compares it with the workspace. Saves nothing. `locked`: the archive needs its
   * passphrase (`unlock`).
   * @throws AppFailure `archive`
   */
  open: call(nothing).returns(
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('cancelled') }),
      z.strictObject({ state: z.literal('locked'), importId, fileName }),
      z.strictObject({ state: z.literal('opened'), preview: importPreviewSchema }),
    ]),
  ),
  /**
   * Decrypts the opened archive.
   *
   * @throws AppFailure `archive` (`wrong-passphrase` and others); `not-found` (`import`) if the file is no
   * longer in memory
   */
  unlock: call(z.strictObject({ importId, passphrase: z.string().min(1).max(1_024) })).returns(
    importPreviewSchema,
  ),
  /**
   * Compares the opened file with the workspace again, and returns the preview.
   *
   * @throws AppFailure `not-found` (`import`)
   */
  preview: call(z.strictObject({ importId })).returns(importPreviewSchema),
  /**
   * Returns a page of the conflicts.
   *
   * @throws AppFailure `not-found` (`import`)
   */
  conflicts: call(
    z.strictObject({
      importId,
      offset: position.offset,
      limit: z.int().min(1).max(CONFLICTS_PAGE_MAX),
    }),
  ).returns(z.strictObject({ conflicts: conflictsPageSchema, total: count })),
  /**
   * Imports the whole opened file or nothing, as one undo step (`undo`). `kindChoices` replaces the default
   * choice for all conflicts of a kind. `conflicts` replaces the choice for individual conflicts. A choice
   * that a conflict does not offer is ignored.
   *
   * @throws AppFailure `not-found` (`import`); `conflict` (`outdated`) if the compared data has changed
   * since the preview; `validation` if there is no room for further lists, tags or other items
   */
  apply: call(
    z.strictObject({
      importId,
      kinds: z.array(archiveKindSchema).max(ARCHIVE_KINDS.length),
      kindChoices: z
        .array(z.strictObject({ kind: archiveKindSchema, choice: conflictChoiceSchema }))
        .max(ARCHIVE_KINDS.length)
        .default([]),
      conflicts: z
        .array(z.strictObject({ id: z.string().min(1).max(20), choice: conflictChoiceSchema }))
        .max(CONFLICT_CHOICES_MAX)
        .default([]),
    }),
  ).returns(z.strictObject({ written: count, undo: undoSchema })),
  /** Drops the opened file. */
  close: call(z.strictObject({ importId })).returns(nothing),
};
