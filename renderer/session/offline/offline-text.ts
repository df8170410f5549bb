import type { OfflineRequest } from '../../../shared/model/offline.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import { ageText } from '../../lib/format.ts';
import { costOfEndpoint, shortCostText, fullCostText } from '../../ui/text/price-text.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { offline as strings } from './strings.ts';
import { isUnbounded } from '../../../shared/model/unbounded-endpoints.ts';
import { FREE, plus } from '../../../shared/add-costs.ts';

/**
 * Returns the name of a queued request, such as `Profile for Halden Grid`, `Saved search “Berlin seeds”` or
 * `Search rounds, first page`.
 *
 * @param about the name of the company or the saved search
 */
export function requestName(ask: OfflineRequest, about: string): string {
  const what = ask.kind === 'panel' ? strings.ask[ask.panel] : strings.ask[ask.kind];
  const subject =
    ask.kind === 'search'
      ? strings.search[ask.question.list](ask.question.query.offset)
      : safeLine(about, 120);
  if (subject === '') return what;
  if (ask.kind === 'saved-search') return `${what} “${subject}”`;
  return 'companyId' in ask ? strings.of(what, subject) : `${what} ${subject}`;
}

const endpointOf = (ask: OfflineRequest): string =>
  ask.kind === 'panel' ? ask.panel : ask.kind === 'people' ? 'contacts' : ask.kind;

/** Adds `up to` or `about` before the cost of a queued request: `up to 1 record`, `about 10 records`. */
export const queuedCost = (ask: OfflineRequest, cost: string): string =>
  costOfEndpoint(endpointOf(ask), cost);

/** Returns the status bar's text about the queue; null if the queue is empty. */
export function offlineLine(calls: readonly OfflineCall[]): string | null {
  const needingDecision = calls.filter(({ state }) => ['dearer', 'refused', 'unknown'].includes(state));
  const waiting = calls.filter(({ state }) => state === 'waiting' || state === 'running');
  const parts = [
    ...(waiting.length > 0
      ? [
          strings.line(
            waiting.length,
            costOfEndpoint(
              waiting.map(({ ask }) => endpointOf(ask)).find(isUnbounded) ?? '',
              shortCostText(waiting.map(({ accepted }) => accepted).reduce(plus, FREE)),
            ),
          ),
        ]
      : []),
    ...(needingDecision.length > 0 ? [strings.lineAsks(needingDecision.length)] : []),
  ];
  if (parts.length > 0) return parts.join('; ');
  return calls.length > 0 ? strings.lineDone(calls.length) : null;
}

/** Describes a queued request: `queued 5 min ago · up to 1 request, 1 record, 1 company`. */
export const requestedLine = (
  { ask, requestedAtMs, accepted, state, assistant }: OfflineCall,
  nowMs: number,
): string =>
  [
    strings.asked(ageText(requestedAtMs, nowMs)),
    queuedCost(ask, fullCostText(accepted)),
    ...(assistant === null ? [] : [strings.proposedBy(safeName(assistant))]),
    ...(state === 'running' ? [strings.running] : []),
  ].join(' · ');
