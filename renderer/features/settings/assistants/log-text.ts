import type { AssistantLogRow } from '../../../../shared/model/assistants/assistants.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { assistants } from './strings.ts';

const { log } = assistants;
const PRICED = ['quote', 'propose'];

/** Describes a call: `Brief on Halden Grid` or, for an unknown tool, its name. */
export function callText({ tool, about }: Pick<AssistantLogRow, 'tool' | 'about'>): string {
  const known = Object.hasOwn(log.calls, tool) ? log.calls[tool] : undefined;
  const text = PRICED.includes(tool) ? requestText(about) : safeLine(about, 120);
  if (known === undefined)
    return [safeLine(tool), text].filter((part) => part !== '').join(': ') || log.unread;
  return text === '' || known.about === null ? known.bare : known.about(text);
}

/** Describes the priced or proposed request of a call, which the log stores as `contacts: Halden Grid`. */
function requestText(about: string): string {
  const [, request = '', company = ''] = /^([a-z-]+): (.+)$/.exec(about) ?? [];
  if (Object.hasOwn(log.requests, request))
    return log.requestOf(log.requests[request] ?? '', safeLine(company, 120));
  const [, search] = /^saved-search (.+)$/.exec(about) ?? [];
  return search === undefined ? safeLine(about, 120) : log.savedSearch(safeLine(search, 120));
}

/** Returns the CSS class that colours a result. */
export function resultClass(result: AssistantLogRow['result']): 'muted' | 'warn' | 'bad' {
  if (result === 'done') return 'muted';
  return result === 'waiting' || result === 'paused' || result === 'locked' ? 'warn' : 'bad';
}
