import { z } from 'zod';
import { call } from '../kit.ts';
import { importPreviewSchema } from '../../model/archive/archive.ts';
import { countSchema as count } from '../../model/atoms.ts';
import { companyIdSchema, NAME_MAX } from '../../model/company.ts';
import {
  COLUMN_MEANINGS,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_KINDS,
  IMPORT_MATCHES_MAX,
  IMPORT_PROBLEMS_MAX,
} from '../../model/import-files/import-files-values.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { nothing, position } from '../atoms.ts';

const mapping = z.array(z.enum(COLUMN_MEANINGS)).max(IMPORT_COLUMNS_MAX);
const name = z.string().max(NAME_MAX);
/** The id of the most recently opened file. The file stays in memory for 30 minutes. */
const fileId = z.string().min(1).max(60);

/**
 * Imports of the user's own data from Markdown and CSV files. The core shows the dialogs and reads the files.
 * `map` prepares an import and creates a preview. The functions in `archive` then show the preview's
 * conflicts, carry out the import, or close the preview.
 */
export const importFilesContract = {
  /**
   * Asks for a file or folder and reads it. Saves nothing. Null if the user cancels.
   * @throws AppFailure `validation`, with the name of the file as `path`, if it cannot be read
   */
  open: call(z.strictObject({ what: z.enum(IMPORT_FILE_KINDS) })).returns(
    z
      .strictObject({
        fileId,
        fileName: z.string().max(260),
        /** Number of rows or files that were read. */
        records: count,
        /** The columns of a table, each with its first values; empty for Markdown. */
        columns: z
          .array(z.strictObject({ header: z.string().max(80), values: z.array(z.string().max(120)).max(3) }))
          .max(IMPORT_COLUMNS_MAX),
        /** What each column seems to contain. */
        mapping,
        /** Files that cannot be read. They are left out. */
        problems: z
          .array(z.strictObject({ file: z.string().max(260), message: z.string().max(200) }))
          .max(IMPORT_PROBLEMS_MAX),
        /** The total number of files that cannot be read. */
        unreadableFiles: count,
      })
      .nullable(),
  ),
  /**
   * Prepares the import, given the meaning of each column. May be called again.
   *
   * @param matches the companies that the user confirmed, by the `key` from `possible`
   *
   * @throws AppFailure `validation` if no column identifies the company, or if two columns have the same
   * meaning; `not-found` (`import`) if the file is no longer in memory
   */
  map: call(
    z.strictObject({
      fileId,
      mapping,
      matches: z
        .array(z.strictObject({ key: companyIdSchema, companyId: companyIdSchema }))
        .max(IMPORT_MATCHES_MAX)
        .default([]),
    }),
  ).returns(
    z.strictObject({
      preview: importPreviewSchema,
      /**
       * Numbers of companies in the file: companies that certainly (`known`) or possibly (`possible`) match a
       * stored company, and companies that are not in the library (`local`). `unnamed` is the number of rows
       * without a company.
       */
      companies: z.strictObject({ known: count, possible: count, local: count, unnamed: count }),
    }),
  ),
  /**
   * Returns the companies of the file that may be the same as stored companies, so the user can confirm each
   * match. The latest call to `map` found them.
   */
  possible: call(z.strictObject({ fileId, ...position })).returns(
    z.strictObject({
      rows: z
        .array(
          z.strictObject({
            key: companyIdSchema,
            name,
            websiteHost: z.string().max(253),
            candidates: z.array(z.strictObject({ companyId: companyIdSchema, name })).max(20),
          }),
        )
        .max(LIST_LIMIT_MAX),
      total: count,
    }),
  ),
  /** Drops the opened file. */
  close: call(z.strictObject({ fileId })).returns(nothing),
};
