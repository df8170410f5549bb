import { AppFailure } from '../../../shared/app-failure.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { ASSISTANT_ABOUT_CHARS_MAX } from '../../../shared/model/assistants/assistant-limits.ts';
import {
  assistantMadeSchema,
  assistantResultSchema,
  proposalStateSchema,
  type AssistantLogRow,
  type AssistantMade,
  type AssistantResult,
  type ProposalState,
} from '../../../shared/model/assistants/assistants.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  assistantCallById,
  assistantCalls,
  companyIdsOfCall,
  insertAssistantCall,
  pruneAssistantCalls,
  type StoredCall,
} from '../database/queries/yours/assistants/assistants.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { companyNameOf } from '../library/company-view.ts';
import { clip } from '../foundation/clip-text.ts';
import { undoInEffect, undoStateOf, type undoChange } from '../user-data/undo-journal.ts';
import { proposalOutcome } from './proposal-outcome.ts';
import type { ReadItem } from './tool.ts';

const KEPT_MS = 90 * DAY_MS;
/**
 * Maximum number of calls in the log. A client at its rate limit would make this many calls in less than
 * three hours.
 */
const KEPT_MAX = 20_000;
const TOOL_CHARS_MAX = 60;

export interface LoggedCall {
  readonly client: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly about: { readonly text: string; readonly companyId: string | null };
  readonly companyIds: readonly string[];
  readonly read: readonly ReadItem[];
  readonly made: AssistantMade | null;
  readonly step: string | null;
  readonly proposalId: string | null;
  /** The proposal state that the app returned to the client. Null if the call did not query a proposal. */
  readonly told: ProposalState | null;
  readonly result: AssistantResult;
}

/** The log entry of a call that returned no data and changed nothing. The result is not included. */
export const NOTHING_HANDED_OUT: Omit<LoggedCall, 'client' | 'tool' | 'result'> = {
  about: { text: '', companyId: null },
  companyIds: [],
  read: [],
  made: null,
  step: null,
  proposalId: null,
  told: null,
};

/**
 * If a call returned the state of a proposal to the client, the call's stored result is this prefix followed by the
 * state, such as `told-open`.
 */
const TOLD = 'told-';

const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id));
const amountOf = (read: readonly ReadItem[], kind: ReadItem['kind']): number =>
  read.reduce((sum, item) => sum + (item.kind === kind ? item.amount : 0), 0);

/** Stores a call and deletes calls older than 90 days. */
export const logCall = (db: WriteDb, call: LoggedCall, nowMs: number): void =>
  transaction(db, () => {
    insertAssistantCall(db, {
      atMs: Math.max(0, Math.round(nowMs)),
      clientId: call.client.id,
      clientName: call.client.name,
      tool: clip(call.tool, TOOL_CHARS_MAX),
      about: clip(call.about.text, ASSISTANT_ABOUT_CHARS_MAX),
      companyId: call.about.companyId,
      companyIds: call.companyIds,
      read: call.read,
      notes: amountOf(call.read, 'note'),
      tasks: amountOf(call.read, 'task'),
      logEntries: amountOf(call.read, 'log-entry'),
      contacts: amountOf(call.read, 'contacts'),
      made: call.made,
      result: call.told === null ? call.result : `${TOLD}${call.told}`,
      proposalId: idOrNull(call.proposalId),
      stepId: idOrNull(call.step),
    });
    pruneAssistantCalls(db, nowMs - KEPT_MS, KEPT_MAX);
  });

interface LogPage {
  readonly rows: AssistantLogRow[];
  readonly next: string | null;
}

/**
 * Returns the calls before `cursor`, newest first, each with the current state of its change and of the
 * proposal that it made. If a call requested the state of a proposal, the page contains the state that the
 * client received.
 */
export function logPage(
  { yours, ledger }: { readonly yours: ReadDb; readonly ledger: ReadDb },
  cursor: string | null,
  limit: number,
): LogPage {
  const calls = assistantCalls(yours, cursor === null ? null : Number(cursor), limit + 1);
  const rows = calls.slice(0, limit).map((call) => rowOf(call, yours, ledger));
  return { rows, next: calls.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

function rowOf(call: StoredCall, yours: ReadDb, ledger: ReadDb): AssistantLogRow {
  const { companies, notes, tasks, logEntries, contacts } = call;
  const proposal = proposalOf(call, ledger);
  const result = resultOf(call);
  return {
    id: String(call.callId),
    atMs: call.atMs,
    clientId: call.clientId,
    clientName: call.clientName,
    tool: call.tool,
    about: call.about,
    companyId: call.companyId,
    handedOut: { companies, notes, tasks, logEntries, contacts },
    made: assistantMadeSchema.nullable().catch(null).parse(call.made),
    result: result === 'waiting' && proposal?.state !== 'open' ? 'done' : result,
    proposal,
    undo: call.stepId === null ? null : undoStateOf(yours, String(call.stepId)),
  };
}

const resultOf = ({ result }: StoredCall): AssistantResult =>
  result.startsWith(TOLD) ? 'done' : assistantResultSchema.catch('failed').parse(result);

/**
 * If a call made a proposal, returns the proposal's outcome. If the call returned a proposal's state to the
 * client, returns that state. Null for all other calls, and for calls that were logged before the log stored
 * these states.
 */
function proposalOf(call: StoredCall, ledger: ReadDb): AssistantLogRow['proposal'] {
  if (call.proposalId === null) return null;
  const now = proposalOutcome(ledger, call.proposalId, call);
  if (call.made === 'proposal') return now;
  const told = proposalStateSchema.safeParse(call.result.slice(TOLD.length)).data;
  if (!call.result.startsWith(TOLD) || told === undefined) return null;
  return { state: told, records: now?.state === told ? now.records : null, isTold: true };
}

/**
 * Returns the companies that a call returned to its client, without companies that have been erased since.
 */
export const companiesOfCall = (
  { cache, yours }: { readonly cache: ReadDb; readonly yours: ReadDb },
  callId: string,
): { readonly companyId: string; readonly name: string }[] =>
  companyIdsOfCall(yours, Number(callId), LIST_LIMIT_MAX).map((companyId) => ({
    companyId,
    name: companyNameOf(cache, yours, companyId),
  }));

/**
 * Undoes the change that a call made.
 * @throws AppFailure `not-found` (`undo`); the errors of `undoChange`
 */
export function undoCall(
  yours: WriteDb,
  callId: string,
  atMs: number,
): Pick<ReturnType<typeof undoChange>, 'what' | 'recorded'> {
  const stepId = assistantCallById(yours, Number(callId))?.stepId ?? null;
  if (stepId === null) throw new AppFailure({ kind: 'not-found', what: 'undo' });
  return undoInEffect(yours, String(stepId), atMs);
}
