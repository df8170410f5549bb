import { z } from 'zod';
import { LIMITS } from './counters.ts';

/** What can go wrong with a request on purpose; each entry is used up by the requests it matches. */
export const faultSchema = z.strictObject({
  /** Only paths that begin with this, below /api/v1; every path when absent. */
  match: z.string().optional(),
  times: z.int().min(1).max(10_000).default(1),
  action: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(120_000) }),
    z.strictObject({
      kind: z.literal('status'),
      status: z.int().min(100).max(599),
      body: z.string().default(''),
      contentType: z.string().default('application/json'),
    }),
    /** The connection is reset before anything is processed. */
    z.strictObject({ kind: z.literal('reset-before') }),
    /** Processed and charged; then the connection is reset without an answer. */
    z.strictObject({ kind: z.literal('reset-after') }),
    z.strictObject({ kind: z.literal('truncate') }),
    z.strictObject({ kind: z.literal('oversize'), bytes: z.int().min(1).max(100_000_000) }),
    z.strictObject({ kind: z.literal('redirect'), location: z.string() }),
    z.strictObject({
      kind: z.literal('limit'),
      limitType: z.enum(Object.keys(LIMITS) as [keyof typeof LIMITS]),
    }),
  ]),
});
export type Fault = z.output<typeof faultSchema>;
export type FaultAction = Fault['action'];

export interface FaultScript {
  add(faults: readonly Fault[]): void;
  /** The action for this request, using it up; null when nothing is planned. */
  take(path: string): FaultAction | null;
}

export function createFaultScript(): FaultScript {
  const planned: { fault: Fault; left: number }[] = [];
  return {
    add: (faults) => planned.push(...faults.map((fault) => ({ fault, left: fault.times }))),
    take: (path) => {
      const entry = planned.find(
        ({ fault, left }) => left > 0 && path.startsWith(`/api/v1${fault.match ?? ''}`),
      );
      if (entry === undefined) return null;
      entry.left -= 1;
      return entry.fault.action;
    },
  };
}
