import { z } from 'zod';
import { LIMIT_TYPES } from './budgets.ts';
import { BASE_PATH } from './handle.ts';

/**
 * What goes wrong with a call. `delay`, `reset-after`, `truncate` and `oversize` come after the call was processed and
 * charged; the others come instead of it and cost nothing, except that a `status` of 2xx is charged as usual.
 */
const actionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    /** A text is sent as it is, anything else as JSON. */
    body: z.unknown().optional(),
    contentType: z.string().max(200).optional(),
  }),
  z.strictObject({ kind: z.literal('reset-before') }),
  z.strictObject({ kind: z.literal('reset-after') }),
  z.strictObject({ kind: z.literal('truncate') }),
  z.strictObject({ kind: z.literal('oversize'), bytes: z.number().int().min(1).max(100_000_000) }),
  z.strictObject({ kind: z.literal('redirect'), location: z.string().max(2_000) }),
  z.strictObject({ kind: z.literal('limit'), limitType: z.enum(LIMIT_TYPES) }),
]);

export const faultSchema = z.strictObject({
  /** Beginning of the path, with or without `/api/v1`; every call when missing. */
  match: z.string().max(500).optional(),
  action: actionSchema,
  /** How many calls it meets. */
  times: z.number().int().min(1).max(100_000).default(1),
});

export type FaultAction = z.infer<typeof actionSchema>;
/** As given: `times` is 1 when left out. */
export type Fault = z.input<typeof faultSchema>;

export interface FaultScript {
  add(faults: readonly Fault[]): void;
  /** The action for a call on `path`, used up once; null when none is waiting. */
  take(path: string): FaultAction | null;
  clear(): void;
}

/** A queue: the oldest fault that matches meets the call, at most one at a time. Throws ZodError on a wrong fault. */
export function createFaultScript(): FaultScript {
  let waiting: { match: string; action: FaultAction; left: number }[] = [];
  return {
    add: (faults) => {
      for (const fault of faults) {
        const { match, action, times } = faultSchema.parse(fault);
        waiting.push({ match: match ?? '', action, left: times });
      }
    },
    take: (path) => {
      const below = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path;
      const fault = waiting.find(({ match }) => below.startsWith(match) || path.startsWith(match));
      if (!fault) return null;
      fault.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return fault.action;
    },
    clear: () => {
      waiting = [];
    },
  };
}
