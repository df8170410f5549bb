import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Budget, Cost, Preview } from '../../../shared/model/budget.ts';
import type { CallContext, GovernedCall } from '../api/exchange.ts';
import { readAccount } from '../db/queries/ledger-facts.ts';
import { newestNotFound, notFoundAt } from '../db/queries/ledger-not-found.ts';
import type { Clock } from '../ports.ts';
import type { Attempt } from './call-queue.ts';
import type { Circuit } from './circuit.ts';
import { FREE, isDearer } from './costs.ts';
import type { Grant } from './exchange-run.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { PlantedDefect } from './planted-defect.ts';
import type { LearnedCall } from './learned.ts';
import { decide, price } from './quota-policy.ts';
import { plus } from '../../../shared/cost.ts';

export interface AdmissionParts extends QuotaParts {
  readonly clock: Clock;
  readonly plantedDefect: PlantedDefect | undefined;
  readonly circuit: Circuit;
  isHalted(): boolean;
  publishChanged(): void;
}

/** Prices calls and lets them go: whoever is granted holds a committed reservation. */
export interface Admission {
  /** The price of calls that are made one after the other. */
  preview(calls: readonly LearnedCall[]): Preview;
  /** The price of each call, made by itself. */
  previewEach(calls: readonly LearnedCall[]): readonly Preview[];
  attempt(call: LearnedCall, context: CallContext, waitedMs: number): Attempt<Grant>;
  /** Reserves without asking; only for the planted defect. */
  reserve(call: GovernedCall, context: CallContext, worst: Cost): number;
  /** What it would take now. */
  worst(call: GovernedCall): Cost;
  /** The same of any number of calls at this moment, for which the ledger is read once. */
  prices(): (call: GovernedCall) => Cost;
  now(): Moment;
}

/** Someone looks at the screen: longer than the rolling minute is a refusal, ms. */
const INTERACTIVE_WAIT_MAX_MS = 65_000;
/** No call is worked on for longer than this, ms. */
const CALL_MAX_MS = 60_000;

export function createAdmission(parts: AdmissionParts): Admission {
  const { ledger, minute, serverClock, clock } = parts;
  const now = (): Moment => ({
    atMs: serverClock.nowMs(),
    errorMs: serverClock.errorMs(),
    wallMs: clock.nowMs(),
  });
  const reserve = (call: GovernedCall, context: CallContext, worst: Cost): number => {
    const id = ledger.reserve(call, context, worst, now());
    minute.hold(id, context.lane !== 'interactive');
    return id;
  };
  const attempt = (call: LearnedCall, context: CallContext, waitedMs: number): Attempt<Grant> => {
    const verdict = judge(parts, call, context, waitedMs);
    if (verdict.kind === 'wait') return verdict;
    if (verdict.kind === 'refuse') {
      const { budget, error } = verdict;
      const allowance = error.kind === 'quota-exhausted' ? (error.allowance ?? null) : null;
      ledger.refuse(call, context, { budget, allowance, detail: error.kind }, now());
      parts.publishChanged();
      return { kind: 'refused', error: new AppFailure(error) };
    }
    const id = parts.plantedDefect === 'reserve-after-send' ? 0 : reserve(call, context, verdict.worst);
    parts.circuit.letGo();
    parts.publishChanged();
    return { kind: 'granted', grant: { id, reserved: verdict.worst } };
  };
  return {
    preview: (calls) => priceOf(parts, calls),
    previewEach: (calls) => pricesOf(parts, calls),
    attempt,
    reserve,
    worst: (call) => worstNow(parts, call),
    prices: () => pricesNow(parts),
    now,
  };
}

function priceOf(parts: AdmissionParts, calls: readonly LearnedCall[]): Preview {
  const [first, ...others] = calls;
  if (first === undefined) throw new Error('nothing to price');
  const worst = calls.map((call) => worstNow(parts, call)).reduce(plus, FREE);
  // A line is learned where every call's part of it is.
  const learnedAtMs = new Map(
    [...first.learnedAtMs].filter(([budget]) => others.every((call) => call.learnedAtMs.has(budget))),
  );
  const certainty = others.length === 0 ? first.certainty : 'up-to';
  const rowsAsked = others.length === 0 ? first.rowsAsked : null;
  return price(gatherState(parts), { worst, certainty, rowsAsked, learnedAtMs }, parts.serverClock.nowMs());
}

/** What the budgets are is read once for all of them: nothing is reserved in between. */
function pricesOf(parts: AdmissionParts, calls: readonly LearnedCall[]): readonly Preview[] {
  const state = gatherState(parts);
  const nowMs = parts.serverClock.nowMs();
  return calls.map((call) => price(state, { ...call, worst: worstNow(parts, call) }, nowMs));
}

type Verdict =
  | { readonly kind: 'go'; readonly worst: Cost }
  | { readonly kind: 'wait'; readonly forMs: number }
  | { readonly kind: 'refuse'; readonly budget: Budget | null; readonly error: AppError };

function judge(parts: AdmissionParts, call: LearnedCall, context: CallContext, waitedMs: number): Verdict {
  if (parts.isHalted())
    return { kind: 'refuse', budget: null, error: { kind: 'unauthorized', reason: 'key-refused' } };
  const restsForMs = parts.circuit.restsForMs();
  if (restsForMs > 0) {
    const retryAtMs = Math.ceil(parts.serverClock.nowMs() + restsForMs);
    return { kind: 'refuse', budget: null, error: { kind: 'network', reason: 'resting', retryAtMs } };
  }
  const probeAtMs = nextProbeAtMs(parts, call);
  if (probeAtMs !== null)
    return {
      kind: 'refuse',
      budget: null,
      error: { kind: 'rate-limited', retryAtMs: probeAtMs, askedAgain: true },
    };
  const worst = worstNow(parts, call);
  const state = gatherState(parts);
  const nowMs = parts.serverClock.nowMs();
  if (isDearer(worst, context.accepted)) {
    const preview = price(state, { ...call, worst }, nowMs);
    return { kind: 'refuse', budget: null, error: { kind: 'conflict', reason: 'price-changed', preview } };
  }
  const decision = decide(state, { worst, rowsAsked: call.rowsAsked, lane: context.lane }, nowMs);
  if (decision.kind === 'go') return { kind: 'go', worst };
  if (decision.kind === 'refuse') {
    const { budget, allowance, resetsAtMs, alternatives } = decision;
    const own = allowance === null ? {} : { allowance };
    const error = { kind: 'quota-exhausted', budget, resetsAtMs, alternatives, ...own } as const;
    return { kind: 'refuse', budget, error };
  }
  const forMs = decision.untilMs - nowMs;
  return context.lane === 'interactive' && waitedMs + forMs > INTERACTIVE_WAIT_MAX_MS
    ? { kind: 'refuse', budget: 'minute', error: { kind: 'rate-limited', retryAtMs: decision.untilMs } }
    : { kind: 'wait', forMs };
}

/** Calls in an hour that may ask again for what the service said it does not have [register no. 39]. */
export const FREE_PROBES_AN_HOUR = 10;
const HOUR_MS = 3_600_000;
/** For this long a 404 stands for what the service would say again, ms. */
const PROBE_MEMORY_MS = 30 * 24 * HOUR_MS;

/**
 * A 404 costs nothing, so nothing else keeps the app from asking again and again. Server time at which a call that was
 * answered 404 before may be repeated; null: now.
 */
function nextProbeAtMs({ db, serverClock }: QuotaParts, { canonical }: GovernedCall): number | null {
  const nowMs = serverClock.nowMs();
  const { epoch } = readAccount(db);
  const before = newestNotFound(db, { epoch, call: canonical, sinceMs: nowMs - PROBE_MEMORY_MS });
  if (before === null) return null;
  const oldestOfTen = notFoundAt(db, { epoch, sinceMs: nowMs - HOUR_MS, place: FREE_PROBES_AN_HOUR });
  return oldestOfTen === null ? null : oldestOfTen + HOUR_MS;
}

/** The worst case as of now: a company already seen today is free of the daily hundred [§4.3, R-8-5]. */
function worstNow(parts: QuotaParts, { worst, companyId }: GovernedCall): Cost {
  if (companyId === null || worst.companies === 0) return worst;
  return parts.ledger.companySeenIn(companyId, mayCountIn(parts)) ? { ...worst, companies: 0 } : worst;
}

function pricesNow(parts: QuotaParts): (call: GovernedCall) => Cost {
  const seen = parts.ledger.companiesSeenIn(mayCountIn(parts));
  return ({ worst, companyId }) =>
    companyId !== null && seen.has(companyId) ? { ...worst, companies: 0 } : worst;
}

/**
 * Every day in which the service may count a call of now must know the company: shortly before midnight also the next, and
 * while its time is only a guess the days around as well.
 */
function mayCountIn({ serverClock }: QuotaParts): { fromMs: number; toMs: number } {
  const nowMs = serverClock.nowMs();
  const errorMs = serverClock.errorMs();
  return { fromMs: nowMs - errorMs, toMs: nowMs + errorMs + CALL_MAX_MS };
}
