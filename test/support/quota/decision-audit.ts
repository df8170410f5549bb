import type { ModelCall, ModelLimits, QuotaModel } from './service-model.ts';
import { createOracle, type OmittedPart, type Now, type Oracle, type Verdict } from './oracle.ts';

/**
 * The calls that were delayed or refused because of one budget, and how many of them the service would have
 * granted.
 */
export interface Held {
  held: number;
  /** Number of calls that the app held back although the service would have granted them at that moment. */
  granted: number;
  /**
   * The number of calls in `granted` for each cause. To find a call's cause, the oracle repeats its
   * calculation several times, each time leaving out one part. The cause is the first part without which the
   * oracle would send the call, or `rest` if there is no such part.
   */
  by: Record<OmittedPart | 'rest', number>;
}

export interface AuditFigures {
  decisions: number;
  /** Calls that the app sent later than the oracle allowed. */
  readonly delayed: string[];
  readonly refused: string[];
  /** Calls that the app sent although the oracle would have waited or refused. */
  readonly premature: string[];
  readonly held: Record<string, Held>;
}

interface QueuedCall {
  readonly call: ModelCall;
  readonly acceptedCompanies: number;
  readonly sinceMs: number;
  phase: 'queued' | 'under-way' | 'retrying';
  /** The monotonic time at which the oracle would send the call. */
  dueAtMs: number;
  /** Whether the call cannot be sent before a daily or monthly budget resets. */
  isAtReset: boolean;
  isCounted: boolean;
}

/** Compares the app's decisions on interactive calls with the decisions of the oracle and the service. */
export interface Audit {
  readonly figures: AuditFigures;
  readonly oracle: Oracle;
  enqueue(canonical: string, call: ModelCall): void;
  ended(canonical: string): void;
  /** Must be called after the ledger has reserved the call and before the oracle reserves it. */
  sent(canonical: string): void;
  /** Called when the ledger records that the call was refused. `detail` is the reason. */
  refused(canonical: string, detail: string): void;
  /** Called when the call starts to wait for a retry. The audit is not notified when this wait ends. */
  retrying(canonical: string): void;
  /** Finds calls that wait too long. Must be called whenever time or state changes. */
  check(): void;
  /**
   * Clears the due times of all calls. Must be called after the laptop has slept or the app has been down.
   */
  clearDeadlines(): void;
  /**
   * Stops the comparison permanently. After a 429, the app has more information about the budgets than the
   * oracle has.
   */
  stop(): void;
  clear(): void;
}

/** Tolerance for late requests. It is needed because timers and server time are rounded to milliseconds. */
const LATE_MS = 5;
/**
 * If the app's clock is ahead by at most 2 s, the app slows it down instead of setting it back. A call that
 * waits for a reset may therefore be sent up to 2 s later than the oracle expects.
 */
const SLOW_MS = 2_000;
const OMITTED_PARTS: readonly OmittedPart[] = ['reservations', 'unknown', 'guard'];
const QUOTA = new Set(['quota-exhausted', 'rate-limited', 'price-changed']);

export function createAudit(
  limits: ModelLimits,
  model: QuotaModel,
  now: () => Now,
  trueMs: () => number,
): Audit {
  const oracle = createOracle(limits);
  const figures: AuditFigures = { decisions: 0, delayed: [], refused: [], premature: [], held: {} };
  const queuedCalls = new Map<string, QueuedCall>();
  let isStopped = false;

  const verdictOn = (each: QueuedCall, without?: OmittedPart): Verdict =>
    oracle.decide(
      {
        call: each.call,
        acceptedCompanies: each.acceptedCompanies,
        waitedMs: each.phase === 'queued' ? now().monoMs - each.sinceMs : 0,
      },
      now(),
      without,
    );
  const countHeld = (each: QueuedCall, verdict: Verdict): void => {
    if (each.isCounted || verdict.kind === 'go' || verdict.budget === 'price') return;
    each.isCounted = true;
    const held = (figures.held[verdict.budget] ??= {
      held: 0,
      granted: 0,
      by: { reservations: 0, unknown: 0, guard: 0, rest: 0 },
    });
    held.held += 1;
    if (model.refusalOf(each.call, trueMs()) !== null) return;
    held.granted += 1;
    held.by[OMITTED_PARTS.find((part) => verdictOn(each, part).kind === 'go') ?? 'rest'] += 1;
  };
  const describe = (canonical: string, verdict: Verdict): string =>
    `${new Date(trueMs()).toISOString()} at ${now().monoMs} ${canonical} ${JSON.stringify(verdict)}`;

  return {
    figures,
    oracle,
    enqueue: (canonical, call) => {
      if (queuedCalls.has(canonical)) return;
      queuedCalls.set(canonical, {
        call,
        acceptedCompanies: oracle.companiesOf(call, now()),
        sinceMs: now().monoMs,
        phase: 'queued',
        dueAtMs: Infinity,
        isAtReset: false,
        isCounted: false,
      });
    },
    ended: (canonical) => void queuedCalls.delete(canonical),
    sent: (canonical) => {
      const each = queuedCalls.get(canonical);
      if (each === undefined || isStopped) return;
      figures.decisions += 1;
      const { monoMs } = now();
      if (each.phase === 'queued' && monoMs > each.dueAtMs + LATE_MS)
        figures.delayed.push(
          describe(canonical, { kind: 'wait', atMonoMs: each.dueAtMs - monoMs, budget: 'minute' }),
        );
      const verdict = verdictOn(each);
      const isNow =
        verdict.kind === 'go' || (verdict.kind === 'wait' && verdict.atMonoMs - monoMs <= LATE_MS);
      if (!isNow || !oracle.hasRoom(each.call.kind === 'stats'))
        figures.premature.push(describe(canonical, verdict));
      each.phase = 'under-way';
      each.dueAtMs = Infinity;
    },
    refused: (canonical, detail) => {
      const each = queuedCalls.get(canonical);
      if (each === undefined || isStopped || !QUOTA.has(detail)) return;
      figures.decisions += 1;
      const verdict = verdictOn(each);
      // The app may refuse a retry whose call has already waited too long. The audit does not observe how
      // long a call has waited, so it accepts each such refusal.
      const isOwnWait = each.phase === 'retrying' && detail === 'rate-limited';
      if (verdict.kind !== 'refuse' && !isOwnWait)
        figures.refused.push(`${detail} ${describe(canonical, verdict)}`);
      else countHeld(each, verdict);
    },
    retrying: (canonical) => {
      const each = queuedCalls.get(canonical);
      if (each !== undefined) each.phase = 'retrying';
    },
    check: () => {
      if (isStopped) return;
      const { monoMs } = now();
      for (const [canonical, each] of queuedCalls) {
        const isAlone = each.call.kind === 'stats';
        if (isAlone && each.phase === 'retrying') return;
        if (each.phase !== 'queued') continue;
        if (monoMs > each.dueAtMs + LATE_MS) {
          figures.delayed.push(
            describe(canonical, { kind: 'wait', atMonoMs: each.dueAtMs - monoMs, budget: 'minute' }),
          );
          each.phase = 'retrying';
          continue;
        }
        const { dueAtMs, isAtReset } = each;
        each.dueAtMs = Infinity;
        if (!oracle.hasRoom(isAlone)) {
          // A `/stats` call must run alone. While it waits for other calls to end, all calls behind it in the
          // queue wait too.
          if (isAlone) return;
          continue;
        }
        const verdict = verdictOn(each);
        const isSooner = isAtReset && dueAtMs - monoMs <= SLOW_MS;
        if (verdict.kind === 'go') each.dueAtMs = isSooner ? Math.max(dueAtMs, monoMs) : monoMs;
        else if (verdict.kind === 'wait') each.dueAtMs = verdict.atMonoMs;
        each.isAtReset = verdict.kind === 'wait' && verdict.budget !== 'minute';
        countHeld(each, verdict);
      }
    },
    clearDeadlines: () => {
      for (const each of queuedCalls.values()) each.dueAtMs = Infinity;
    },
    stop: () => {
      isStopped = true;
    },
    clear: () => queuedCalls.clear(),
  };
}

export type { Now };
