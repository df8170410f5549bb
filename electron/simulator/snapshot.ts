import { z } from 'zod';

const count = z.number().min(0);

/** What a demo keeps across restarts: seed, epoch, virtual clock, counters, reveals, keys. Plain JSON. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.int(),
  companies: z.int().min(1).max(100_000),
  epochMs: z.number(),
  clockOffsetMs: z.number(),
  counters: z.object({
    day: z.string(),
    month: z.string(),
    daily: count,
    monthly: count,
    records: count,
    exported: count,
    pageTurns: count,
    testKey: count,
    companies: z.array(z.string()),
    successful: count,
    failed: count,
    perDay: z.record(z.string(), count),
  }),
  revealed: z.array(z.string()),
  keys: z.object({ live: z.string().min(8), test: z.string().min(8) }),
});
export type SimulatorSnapshot = z.infer<typeof snapshotSchema>;
