import { assertNever } from '../../../../shared/app-failure.ts';
import type { Cost, LedgerRow } from '../../../../shared/model/budget.ts';
import { plural } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { requestStrings } from '../../../ui/text/request-strings.ts';
import { queryText } from '../../../ui/text/request-text.ts';
import { budgetName, fullCostText } from '../../../ui/text/price-text.ts';
import { quota } from '../strings.ts';
import { forecastStrings } from '../forecast-strings.ts';

interface LedgerResult {
  readonly text: string;
  readonly title?: string;
  readonly tone: 'muted' | 'info' | 'warn' | 'bad';
}

/** Returns the name of the endpoint that was requested. */
export const ledgerRequestName = ({ state, endpoint }: LedgerRow): string =>
  state === 'other-device' || endpoint === null ? quota.otherDevices : requestStrings.endpoints[endpoint];

/** Returns the name of the request's company, or a description of the query if there is no company. */
export const ledgerSubject = ({ companyName, call }: LedgerRow, nowMs: number): string =>
  safeLine(companyName ?? queryText(call, nowMs), 300);

/**
 * Returns the cost of a request. If the result is unknown, returns the reserved cost. If there is no cost,
 * returns why: the request was free, was not sent or has no result yet.
 */
export function ledgerChargeText({ state, cost, reserved }: LedgerRow): string {
  if (cost !== null) return ledgerCostText(cost);
  if (state === 'reserved') return quota.request.noCostYet;
  return state === 'unknown' ? quota.request.countedAs(ledgerCostText(reserved)) : quota.request.noCost;
}

/** Formats the records of a cost, such as `25 records`. Requests without records cost `0 records`. */
export const ledgerRecordsText = ({ records }: Cost): string => plural(records, 'record');

/** Formats all four parts of a cost, such as `1 request, 25 records, 0 page turns, 1 new company`. */
export const ledgerCostText = ({ requests, records, pageTurns, companies }: Cost): string =>
  quota.costTitle(
    plural(requests, 'request'),
    plural(records, 'record'),
    plural(pageTurns, 'page turn'),
    plural(companies, 'new company', 'new companies'),
  );

/** Describes the outcome of a request. */
export function ledgerResult({
  state,
  status,
  refusedBudget,
  refusedAllowance,
  cost,
}: LedgerRow): LedgerResult {
  const strings = quota.results;
  switch (state) {
    case 'reserved':
      return { text: strings.inFlight, tone: 'info' };
    case 'spent':
      // A request may cost no records, for example if a search found nothing. The cost column shows only
      // records, so the tooltip names what was charged.
      return cost?.records === 0
        ? { text: strings.settledEmpty, title: strings.settledTitle(fullCostText(cost)), tone: 'muted' }
        : { text: strings.settled, tone: 'muted' };
    case 'other-device':
      return { text: strings.settled, tone: 'muted' };
    case 'released':
      return { text: status === null ? strings.free : strings.freeStatus(status), tone: 'muted' };
    case 'unknown':
      return { text: strings.unknown, tone: 'warn' };
    case 'refused':
      return {
        text:
          refusedAllowance !== null
            ? forecastStrings.ownCap
            : refusedBudget === null
              ? strings.refusedPlain
              : strings.refused(budgetName(refusedBudget).toLowerCase()),
        tone: 'bad',
      };
    default:
      return assertNever(state);
  }
}
