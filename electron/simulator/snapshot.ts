import { z } from 'zod';

const countSchema = z.number().int().min(0);
/** Schema of a count that is missing from snapshots written by earlier versions; 0 by default. */
const addedLater = countSchema.default(0);
const dayKey = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const monthKey = z.string().regex(/^\d{4}-\d{2}$/);

const recentSchema = z.object({
  atMs: z.number(),
  newCompanyId: z.string().nullable(),
  requests: countSchema,
  records: countSchema,
  exported: countSchema,
  pageTurns: countSchema,
  testKeyRequests: countSchema,
});

/**
 * The state of a simulator as plain JSON, for restoring it after a restart. Excludes the transcript, the
 * faults, the other device and the webhook.
 */
const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.number(),
  companies: z.number().int().min(1),
  epochMs: z.number(),
  /** Virtual time minus real time. */
  clockOffsetMs: z.number(),
  /** The virtual time at which the clock is frozen; null while the clock runs. */
  clockFrozenAtMs: z.number().nullable(),
  counters: z.object({
    minute: z.array(z.number()),
    days: z.record(
      dayKey,
      z.object({ requests: countSchema, companyIds: z.array(z.string()), testKeyRequests: addedLater }),
    ),
    months: z.record(
      monthKey,
      z.object({
        requests: countSchema,
        records: countSchema,
        exported: countSchema,
        pageTurns: countSchema,
        testKeyRequests: countSchema,
      }),
    ),
    successful: countSchema,
    failed: countSchema,
    operations: z.array(z.string()),
    lastUsedAtMs: z.number().nullable(),
    recent: z.array(recentSchema).readonly().default([]),
    freeFailures: z.array(z.number()).readonly().default([]),
    lastDay: z
      .array(z.object({ atMs: z.number(), requests: countSchema, newCompanyId: z.string().nullable() }))
      .readonly()
      .default([]),
  }),
  revealed: z.array(z.string()),
  planLapsed: z.boolean(),
  revokedKeys: z.array(z.enum(['live', 'test'])),
  keys: z.object({ live: z.string().min(1), test: z.string().min(1) }),
  keysCreatedAtMs: z.number(),
});

export type SimulatorSnapshot = z.infer<typeof snapshotSchema>;

/** Parses a stored snapshot. Returns null if it is invalid; the caller then starts with fresh data. */
export function parseSnapshot(value: unknown): SimulatorSnapshot | null {
  return snapshotSchema.safeParse(value).data ?? null;
}
