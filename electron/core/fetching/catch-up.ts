import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { callOf } from '../../../shared/list-query.ts';
import type { Cost, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { putPlanFact } from '../database/queries/ledger/plan-times.ts';
import type { WriteDb } from '../database/sql.ts';
import { noteCatchUpSent } from '../day-plan/caught-up.ts';
import { LAST_CATCH_UP } from '../day-plan/missed-days.ts';
import { findGap, gapView } from '../day-plan/find-gap.ts';
import { planPartsOf, type PlanSources } from '../day-plan/workspace-plan-inputs.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { fetchPlanned } from './planned-request.ts';
import { byHand, requireAccepted } from './priced-request.ts';
import type { SearchParts } from './search-requests.ts';

export interface CatchUpParts extends SearchParts, PlanSources {
  readonly files: SearchParts['files'] & { readonly ledger: WriteDb };
  readonly governor: SearchParts['governor'] & PlanSources['governor'];
  readonly vault: SearchParts['vault'] & PlanSources['vault'];
}

export interface CaughtUp {
  /** Number of fetched rounds that were not yet in the library. */
  readonly news: number;
  readonly receipts: Receipt[];
  /** The error that ended the catch-up at a later page; null if all pages were fetched. */
  readonly stopped: AppError | null;
}

interface CatchUpRequest {
  readonly accepted: Cost;
  readonly screen: Screen;
  /** Set if the spending guard has already admitted the catch-up. */
  readonly isApproved?: true;
}

/**
 * Fetches the pages found for the gap (`FoundGap.pages`). `accepted` is the price that the user accepted for
 * all pages together. If the second or a later page fails, the call still succeeds and returns the receipts
 * of the pages before it.
 * @throws AppFailure `not-found` (`gap`) if there is no gap, `price-changed`, `not-confirmed`, or the error
 * of the first page
 */
export async function catchUp(
  parts: CatchUpParts,
  { accepted, screen, isApproved }: CatchUpRequest,
): Promise<CaughtUp> {
  const planParts = planPartsOf(parts);
  const gapAtPrice = (): NonNullable<ReturnType<typeof findGap>> => {
    const found = findGap(planParts);
    if (found === null) throw new AppFailure({ kind: 'not-found', what: 'gap' });
    requireAccepted(gapView(planParts, found).preview, accepted);
    return found;
  };
  gapAtPrice();
  const admission = isApproved === true ? null : await parts.spending.admit(accepted.records);
  // The gap, and with it the price, may have changed while the app waited for the user's confirmation.
  const gap = gapAtPrice();
  noteCatchUpSent(parts.files.ledger, gap.pages[0] ?? null, parts.governor.serverNowMs());
  try {
    const caughtUp = await fetchPages(parts, gap.pages, screen);
    admission?.settle(caughtUp.receipts.reduce((sum, { cost }) => sum + cost.records, 0));
    if (findGap(planParts) === null)
      putPlanFact(parts.files.ledger, LAST_CATCH_UP, parts.governor.serverNowMs());
    return caughtUp;
  } finally {
    parts.publish('plan', 'onChanged', {});
  }
}

/**
 * Fetches the pages one after another and stops at the first error.
 * @throws AppFailure if the first page fails
 */
async function fetchPages(
  parts: CatchUpParts,
  pages: readonly ListQuery[],
  screen: Screen,
): Promise<CaughtUp> {
  let news = 0;
  const receipts: Receipt[] = [];
  try {
    for (const page of pages) {
      const call = callOf(page);
      const accepted = describeCall(call, parts.hints).worst;
      const context = { ...byHand(accepted, screen, 'You, to catch up'), isApproved: true } as const;
      const result = await fetchPlanned(parts, call, context);
      news += result.news ?? 0;
      receipts.push(result.receipt);
    }
  } catch (error) {
    if (receipts.length === 0 || !(error instanceof AppFailure)) throw error;
    return { news, receipts, stopped: error.appError };
  }
  return { news, receipts, stopped: null };
}
