import { z } from 'zod';
import { call, push } from '../kit.ts';
import { timeMsSchema } from '../../model/budget.ts';
import { countSchema as count } from '../../model/atoms.ts';
import { monthSchema, reviewNoteSchema, reviewSchema } from '../../model/review/monthly-review.ts';
import { REVIEW_NOTE_MAX } from '../../model/review/review-values.ts';
import { undoSchema } from '../../model/user-data.ts';
import { workspaceIdSchema } from '../../model/workspace.ts';
import { nothing } from '../atoms.ts';

/** The monthly review, computed on this computer without requests, and the user's note for each month. */
export const reviewsContract = {
  /**
   * Returns the review of a month; null selects the last month that has ended.
   * @throws AppFailure `validation` if the month has not ended
   */
  get: call(z.strictObject({ month: monthSchema.nullable() })).returns(reviewSchema),
  /**
   * Returns the month to offer for review on the Today screen; null if there is none. A month is offered on
   * the first day on which the app is open after the end of the month. It is not offered if the user has
   * hidden the offer, or if the month has a note.
   */
  offer: call(nothing).returns(z.strictObject({ month: monthSchema.nullable() })),
  hideOffer: call(z.strictObject({ month: monthSchema })).returns(nothing),
  note: call(z.strictObject({ month: monthSchema })).returns(reviewNoteSchema),
  /**
   * Saves the note for a month. The saves of one writing session form one undo step.
   * @throws AppFailure `conflict` (`newer-revision`) if `baseRevision` is not the newest; `conflict`
   * (`other-workspace`) if `workspaceId` is not the open workspace. In both cases, nothing is written.
   */
  saveNote: call(
    z.strictObject({
      month: monthSchema,
      body: z.string().max(REVIEW_NOTE_MAX),
      baseRevision: count,
      workspaceId: workspaceIdSchema.optional(),
      begins: z.boolean().optional(),
    }),
  ).returns(z.strictObject({ revision: count, savedAtMs: timeMsSchema, undo: undoSchema })),
  onChanged: push(nothing),
};
