import { z } from 'zod';
import {
  actionSchema,
  type DripAction,
  type FaultAction,
  type ReplyAction,
  type RewriteAction,
  type TruncateAction,
} from './fault-actions.ts';
import { BASE_PATH } from '../service/handle-request.ts';

const MAX_ACTIONS = 10;

export const faultSchema = z.strictObject({
  /** Path prefix, with or without `/api/v1`; if omitted, the fault applies to every request. */
  match: z.string().max(500).optional(),
  /** One action, or several actions that apply to the same request. */
  action: z.union([actionSchema, z.array(actionSchema).min(1).max(MAX_ACTIONS)]),
  /** Number of matching requests that pass before the fault applies. */
  after: z.number().int().min(0).max(100_000).default(0),
  /** Number of requests that the fault affects. */
  times: z.number().int().min(1).max(100_000).default(1),
});

/** A fault as it is passed to `faultSchema`. Fields with defaults may be omitted. */
export type Fault = z.input<typeof faultSchema>;

/** The effects of a fault on one request. */
export interface FaultPlan {
  /** The kinds of the actions, as shown in the transcript, such as `delay+reset-after`. */
  readonly label: string;
  /** Delay before the response headers. */
  readonly delayMs: number;
  /**
   * Whether the request is lost before it reaches the service. The service then neither responds nor charges.
   */
  readonly isLost: boolean;
  readonly ending: 'answer' | 'reset' | 'hard-reset' | 'hang';
  /** Replacements for the reply, applied in the order of the array. */
  readonly replies: readonly ReplyAction[];
  readonly rewrites: readonly RewriteAction[];
  readonly truncate: TruncateAction | null;
  readonly drip: DripAction | null;
}

interface WaitingFault {
  readonly match: string;
  readonly label: string;
  readonly after: number;
  readonly times: number;
}

export interface FaultScript {
  add(faults: readonly Fault[]): void;
  /**
   * Returns the plan of the fault that applies to a request to `path`, and counts one use of this fault.
   * Returns null if no fault applies.
   */
  take(path: string): FaultPlan | null;
  waiting(): WaitingFault[];
  clear(): void;
}

interface Entry {
  readonly match: string;
  readonly plan: FaultPlan;
  after: number;
  left: number;
}

/**
 * Creates a list of faults. At most one fault affects each request: the oldest fault that matches.
 * @throws ZodError from `add` if a fault is invalid
 */
export function createFaultScript(): FaultScript {
  let entries: Entry[] = [];
  return {
    add: (faults) => {
      // Parses all faults first, so none are added if one is invalid.
      const parsed = faults.map((fault) => faultSchema.parse(fault));
      for (const { match = '', action, after, times } of parsed)
        entries.push({ match, plan: planOf(Array.isArray(action) ? action : [action]), after, left: times });
    },
    take: (path) => {
      const relativePath = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path;
      const matching = entries.filter(
        ({ match }) => relativePath.startsWith(match) || path.startsWith(match),
      );
      const due = matching.find(({ after }) => after === 0);
      for (const entry of matching) entry.after = Math.max(0, entry.after - 1);
      if (!due) return null;
      due.left -= 1;
      entries = entries.filter(({ left }) => left > 0);
      return due.plan;
    },
    waiting: () =>
      entries.map(({ match, plan, after, left }) => ({ match, label: plan.label, after, times: left })),
    clear: () => {
      entries = [];
    },
  };
}

type Draft = { -readonly [Key in keyof FaultPlan]: FaultPlan[Key] };

/** Combines the actions into one plan, grouped by the part of the request that each action changes. */
function planOf(actions: readonly FaultAction[]): FaultPlan {
  const plan: Draft = {
    label: actions.map(({ kind }) => kind).join('+'),
    delayMs: 0,
    isLost: false,
    ending: 'answer',
    replies: [],
    rewrites: [],
    truncate: null,
    drip: null,
  };
  for (const action of actions) applyAction(plan, action);
  return plan;
}

function applyAction(plan: Draft, action: FaultAction): void {
  switch (action.kind) {
    case 'delay':
    case 'slow-head':
      plan.delayMs += action.ms;
      return;
    case 'reset-before':
    case 'reset-after':
      plan.isLost ||= action.kind === 'reset-before';
      plan.ending = action.hard ? 'hard-reset' : 'reset';
      return;
    case 'hang':
      plan.isLost ||= !action.processed;
      plan.ending = 'hang';
      return;
    case 'status':
    case 'redirect':
    case 'limit':
      plan.replies = [...plan.replies, action];
      return;
    case 'truncate':
      plan.truncate = action;
      return;
    case 'drip':
      plan.drip = action;
      return;
    case 'html':
    case 'empty':
    case 'bom':
    case 'patch':
    case 'wrong-type':
    case 'garbage':
    case 'deep-json':
    case 'gzip':
    case 'gzip-bomb':
    case 'oversize':
    case 'huge-headers':
    case 'headers':
    case 'clock':
      plan.rewrites = [...plan.rewrites, action];
  }
}
