import type { z } from 'zod';
import { momentText } from './moment-text.ts';
import { issueText } from './issue-text.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { AssistantPermission } from '../../../shared/model/assistants/assistant-limits.ts';
import type {
  AssistantMade,
  AssistantResult,
  ProposalState,
} from '../../../shared/model/assistants/assistants.ts';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import type { LibrarySearch } from '../library/index/library-search.ts';
import type { Clock, JsonObject } from '../ports.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import type { Governor } from '../service-api/governor-port.ts';

/**
 * The parts of a workspace that tools may use. The API client and the links are missing on purpose: a tool
 * cannot send a request or open anything.
 */
export interface ToolWorkspace {
  readonly files: WorkspaceFiles;
  readonly search: LibrarySearch;
  readonly governor: Governor;
  readonly hints: PriceHints;
  readonly vault: { seal(): ContactKeyState };
  readonly clock: Clock;
}

/** The client that made the call, with the permissions that the user gave it. */
export interface CallingClient {
  readonly id: string;
  readonly name: string;
  may(permission: AssistantPermission): boolean;
}

export interface ToolContext {
  readonly client: CallingClient;
  readonly workspace: ToolWorkspace;
  /** Server time. */
  readonly nowMs: number;
  /** Limits how fast contacts are released. The app's screens and all clients share this one limit. */
  readonly release: ReleaseRateLimit;
  readonly publish: Publish;
  /**
   * Must be called before data about companies is returned. Counts the companies and returns those that may
   * be returned, in the same order. A company already counted within a period is not counted again in that
   * period.
   * @throws CapExceeded if no company may be returned although `companyIds` is not empty
   */
  hand(companyIds: readonly string[]): readonly string[];
}

/** An item in a reply other than a company. */
export interface ReadItem {
  readonly kind: 'note' | 'task' | 'log-entry' | 'contacts';
  /** The id of the task or log entry; for a note or contacts, the company's id. */
  readonly itemId: string;
  readonly companyId: string;
  /** The number of contacts; 1 for the other kinds. */
  readonly amount: number;
}

export interface ToolReply {
  readonly data: JsonObject;
  /**
   * The ids of all companies in `data`. If `hand` has not allowed every one of these companies, the reply is
   * discarded.
   */
  readonly companyIds: readonly string[];
  /** The notes, tasks, log entries and contacts that `data` contains. */
  readonly read?: readonly ReadItem[];
  readonly made?: AssistantMade;
  /** The undo step of the change that the call made. */
  readonly step?: string | null;
  /** The id of the proposal that the call made or queried. */
  readonly proposalId?: string;
  /** The state of the queried proposal, as returned in `data`. */
  readonly told?: ProposalState;
  /** How the log describes the result. The default is `waiting` for a new proposal, and otherwise `done`. */
  readonly result?: 'already-waiting' | 'no-notes';
  /** The subject of the call, as the log shows it. `companyId` is set if the subject is one company. */
  readonly about: { readonly text: string; readonly companyId: string | null };
}

export interface AssistantTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly permission: AssistantPermission;
  /** True if the tool changes nothing, not even the user's own data. */
  readonly readOnly: boolean;
  /** Returns the schema, a strict object. It is created at the first call, so it costs nothing at the start. */
  input(): z.ZodObject;
  /**
   * @throws ToolRefusal `invalid` if `input` does not match the schema. ToolRefusal with another reason if
   *   the tool refuses the call. CapExceeded if a limit on distinct companies is reached.
   */
  run(context: ToolContext, input: unknown): ToolReply | Promise<ToolReply>;
}

interface ToolDefinition<S extends z.ZodObject> extends Omit<AssistantTool, 'input' | 'run'> {
  input(): S;
  run(context: ToolContext, input: z.output<S>): ToolReply | Promise<ToolReply>;
}

/** Creates a tool that parses its input before it runs. */
export function defineTool<S extends z.ZodObject>({ input, ...tool }: ToolDefinition<S>): AssistantTool {
  let schema: S | undefined;
  const schemaOnce = (): S => (schema ??= input());
  return {
    ...tool,
    input: schemaOnce,
    run: (context, given) => {
      const parsed = schemaOnce().safeParse(given);
      if (!parsed.success) throw new ToolRefusal('invalid', issuesOf(parsed.error));
      return tool.run(context, parsed.data);
    },
  };
}

const ISSUES_MAX = 5;
/**
 * Returns a message that describes each invalid argument. Apart from the arguments' names, it contains nothing
 * that the client sent.
 */
const issuesOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, ISSUES_MAX)
    .map((issue) => issueText(issue).slice(0, 200))
    .join('\n');

/** A URI pattern. A client can read the addresses that match the pattern. */
interface AssistantResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** A resource that a client can read by its URI. */
export interface AssistantResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
}
export interface AssistantResources {
  readonly permission: AssistantPermission;
  readonly templates: readonly AssistantResourceTemplate[];
  /** Returns the id of the company at an address; null if the address is not that of a company. */
  companyIn(uri: string): string | null;
  /** Lists at most 50 resources. Listed companies count toward the limits, like companies that a tool returns. */
  list(context: ToolContext): {
    readonly resources: readonly AssistantResource[];
    readonly companyIds: readonly string[];
  };
  /** @throws ToolRefusal `not-found`; CapExceeded */
  read(context: ToolContext, uri: string): ToolReply;
}

/**
 * A prompt that the user chooses in the client. Its text is the same for all companies and contains no data.
 */
export interface AssistantPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  render(values: Readonly<Record<string, string>>): string;
}

export type CapPeriod = 'hour' | 'day' | 'days30';

/** A limit on distinct companies was reached. */
export class CapExceeded extends Error {
  readonly period: CapPeriod;
  /** Server time from which at least one more company may be returned. */
  readonly freeAtMs: number;
  constructor(period: CapPeriod, freeAtMs: number) {
    super(`limit on companies: ${period}`);
    this.name = 'CapExceeded';
    this.period = period;
    this.freeAtMs = freeAtMs;
  }
}

const PERIOD_WORDS = { hour: 'an hour', day: 'a day', days30: '30 days' } as const;

/** Returns the message to the client: which limit is reached, and when more companies can be read. */
export const limitText = ({ period, freeAtMs }: CapExceeded, nowMs: number): string =>
  `The user’s limit on companies in ${PERIOD_WORDS[period]} is reached. No other companies can be read until ${momentText(freeAtMs, nowMs)}.`;

/** A call that cannot be answered. `message` is sent to the client and must contain no data. */
export class ToolRefusal extends Error {
  readonly result: Exclude<
    AssistantResult,
    'done' | 'waiting' | 'limited' | 'no-notes' | 'over-cap' | 'paused'
  >;
  constructor(result: ToolRefusal['result'], message: string) {
    super(message);
    this.name = 'ToolRefusal';
    this.result = result;
  }
}
