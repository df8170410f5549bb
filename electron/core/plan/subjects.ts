import type { Certainty, Cost, Lane } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { PlanKind, PlanSaving, PlanSkip, PlanSkipWhy, PlanWhy } from '../../../shared/model/plan.ts';
import type { PriceHints } from '../api/client-port.ts';
import type { GovernedCall } from '../api/exchange.ts';
import type { ReadDb } from '../db/sql.ts';
import type { Governor } from '../quota/governor-port.ts';
import type { Candidate } from './decide.ts';

/** What a plan is made from; nothing of it is written. */
export interface PlanParts {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly governor: Pick<
    Governor,
    'preview' | 'previewAll' | 'worst' | 'prices' | 'serverNowMs' | 'status' | 'room'
  >;
  readonly hints: PriceHints;
  /** Whether contacts could be kept now: what cannot be sealed is not paid for. */
  readonly keepsPeople: () => boolean;
  /** When the receiver last heard an event, server time; null: never, or there is none. */
  readonly heardAtMs: () => number | null;
}

/** The calls that a plan makes. */
export type PlannedCall = Extract<
  PricedCall,
  { readonly endpoint: 'contacts' | 'company' | 'fundings' | 'companies' }
>;
export const isPlanned = (call: PricedCall): call is PlannedCall =>
  ['contacts', 'company', 'fundings', 'companies'].includes(call.endpoint);

/** A call that might be made, and what the plan tells of it. */
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
  readonly value: number;
  readonly why: PlanWhy;
  readonly saves: PlanSaving | null;
  /** The last moment at which it is in time, server time; null: any. */
  readonly untilMs: number | null;
  /** One of the seller's rules makes it by itself. */
  readonly byRule: boolean;
}

export interface Gathered {
  readonly calls: readonly PlanCall[];
  readonly skips: readonly PlanSkip[];
}

/** Everything that is decided on. */
export interface Material extends Gathered {
  /** Calls like those that the companies of the last days brought: as many are likely to come again. */
  readonly expected: readonly Candidate[];
}

type About = Pick<PlanSkip, 'companyId' | 'companyName' | 'searchId' | 'searchName'>;
export const aboutCompany = (
  companyId: string,
  companyName: string | null,
): About & { readonly companyId: string } => ({
  ...{ companyId, companyName },
  ...{ searchId: null, searchName: null },
});

export const skipOf = (key: string, kind: PlanKind, about: About, why: PlanSkipWhy): PlanSkip => ({
  ...{ key, kind, ...about },
  why,
});

/** The price of a call, as the plan tells it. */
export const priceOf = (
  { governor }: Pick<PlanParts, 'governor'>,
  governed: GovernedCall,
): Pick<PlanCall, 'cost' | 'certainty'> => ({
  cost: governor.worst(governed),
  certainty: governed.certainty,
});
