import { z } from 'zod';
import { call, push } from '../kit.ts';
import { countSchema as count, rowIdSchema } from '../../model/atoms.ts';
import { companyIdSchema } from '../../model/company.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { OURS_DECISIONS_MAX, OURS_PIECE_MAX } from '../../model/ours/ours-kinds.ts';
import {
  oursDecisionSchema,
  oursImportSchema,
  oursKindSchema,
  oursLineSchema,
  oursPreviewLineSchema,
  oursPreviewRowSchema,
  oursPreviewSchema,
} from '../../model/ours/ours.ts';
import { undoSchema } from '../../model/user-data.ts';
import { changed, nothing, position } from '../atoms.ts';

const draftId = z.string().min(1).max(60);

/**
 * Companies that the UI calls "Already yours", such as customers. The user imports them as lines of text. A
 * line marks the stored company that it matches. Lines without a match are kept, and mark a matching company
 * that is stored later. The lines never leave the computer.
 */
export const oursContract = {
  /**
   * Appends text to a draft; null starts a new draft. Only the newest draft is kept, in memory. Nothing is
   * saved.
   *
   * @throws AppFailure `not-found` (`import`) if the draft is no longer in memory, `validation` (`text`) if
   * the text is longer than `OURS_TEXT_MAX`
   */
  addText: call(
    z.strictObject({ draftId: draftId.nullable(), text: z.string().max(OURS_PIECE_MAX) }),
  ).returns(z.strictObject({ draftId })),
  /**
   * Reads the draft's lines and compares them with the library. Saves nothing. `exactAmong` contains the
   * companies in `among` that a line matches exactly.
   * @throws AppFailure `not-found` (`import`), `validation` (`text`) if there are more than `OURS_LINES_MAX`
   * lines
   */
  preview: call(
    z.strictObject({ draftId, among: z.array(companyIdSchema).max(LIST_LIMIT_MAX).default([]) }),
  ).returns(
    z.strictObject({
      ...oursPreviewSchema.shape,
      exactAmong: z.array(companyIdSchema).max(LIST_LIMIT_MAX),
    }),
  ),
  /**
   * Returns further rows of a preview.
   *
   * @throws AppFailure `not-found` (`import`)
   */
  previewRows: call(z.strictObject({ draftId, section: z.enum(['possible', 'exact']), ...position })).returns(
    z.strictObject({ rows: z.array(oursPreviewRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /**
   * Returns further lines without a match.
   *
   * @throws AppFailure `not-found` (`import`)
   */
  previewLines: call(
    z.strictObject({ draftId, section: z.enum(['unmatched', 'unreadable']), ...position }),
  ).returns(z.strictObject({ lines: z.array(oursPreviewLineSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Saves the readable lines of a previewed draft and the decisions about its possible matches. `undo` undoes
   * all of it in one step.
   * @throws AppFailure `not-found` (`import`)
   */
  import: call(
    z.strictObject({
      draftId,
      kind: oursKindSchema,
      /** Name of the file; empty if the text was pasted. */
      source: z.string().max(200),
      decisions: z.array(oursDecisionSchema).max(OURS_DECISIONS_MAX),
    }),
  ).returns(z.strictObject({ undo: undoSchema, id: rowIdSchema })),
  /** Returns the imports, newest first. */
  imports: call(z.strictObject({ ...position })).returns(
    z.strictObject({ imports: z.array(oursImportSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Returns the lines of an import with their matches. Matches that need a decision come first. A line that
   * matches several companies occurs several times.
   */
  lines: call(z.strictObject({ id: rowIdSchema, ...position })).returns(
    z.strictObject({ lines: z.array(oursLineSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /** Removes an import with all of its lines. Changes nothing if it was already removed. */
  remove: call(z.strictObject({ id: rowIdSchema })).returns(changed),
  /**
   * Records the user's decision on whether the lines that match a company really refer to it. With `isSame:
   * false`, the company loses its mark even if a line matches it exactly. The decision also applies to later
   * imports.
   */
  decide: call(z.strictObject({ companyId: companyIdSchema, isSame: z.boolean() })).returns(changed),
  /** Imports or matches changed. */
  onChanged: push(nothing),
};
