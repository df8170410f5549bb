import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Budget, Cost, Lane, Preview, Screen } from '../../../shared/model/budget.ts';
import type { CallContext, GovernedCall } from '../service-api/governed-request.ts';
import type { Clock } from '../ports.ts';
import type { Attempt } from './request-queue.ts';
import type { Circuit } from './circuit-breaker.ts';
import { isDearer } from './policy/costs.ts';
import { nextProbeAtMs } from './free-probes.ts';
import type { Grant } from './run-exchange.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { LearnedCall } from './calibration/learned-costs.ts';
import { decide, price } from './policy/quota-policy.ts';
import type { Span } from './policy/windows.ts';
import { FREE, plus, totalCertainty } from '../../../shared/add-costs.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

interface AdmissionParts extends QuotaParts {
  readonly clock: Clock;
  readonly circuit: Circuit;
  isHalted(): boolean;
  publishChanged(): void;
}

/**
 * Prices requests and decides whether they may be sent. A reservation is written to disk before its request
 * is granted.
 */
export interface Admission {
  /** Returns the total price of several requests that the user would send from `screen`. */
  preview(calls: readonly LearnedCall[], screen: Screen): Preview;
  /** Returns the price of each request on its own, as if the others were not sent. */
  previewEach(calls: readonly LearnedCall[], screen: Screen): readonly Preview[];
  attempt(call: LearnedCall, context: CallContext, waitedMs: number): Attempt<Grant>;
  /** Returns the current worst-case cost of a request. */
  worst(call: GovernedCall): Cost;
  /**
   * Returns a function that prices requests like `worst`. Faster for many requests, because the ledger is
   * read only once.
   */
  prices(): (call: GovernedCall) => Cost;
  now(): Moment;
}

/**
 * Longest wait of an interactive request. It is slightly more than the rolling minute. If the request would
 * have to wait longer, it is refused.
 */
const INTERACTIVE_WAIT_MAX_MS = 65_000;
const CALL_MAX_MS = MINUTE_MS;

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
    const verdict = decideAdmission(parts, call, context, waitedMs);
    if (verdict.kind === 'wait') return verdict;
    if (verdict.kind === 'refuse') {
      const { budget, error } = verdict;
      const allowance = error.kind === 'quota-exhausted' ? (error.allowance ?? null) : null;
      ledger.refuse(call, context, { budget, allowance, detail: error.kind }, now());
      parts.publishChanged();
      return { kind: 'refused', error: new AppFailure(error) };
    }
    const id = reserve(call, context, verdict.worst);
    parts.circuit.sent();
    parts.publishChanged();
    return { kind: 'granted', grant: { id, reserved: verdict.worst, lane: context.lane } };
  };
  return {
    preview: (calls, screen) => priceOf(parts, calls, screen),
    previewEach: (calls, screen) => pricesOf(parts, calls, screen),
    attempt,
    worst: (call) => worstNow(parts, call),
    prices: () => pricesNow(parts),
    now,
  };
}

/** Returns whether this is a `/stats` request made by the user. Its response may reopen a closed budget. */
export const isReading = ({ endpoint }: Pick<GovernedCall, 'endpoint'>, lane: Lane): boolean =>
  endpoint === 'stats' && lane === 'interactive';

function priceOf(parts: AdmissionParts, calls: readonly LearnedCall[], screen: Screen): Preview {
  const [first, ...others] = calls;
  if (first === undefined) throw new Error('nothing to price');
  const worstOf = others.length === 0 ? (call: GovernedCall) => worstNow(parts, call) : pricesNow(parts);
  const worst = calls.map(worstOf).reduce(plus, FREE);
  // The total for a budget counts as learned only if the cost of every request was learned.
  const learnedAtMs = new Map(
    [...first.learnedAtMs].filter(([budget]) => others.every((call) => call.learnedAtMs.has(budget))),
  );
  const rowsRequested = others.length === 0 ? first.rowsRequested : null;
  const preview = price(
    gatherState(parts),
    {
      worst,
      certainty: totalCertainty(calls),
      rowsRequested,
      screen,
      isReading: others.length === 0 && isReading(first, 'interactive'),
      learnedAtMs,
    },
    parts.serverClock.nowMs(),
  );
  return others.length === 0 ? withCountedCompany(preview, first) : preview;
}

/** Sets `isCompanyCounted` in the price if the request's company was already counted today. */
const withCountedCompany = (preview: Preview, { worst }: GovernedCall): Preview =>
  preview.cost.companies < worst.companies ? { ...preview, isCompanyCounted: true } : preview;

/**
 * Returns the price of each request. Reads the budgets only once, because nothing is reserved while the
 * prices are computed.
 */
function pricesOf(parts: AdmissionParts, calls: readonly LearnedCall[], screen: Screen): readonly Preview[] {
  const state = gatherState(parts);
  const nowMs = parts.serverClock.nowMs();
  return calls.map((call) => {
    const worst = worstNow(parts, call);
    return withCountedCompany(
      price(state, { ...call, worst, screen, isReading: isReading(call, 'interactive') }, nowMs),
      call,
    );
  });
}

type Verdict =
  | { readonly kind: 'go'; readonly worst: Cost }
  | { readonly kind: 'wait'; readonly forMs: number }
  | { readonly kind: 'refuse'; readonly budget: Budget | null; readonly error: AppError };

function decideAdmission(
  parts: AdmissionParts,
  call: LearnedCall,
  context: CallContext,
  waitedMs: number,
): Verdict {
  if (parts.isHalted() && call.isKeyCheck !== true)
    return { kind: 'refuse', budget: null, error: { kind: 'unauthorized', reason: 'key-refused' } };
  const waitMs = parts.circuit.waitMs();
  if (waitMs > 0) {
    const retryAtMs = Math.ceil(parts.serverClock.nowMs() + waitMs);
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
  const { lane, screen } = context;
  if (isDearer(worst, context.accepted)) {
    const preview = price(state, { ...call, worst, ...(lane === 'interactive' ? { screen } : {}) }, nowMs);
    return { kind: 'refuse', budget: null, error: { kind: 'price-changed', preview } };
  }
  const decision = decide(
    state,
    {
      worst,
      rowsRequested: call.rowsRequested,
      lane,
      screen,
      isReading: isReading(call, lane),
      isKeyCheck: call.isKeyCheck === true,
    },
    nowMs,
  );
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

/**
 * Returns the current worst-case cost. A company that was already fetched today does not count again toward
 * the daily company limit (spec §4.3).
 */
function worstNow(parts: QuotaParts, { worst, companyId }: GovernedCall): Cost {
  if (companyId === null || worst.companies === 0) return worst;
  const isSeen = mayCountIn(parts).every((span) => parts.ledger.companySeenIn(companyId, span));
  return isSeen ? { ...worst, companies: 0 } : worst;
}

function pricesNow(parts: QuotaParts): (call: GovernedCall) => Cost {
  const seen = mayCountIn(parts).map((span) => parts.ledger.companiesSeenIn(span));
  return ({ worst, companyId }) =>
    companyId !== null && seen.every((ids) => ids.has(companyId)) ? { ...worst, companies: 0 } : worst;
}

/**
 * Returns the time spans in which the service may count a request made now. While the server time is
 * uncertain, there is one span for each possible time. A fetched company costs nothing only if it was already
 * fetched in every span.
 */
function mayCountIn({ serverClock }: QuotaParts): Span[] {
  const errorMs = serverClock.errorMs();
  return [serverClock.nowMs(), ...serverClock.otherTimesMs()].map((atMs) => ({
    fromMs: atMs - errorMs,
    toMs: atMs + errorMs + CALL_MAX_MS,
  }));
}
