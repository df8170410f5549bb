import { z } from 'zod';

export const ABORT_DEFECTS = ['none', 'keeps-the-request', 'misses-its-deadline'] as const;
export type AbortDefect = (typeof ABORT_DEFECTS)[number];

export const abortPlanSchema = z.strictObject({
  seed: z.int(),
  count: z.int().min(1),
  lanes: z.int().min(1),
  /** Base addresses of services, each faulty in its own way. */
  targets: z.array(z.string()).min(1),
  defect: z.enum(ABORT_DEFECTS),
});
export type AbortPlan = z.infer<typeof abortPlanSchema>;

export const abortReportSchema = z.strictObject({
  calls: z.int(),
  /**
   * The number of calls by how they ended: the transport's reason, `answer`, or the name of another error.
   */
  ends: z.record(z.string(), z.int()),
  /** The longest time that a call continued after its deadline or abort, in ms. */
  slowestMs: z.number(),
  /**
   * The same delay for a bare timer set for the same moment, which shows how late the machine itself is, in
   * ms.
   */
  slowestTimerMs: z.number(),
  /** The longest time that a call continued after its bare timer, in ms. */
  slowestBehindTimerMs: z.number(),
  /** This process's sockets with an active call, after a few seconds to close them. */
  sockets: z.int(),
});
export type AbortReport = z.infer<typeof abortReportSchema>;
