import { z } from 'zod';

export const ABORT_DEFECTS = ['none', 'keeps-the-request', 'misses-its-deadline'] as const;
export type AbortDefect = (typeof ABORT_DEFECTS)[number];

export const abortPlanSchema = z.strictObject({
  seed: z.int(),
  count: z.int().min(1),
  lanes: z.int().min(1),
  /** Base addresses, each of a service that goes wrong in its own way. */
  targets: z.array(z.string()).min(1),
  defect: z.enum(ABORT_DEFECTS),
});
export type AbortPlan = z.infer<typeof abortPlanSchema>;

export const abortReportSchema = z.strictObject({
  calls: z.int(),
  /** How they ended: the transport's reason, `answer`, or the name of whatever else was thrown. */
  ends: z.record(z.string(), z.int()),
  /** The longest that a call went on after its deadline or its abort, ms. */
  slowestMs: z.number(),
  /** The same for a bare timer that was set for the same moment: what the machine itself is late, ms. */
  slowestTimerMs: z.number(),
  /** The longest that a call went on after its bare timer, ms. */
  slowestBehindTimerMs: z.number(),
  /** This process's sockets with a call on them, once it had a few seconds to close them. */
  sockets: z.int(),
});
export type AbortReport = z.infer<typeof abortReportSchema>;
