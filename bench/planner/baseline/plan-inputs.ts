import type { Certainty, Cost, Lane } from '../../../shared/model/budget.ts';
import type { PlanKind, PlanSaving, PlanSkip, PlanSkipWhy, PlanWhy } from '../../../shared/model/plan.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';
import type { GovernedCall } from '../../../electron/core/service-api/governed-request.ts';
import type { ReadDb } from '../../../electron/core/database/sql.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Candidate } from './decide-plan.ts';

/** The inputs of a plan; read-only. */
export interface PlanParts {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly governor: Pick<
    Governor,
    'preview' | 'previewAll' | 'worst' | 'prices' | 'serverNowMs' | 'timeTrust' | 'status' | 'room'
  >;
  readonly hints: PriceHints;
  /**
   * Returns whether contacts can be encrypted and stored. If not, the plan proposes no request for contacts.
   */
  readonly canStoreContacts: () => boolean;
  /** Server time of the receiver's last event; null if there is none. */
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
  readonly why: PlanWhy;
  readonly saves: PlanSaving | null;
  /** Deadline of the request, in ms of server time; null if there is none. */
  readonly untilMs: number | null;
  /** Whether the request is made automatically under one of the user's rules. */
  readonly byRule: boolean;
}

export interface Gathered {
  readonly calls: readonly PlanCall[];
  readonly skips: readonly PlanSkip[];
}

/** Everything that `decidePlan` considers. */
export interface Material extends Gathered {
  /** Placeholders for future requests, predicted from recent rounds (`expectedContacts`). */
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

/** Converts a possible request to a skipped request. */
export const skippedCall = (
  { key, kind, companyId, companyName, searchId, searchName }: PlanCall,
  why: PlanSkipWhy,
): PlanSkip => skipOf(key, kind, { companyId, companyName, searchId, searchName }, why);

/** Returns the price that the plan shows for a request. */
export const priceOf = (
  { governor }: Pick<PlanParts, 'governor'>,
  governed: GovernedCall,
): Pick<PlanCall, 'cost' | 'certainty'> => ({
  cost: governor.worst(governed),
  certainty: governed.certainty,
});
