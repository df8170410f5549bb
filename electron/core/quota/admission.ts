import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Budget, Cost, Preview } from '../../../shared/model/budget.ts';
import type { CallContext, GovernedCall } from '../api/exchange.ts';
import type { Clock } from '../ports.ts';
import type { Attempt } from './call-queue.ts';
import { isDearer } from './costs.ts';
import type { Grant } from './exchange-run.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { PlantedDefect } from './minute-window.ts';
import { decide, price } from './quota-policy.ts';

export interface AdmissionParts extends QuotaParts {
  readonly clock: Clock;
  readonly plantedDefect: PlantedDefect | undefined;
  isHalted(): boolean;
  publishChanged(): void;
}

/** Prices calls and lets them go: whoever is granted holds a committed reservation. */
export interface Admission {
  preview(call: GovernedCall): Preview;
  attempt(call: GovernedCall, context: CallContext, waitedMs: number): Attempt<Grant>;
  /** Reserves without asking; only for the planted defect. */
  reserve(call: GovernedCall, context: CallContext, worst: Cost): number;
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
    minute.hold(id);
    return id;
  };
  const attempt = (call: GovernedCall, context: CallContext, waitedMs: number): Attempt<Grant> => {
    const verdict = judge(parts, call, context, waitedMs);
    if (verdict.kind === 'wait') return verdict;
    if (verdict.kind === 'refuse') {
      ledger.refuse(call, context, verdict.budget, verdict.error.kind, now());
      parts.publishChanged();
      return { kind: 'refused', error: new AppFailure(verdict.error) };
    }
    const id = parts.plantedDefect === 'reserve-after-send' ? 0 : reserve(call, context, verdict.worst);
    parts.publishChanged();
    return { kind: 'granted', grant: { id, reserved: verdict.worst } };
  };
  return {
    preview: (call) =>
      price(gatherState(parts), { ...call, worst: worstNow(parts, call) }, serverClock.nowMs()),
    attempt,
    reserve,
    now,
  };
}

type Verdict =
  | { readonly kind: 'go'; readonly worst: Cost }
  | { readonly kind: 'wait'; readonly forMs: number }
  | { readonly kind: 'refuse'; readonly budget: Budget | null; readonly error: AppError };

function judge(parts: AdmissionParts, call: GovernedCall, context: CallContext, waitedMs: number): Verdict {
  if (parts.isHalted())
    return { kind: 'refuse', budget: null, error: { kind: 'unauthorized', reason: 'key-refused' } };
  const worst = worstNow(parts, call);
  const state = gatherState(parts);
  const nowMs = parts.serverClock.nowMs();
  if (isDearer(worst, context.accepted)) {
    const preview = price(state, { ...call, worst }, nowMs);
    return { kind: 'refuse', budget: null, error: { kind: 'conflict', reason: 'price-changed', preview } };
  }
  const decision = decide(state, worst, call.rowsAsked, nowMs);
  if (decision.kind === 'go') return { kind: 'go', worst };
  if (decision.kind === 'refuse') {
    const { budget, resetsAtMs, alternatives } = decision;
    return { kind: 'refuse', budget, error: { kind: 'quota-exhausted', budget, resetsAtMs, alternatives } };
  }
  const forMs = decision.untilMs - nowMs;
  return context.lane === 'interactive' && waitedMs + forMs > INTERACTIVE_WAIT_MAX_MS
    ? { kind: 'refuse', budget: 'minute', error: { kind: 'rate-limited', retryAtMs: decision.untilMs } }
    : { kind: 'wait', forMs };
}

/** The worst case as of now: a company already seen today is free of the daily hundred [§4.3, R-8-5]. */
function worstNow({ ledger, serverClock }: QuotaParts, { worst, companyId }: GovernedCall): Cost {
  if (companyId === null || worst.companies === 0) return worst;
  const nowMs = serverClock.nowMs();
  const errorMs = serverClock.errorMs();
  // Every day in which the service may count the call must know the company: shortly before midnight also the next, and
  // while its time is only a guess the days around as well.
  const isKnown = ledger.companySeenIn(companyId, {
    fromMs: nowMs - errorMs,
    toMs: nowMs + errorMs + CALL_MAX_MS,
  });
  return isKnown ? { ...worst, companies: 0 } : worst;
}
