import { DAY_MS } from '../../../shared/durations.ts';
import { ASSISTANT_ABOUT_CHARS_MAX } from '../../../shared/model/assistants/assistant-limits.ts';
import {
  assistantMadeSchema,
  assistantResultSchema,
  type AssistantLogRow,
  type AssistantMade,
  type AssistantResult,
} from '../../../shared/model/assistants/assistants.ts';
import {
  assistantCalls,
  insertAssistantCall,
  pruneAssistantCalls,
  type StoredCall,
} from '../database/queries/yours/assistants/assistants.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';

const KEPT_MS = 90 * DAY_MS;
/** A client at its rate limit makes this many calls in about six hours. */
const KEPT_MAX = 20_000;
const TOOL_CHARS_MAX = 60;

export interface LoggedCall {
  readonly client: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly about: { readonly text: string; readonly companyId: string | null };
  readonly companyIds: readonly string[];
  readonly notes: number;
  readonly contacts: number;
  readonly made: AssistantMade | null;
  readonly result: AssistantResult;
}

/** The entry of a call that returned and changed nothing, without its result. */
export const NOTHING_HANDED_OUT: Omit<LoggedCall, 'client' | 'tool' | 'result'> = {
  about: { text: '', companyId: null },
  companyIds: [],
  notes: 0,
  contacts: 0,
  made: null,
};

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
      notes: call.notes,
      contacts: call.contacts,
      made: call.made,
      result: call.result,
    });
    pruneAssistantCalls(db, nowMs - KEPT_MS, KEPT_MAX);
  });

interface LogPage {
  readonly rows: AssistantLogRow[];
  readonly next: string | null;
}

export function logPage(db: ReadDb, cursor: string | null, limit: number): LogPage {
  const calls = assistantCalls(db, cursor === null ? null : Number(cursor), limit + 1);
  const rows = calls.slice(0, limit).map(rowOf);
  return { rows, next: calls.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

const rowOf = (call: StoredCall): AssistantLogRow => ({
  id: String(call.callId),
  atMs: call.atMs,
  clientId: call.clientId,
  clientName: call.clientName,
  tool: call.tool,
  about: call.about,
  companyId: call.companyId,
  handedOut: { companies: call.companies, notes: call.notes, contacts: call.contacts },
  made: assistantMadeSchema.nullable().catch(null).parse(call.made),
  result: assistantResultSchema.catch('failed').parse(call.result),
});
