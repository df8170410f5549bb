import type { ModelCall, ModelLimits, QuotaModel } from './service-model.ts';
import { createOracle, type OmittedPart, type Now, type Oracle, type Verdict } from './oracle.ts';

/** Calls that one budget held back, compared with what the service would have granted. */
export interface Held {
  held: number;
  /** Calls that the service would have granted at that moment. */
  granted: number;
  /**
   * Why the granted calls were held back. `rest`: the worst case of the call itself, the minute after a completion, or
   * both sides of a reset.
   */
  by: Record<OmittedPart | 'rest', number>;
}

export interface AuditFigures {
  decisions: number;
  /** Calls that the oracle would have sent earlier, or at all. */
  readonly delayed: string[];
  readonly refused: string[];
  /** Calls that the oracle would not have sent yet. */
  readonly premature: string[];
  readonly held: Record<string, Held>;
}

interface QueuedCall {
  readonly call: ModelCall;
  readonly acceptedCompanies: number;
  readonly sinceMs: number;
  phase: 'queued' | 'under-way' | 'retrying';
  /** When the oracle would have sent it, given what the app knew; monotonic. */
  dueAtMs: number;
  /** The call waits until a reset has certainly passed. */
  isAtReset: boolean;
  isCounted: boolean;
}

/** Compares decisions on interactive calls with the oracle, and the calls held back with the service. */
export interface Audit {
  readonly figures: AuditFigures;
  readonly oracle: Oracle;
  enqueue(canonical: string, call: ModelCall): void;
  ended(canonical: string): void;
  /** The ledger has a row for the call; the oracle has not reserved it yet. */
  sent(canonical: string): void;
  /** The ledger has a row that says the call was refused for lack of quota. */
  refused(canonical: string, detail: string): void;
  /** The call waits for a retry. Its return to the queue is not observable. */
  retrying(canonical: string): void;
  /** Checks for calls that wait without need; called whenever time or state changes. */
  check(): void;
  /** Ignores the calls that became due while the laptop slept or the app was down. */
  clearDeadlines(): void;
  /** Stops comparing, because after a refusal app and oracle know different things. */
  stop(): void;
  clear(): void;
}

/** Timers and server time are whole milliseconds. */
const LATE_MS = 5;
/**
 * A clock that is ahead by up to this much is slowed down instead of set back, while its error shrinks. A call that waits
 * at a reset is not rescheduled for that.
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
      // The waiting time of a retry is not observable.
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
          // No call overtakes one that must run alone.
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
