import { DAY_MS } from '../../../shared/durations.ts';
import { isWithin, plus, totalCertainty } from '../../../shared/add-costs.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import { ageText } from '../../lib/format.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { priceSentence, shortCostText } from '../../ui/text/price-text.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';
import { searchTitle } from '../search/index.ts';
import { proposals as strings } from './proposal-strings.ts';
import { whenText } from './when-text.ts';

const NAME_MAX = 80;

/** Describes the proposed request, such as `Contacts of Halden Grid` or `Rounds: Germany, Seed, 30 days`. */
export function proposalTitle({ call, companyName, proposedAtMs }: AssistantProposal): string {
  const request = requestStrings.endpoints[call.endpoint];
  if (call.endpoint === 'fundings')
    return strings.list(request, searchTitle({ list: 'fundings', query: call.query }, proposedAtMs));
  if (call.endpoint === 'companies')
    return strings.list(request, searchTitle({ list: 'companies', query: call.query }, proposedAtMs));
  if (!('companyId' in call)) return request;
  return companyName === null
    ? strings.ofUnknown(request)
    : strings.of(request, safeLine(safeName(companyName), NAME_MAX));
}

/** The reason in the assistant’s own words. The quotation marks set it apart from the words of the app. */
export function reasonText({ reason }: Pick<AssistantProposal, 'reason'>): string | null {
  const line = safeLine(reason);
  return line === '' ? null : `“${line}”`;
}

/** Describes the outcome of a proposal: `Fetched, 5 records`, or `Declined`. */
export function outcomeText({ state, receipt }: Pick<AssistantProposal, 'state' | 'receipt'>): string {
  if (state === 'open') return '';
  if (state !== 'done' || receipt === null) return strings.states[state];
  return strings.fetched(shortCostText(receipt.cost));
}

/** Describes when the proposal was decided: `declined today 13:32`. Null while the proposal is open. */
export function decidedText(
  { state, decidedAtMs }: Pick<AssistantProposal, 'state' | 'decidedAtMs'>,
  nowMs: number,
): string | null {
  if (state === 'open' || decidedAtMs === null) return null;
  return strings.decided[state](whenText(decidedAtMs, nowMs));
}

/**
 * Returns a text such as `Already in your library, fetched 1 min ago`; null if the data is not stored or the
 * proposal is no longer open. `isRecent`: the data is less than a day old, so fetching it again is probably
 * useless.
 */
export function storedText(
  { state, storedAtMs }: Pick<AssistantProposal, 'state' | 'storedAtMs'>,
  nowMs: number,
): { readonly text: string; readonly isRecent: boolean } | null {
  if (state !== 'open' || storedAtMs === null) return null;
  return { text: strings.stored(ageText(storedAtMs, nowMs)), isRecent: nowMs - storedAtMs < DAY_MS };
}

/**
 * Returns the total price of the proposals that can be approved, such as `about 31 records`. Returns null if
 * no proposal can be approved.
 */
export function totalPriceText(all: readonly AssistantProposal[]): string | null {
  const previews = all
    .filter((each) => each.state === 'open' && dearerText(each) === null)
    .map(({ preview }) => preview);
  if (previews.length === 0) return null;
  const cost = previews.map((preview) => preview.cost).reduce(plus);
  return priceSentence({ cost, certainty: totalCertainty(previews) });
}

/** Explains the kinds of prices that the proposals have: `“Up to” is the most a request can cost.` */
export function certaintyTexts(all: readonly AssistantProposal[]): string[] {
  const certainties = all.filter(({ state }) => state === 'open').map(({ preview }) => preview.certainty);
  return (['up-to', 'about'] as const).flatMap((certainty) =>
    certainties.includes(certainty) ? [strings.dialog.certainties[certainty]] : [],
  );
}

/** States how many requests were proposed and by which assistant: `2 from Desk Assistant`. */
export function sendersText(all: readonly AssistantProposal[]): string {
  const [first, ...others] = all;
  if (first === undefined) return '';
  return others.every(({ clientId }) => clientId === first.clientId)
    ? strings.from(all.length, safeName(first.clientName))
    : strings.fromSeveral(all.length);
}

/** Describes when the proposals expire: `expires tomorrow 09:31`. */
export function expiryText(all: readonly AssistantProposal[], nowMs: number): string {
  const times = all.map(({ expiresAtMs }) => whenText(expiresAtMs, nowMs));
  const first = all.toSorted((one, other) => one.expiresAtMs - other.expiresAtMs)[0];
  if (first === undefined) return '';
  const when = whenText(first.expiresAtMs, nowMs);
  if (times.length === 1) return strings.expires(when);
  return times.every((each) => each === when) ? strings.expire(when) : strings.firstExpires(when);
}

/**
 * Explains why the user can only decline a proposal: its request now costs more than was proposed. Null if
 * the proposal can be approved.
 */
export const dearerText = ({ preview, proposedCost }: AssistantProposal): string | null =>
  isWithin(preview.cost, proposedCost)
    ? null
    : strings.dearer(shortCostText(proposedCost), shortCostText(preview.cost));
