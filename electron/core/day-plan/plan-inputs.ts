import type { Certainty, Cost, Lane } from '../../../shared/model/budget.ts';
import type { PlanKind, PlanSaving, PlanSkip, PlanSkipWhy, PlanWhy } from '../../../shared/model/plan.ts';
import type { CountMatches, StoredMatches } from '../contacts/match-counts.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import type { GovernedCall } from '../service-api/governed-request.ts';
import type { PanelWaits } from '../database/queries/cache/panels/panel-waits.ts';
import type { ReadDb } from '../database/sql.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { dayOfTime } from '../search-coverage/calendar-days.ts';
import { DAYS_AHEAD } from './available-budget.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Candidate } from './decide-plan.ts';

export interface PlanParts {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly governor: Pick<
    Governor,
    | 'preview'
    | 'previewAll'
    | 'worst'
    | 'prices'
    | 'serverNowMs'
    | 'timeTrust'
    | 'status'
    | 'room'
    | 'monthOutlook'
    | 'usualUse'
  >;
  readonly hints: PriceHints;
  /**
   * For panels that returned a 404, the times at which they may be requested again. Set only while a plan is
   * being made, because the times are read for all companies of the plan at once.
   */
  readonly panelWaits?: PanelWaits;
  /**
   * Returns whether contacts can be encrypted and stored. If not, the plan proposes no request for contacts.
   */
  readonly canStoreContacts: () => boolean;
  readonly countMatches: CountMatches;
  /** Returns the server time of the newest event that the receiver received; null if there is none. */
  readonly lastReceivedAtMs: () => number | null;
}

/** A possible request and how the plan displays it. */
export interface PlanCall {
  readonly key: string;
  readonly kind: PlanKind;
  readonly lane: Lane;
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly searchId: string | null;
  readonly searchName: string | null;
  readonly priced: PlannedCall;
  readonly governed: GovernedCall;
  readonly cost: Cost;
  readonly certainty: Certainty;
  /** Number of records that the request will probably cost; null if unknown. */
  readonly expected: number | null;
  readonly value: number;
  /** How many of the company's contacts match; null if unknown or if no buyer roles are set. */
  readonly matches: StoredMatches | null;
  readonly why: PlanWhy;
  readonly saves: PlanSaving | null;
  /** Deadline of the request, in ms of server time; null if there is none. */
  readonly untilMs: number | null;
  /** Whether one of the user's rules makes the request automatically. */
  readonly byRule: boolean;
}

export interface Gathered {
  readonly calls: readonly PlanCall[];
  readonly skips: readonly PlanSkip[];
}

export interface Material extends Gathered {
  /**
   * Requests that are expected on later days, predicted from recent rounds (`expectedContacts`). The plan
   * reserves records for them.
   */
  readonly expected: readonly Candidate[];
}

type About = Pick<PlanSkip, 'companyId' | 'companyName' | 'searchId' | 'searchName'>;
export const aboutCompany = (
  companyId: string,
  companyName: string | null,
): About & { readonly companyId: string } => ({
  companyId,
  companyName,
  searchId: null,
  searchName: null,
});

export const skipOf = (key: string, kind: PlanKind, about: About, why: PlanSkipWhy): PlanSkip => ({
  key,
  kind,
  ...about,
  why,
});

/** Converts a request that the plan skips to the entry that the screen shows for it. */
export const skippedCall = (
  { key, kind, companyId, companyName, searchId, searchName }: PlanCall,
  why: PlanSkipWhy,
): PlanSkip => skipOf(key, kind, { companyId, companyName, searchId, searchName }, why);

/**
 * Returns the last day on which a request is useful; 0 is today. `untilMs` is the request's deadline, in ms
 * of server time.
 */
export const lastDayFor = (untilMs: number | null, nowMs: number): number =>
  untilMs === null ? DAYS_AHEAD - 1 : Math.max(0, dayOfTime(untilMs) - dayOfTime(nowMs));

export const priceOf = (
  { governor }: Pick<PlanParts, 'governor'>,
  governed: GovernedCall,
): Pick<PlanCall, 'cost' | 'certainty'> => ({
  cost: governor.worst(governed),
  certainty: governed.certainty,
});
