import { z } from 'zod';

export const ABORT_DEFECTS = ['none', 'keeps-the-request', 'misses-its-deadline'] as const;
export type AbortDefect = (typeof ABORT_DEFECTS)[number];

export const abortPlanSchema = z.strictObject({
  seed: z.int(),
  count: z.int().min(1),
  lanes: z.int().min(1),
  /** Base URLs of local services, each with a different fault. */
  targets: z.array(z.string()).min(1),
  defect: z.enum(ABORT_DEFECTS),
  /** The planted defect `misses-its-deadline` ends each call this many ms too late. */
  defectLateMs: z.int().min(1),
});
export type AbortPlan = z.infer<typeof abortPlanSchema>;

export const abortReportSchema = z.strictObject({
  calls: z.int(),
  /** Counts calls by outcome: `answer`, the reason for a transport failure, or the text of another error. */
  ends: z.record(z.string(), z.int()),
  /** The longest delay of a call: the time from the call's deadline or abort until the call ended. */
  slowestMs: z.number(),
  /**
   * The longest delay of a plain `setTimeout`. Each call has one such timer, which is due when the call
   * should end. The delay shows how slow the machine itself was.
   */
  slowestTimerMs: z.number(),
  /** The longest time between the moment at which a call's `setTimeout` fired and the end of the call. */
  slowestBehindTimerMs: z.number(),
  /** Number of client sockets that are still open a few seconds after the last call. */
  sockets: z.int(),
});
export type AbortReport = z.infer<typeof abortReportSchema>;
