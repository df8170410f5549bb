import { ASSISTANT_ANSWERED_RESULTS } from '../../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantLogRow } from '../../../../shared/model/assistants/assistants.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { assistants } from './strings.ts';

const { log } = assistants;
const PRICED = ['quote', 'propose'];

/** Describes a call, for example as `Brief on Halden Grid`. For an unknown tool, returns the tool's name. */
export function callText({ tool, about }: Pick<AssistantLogRow, 'tool' | 'about'>): string {
  const known = Object.hasOwn(log.calls, tool) ? log.calls[tool] : undefined;
  const text = PRICED.includes(tool) ? requestText(about) : safeLine(about, 120);
  if (known === undefined)
    return [safeLine(tool), text].filter((part) => part !== '').join(': ') || log.unread;
  return text === '' || known.about === null ? known.bare : known.about(text);
}

/**
 * Describes the request that a call priced or proposed. The log stores the request in the form `contacts:
 * Halden Grid`.
 */
function requestText(about: string): string {
  const [, request = '', company = ''] = /^([a-z-]+): (.+)$/.exec(about) ?? [];
  if (Object.hasOwn(log.requests, request))
    return log.requestOf(log.requests[request] ?? '', safeLine(company, 120));
  const [, search] = /^saved-search (.+)$/.exec(about) ?? [];
  return search === undefined ? safeLine(about, 120) : log.savedSearch(safeLine(search, 120));
}

type Outcome = Pick<AssistantLogRow, 'result' | 'proposal' | 'undo'>;

/**
 * Describes how a request ended. For a proposal, describes its current outcome: `approved, 5 records`. For a
 * request about a proposal, gives the state reported to the assistant at that time: `reported: waiting`.
 */
export function resultText({ result, proposal, undo }: Outcome): string {
  if (isRefused(result)) return log.results[result];
  if (proposal !== null) {
    const { state, records, isTold } = proposal;
    const text = state === 'done' && records !== null ? log.approved(records) : log.proposals[state];
    return isTold === true ? log.told(text) : text;
  }
  return undo === 'undone' || undo === 'changed' ? log.undoStates[undo] : log.results[result];
}

/** The class for the colour of a result. */
export function resultClass({ result, proposal }: Outcome): 'muted' | 'warn' | 'bad' {
  if (isRefused(result)) return result === 'paused' || result === 'locked' ? 'warn' : 'bad';
  if (result === 'limited') return 'warn';
  if (proposal === null || proposal.isTold === true) return 'muted';
  if (proposal.state === 'failed' || proposal.state === 'unknown') return 'bad';
  return proposal.state === 'open' ? 'warn' : 'muted';
}

const isRefused = (result: AssistantLogRow['result']): boolean =>
  !ASSISTANT_ANSWERED_RESULTS.some((answered) => answered === result);
