import { z } from 'zod';
import { costSchema, timeMsSchema } from '../budget.ts';
import { LIST_LIMIT_MAX } from '../limits.ts';
import { countSchema as count } from '../atoms.ts';

export const demoStatusSchema = z.strictObject({
  running: z.boolean(),
  nowMs: timeMsSchema,
  companies: count,
  seed: z.int(),
});

/** Requests received by the simulated service, newest first. */
export const transcriptSchema = z.strictObject({
  total: count,
  calls: z
    .array(
      z.strictObject({
        atMs: timeMsSchema,
        path: z.string().max(4_000),
        status: z.int(),
        cost: costSchema,
      }),
    )
    .max(LIST_LIMIT_MAX),
});
