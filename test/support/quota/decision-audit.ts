import type { ModelCall, ModelLimits, QuotaModel } from './service-model.ts';
import { createOracle, type LeftOut, type Now, type Oracle, type Verdict } from './oracle.ts';

/** What a call that was held back would have got from the service itself, by the budget that held it. */
export interface Held {
  held: number;
  /** The service would have granted it at that moment. */
  granted: number;
  /** Of those: what held it back. `rest`: the worst case of the call itself, the minute after a completion, both sides of a reset. */
  by: Record<LeftOut | 'rest', number>;
}

export interface AuditFigures {
  decisions: number;
  /** The oracle would have sent these: delayed, or refused. */
  readonly delayed: string[];
  readonly refused: string[];
  /** The oracle would not have sent these. */
  readonly daring: string[];
  readonly held: Record<string, Held>;
}

interface Asking {
  readonly call: ModelCall;
  readonly acceptedCompanies: number;
  readonly sinceMs: number;
  phase: 'queued' | 'under-way' | 'retrying';
  /** Monotonic: when the oracle would have let it go, as far as was known. */
  goAtMs: number;
  /** It waits for a reset to be over for certain. */
  isAtReset: boolean;
  isTallied: boolean;
}

/** Compares every decision on an interactive call with the oracle's, and what is held back with the service itself. */
export interface Audit {
  readonly figures: AuditFigures;
  readonly oracle: Oracle;
  asked(canonical: string, call: ModelCall): void;
  ended(canonical: string): void;
  /** A row says that it goes; before it is in the oracle's list. */
  goes(canonical: string): void;
  /** A row says that it was refused for want of quota. */
  refuses(canonical: string, detail: string): void;
  /** Waits for another attempt: when it is back in the queue cannot be seen from outside. */
  retries(canonical: string): void;
  /** Time went on, or something happened: did anyone wait for nothing? */
  look(): void;
  /** The laptop slept, or the app died: what was due meanwhile is not held against it. */
  forgive(): void;
  /** From here on the two know different things (the service refused): nothing more is compared. */
  stop(): void;
  clear(): void;
}

/** Timers and server time are whole milliseconds. */
const LATE_MS = 5;
/**
 * A clock that was ahead by up to this much goes slower until it is right, and is surer of itself every moment. A call that
 * waits at a reset need not be looked at again for that.
 */
const SLOW_MS = 2_000;
const LEFT_OUT: readonly LeftOut[] = ['reservations', 'unknown', 'guard'];
const QUOTA = new Set(['quota-exhausted', 'rate-limited', 'conflict']);

export function createAudit(
  limits: ModelLimits,
  model: QuotaModel,
  now: () => Now,
  trueMs: () => number,
): Audit {
  const oracle = createOracle(limits);
  const figures: AuditFigures = { decisions: 0, delayed: [], refused: [], daring: [], held: {} };
  const asking = new Map<string, Asking>();
  let isOver = false;

  const verdictOn = (each: Asking, without?: LeftOut): Verdict =>
    oracle.decide(
      {
        call: each.call,
        acceptedCompanies: each.acceptedCompanies,
        waitedMs: each.phase === 'queued' ? now().monoMs - each.sinceMs : 0,
      },
      now(),
      without,
    );
  const tally = (each: Asking, verdict: Verdict): void => {
    if (each.isTallied || verdict.kind === 'go' || verdict.budget === 'price') return;
    each.isTallied = true;
    const held = (figures.held[verdict.budget] ??= {
      held: 0,
      granted: 0,
      by: { reservations: 0, unknown: 0, guard: 0, rest: 0 },
    });
    held.held += 1;
    if (model.refusalOf(each.call, trueMs()) !== null) return;
    held.granted += 1;
    held.by[LEFT_OUT.find((part) => verdictOn(each, part).kind === 'go') ?? 'rest'] += 1;
  };
  const told = (canonical: string, verdict: Verdict): string =>
    `${new Date(trueMs()).toISOString()} at ${now().monoMs} ${canonical} ${JSON.stringify(verdict)}`;

  return {
    figures,
    oracle,
    asked: (canonical, call) => {
      if (asking.has(canonical)) return;
      asking.set(canonical, {
        call,
        acceptedCompanies: oracle.companiesOf(call, now()),
        sinceMs: now().monoMs,
        phase: 'queued',
        goAtMs: Infinity,
        isAtReset: false,
        isTallied: false,
      });
    },
    ended: (canonical) => void asking.delete(canonical),
    goes: (canonical) => {
      const each = asking.get(canonical);
      if (each === undefined || isOver) return;
      figures.decisions += 1;
      const { monoMs } = now();
      if (each.phase === 'queued' && monoMs > each.goAtMs + LATE_MS)
        figures.delayed.push(
          told(canonical, { kind: 'wait', atMonoMs: each.goAtMs - monoMs, budget: 'minute' }),
        );
      const verdict = verdictOn(each);
      const isNow =
        verdict.kind === 'go' || (verdict.kind === 'wait' && verdict.atMonoMs - monoMs <= LATE_MS);
      if (!isNow || !oracle.hasRoom(each.call.kind === 'stats'))
        figures.daring.push(told(canonical, verdict));
      each.phase = 'under-way';
      each.goAtMs = Infinity;
    },
    refuses: (canonical, detail) => {
      const each = asking.get(canonical);
      if (each === undefined || isOver || !QUOTA.has(detail)) return;
      figures.decisions += 1;
      const verdict = verdictOn(each);
      // How long a retry has waited is not known here.
      const isOwnWait = each.phase === 'retrying' && detail === 'rate-limited';
      if (verdict.kind !== 'refuse' && !isOwnWait)
        figures.refused.push(`${detail} ${told(canonical, verdict)}`);
      else tally(each, verdict);
    },
    retries: (canonical) => {
      const each = asking.get(canonical);
      if (each !== undefined) each.phase = 'retrying';
    },
    look: () => {
      if (isOver) return;
      const { monoMs } = now();
      for (const [canonical, each] of asking) {
        const isAlone = each.call.kind === 'stats';
        if (isAlone && each.phase === 'retrying') return;
        if (each.phase !== 'queued') continue;
        if (monoMs > each.goAtMs + LATE_MS) {
          figures.delayed.push(
            told(canonical, { kind: 'wait', atMonoMs: each.goAtMs - monoMs, budget: 'minute' }),
          );
          each.phase = 'retrying';
          continue;
        }
        const { goAtMs, isAtReset } = each;
        each.goAtMs = Infinity;
        if (!oracle.hasRoom(isAlone)) {
          // Nobody overtakes a call that must be alone.
          if (isAlone) return;
          continue;
        }
        const verdict = verdictOn(each);
        const isSooner = isAtReset && goAtMs - monoMs <= SLOW_MS;
        if (verdict.kind === 'go') each.goAtMs = isSooner ? Math.max(goAtMs, monoMs) : monoMs;
        else if (verdict.kind === 'wait') each.goAtMs = verdict.atMonoMs;
        each.isAtReset = verdict.kind === 'wait' && verdict.budget !== 'minute';
        tally(each, verdict);
      }
    },
    forgive: () => {
      for (const each of asking.values()) each.goAtMs = Infinity;
    },
    stop: () => {
      isOver = true;
    },
    clear: () => asking.clear(),
  };
}

export type { Now };
