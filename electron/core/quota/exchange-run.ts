import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { Answered, CallSteps, Fetched } from '../api/exchange.ts';
import { keepClockPair } from '../db/queries/ledger-facts.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { TransportFailure, type Clock, type Logger } from '../ports.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Outcome } from './ledger.ts';
import { UNKNOWN_TAIL_MS } from './lost-calls.ts';
import { limitsInHeaders } from './limits.ts';
import { heldIn } from './minute-window.ts';
import type { Circuit } from './circuit.ts';
import type { LearnedCall } from './learned.ts';
import { leftOf } from './budget-state.ts';
import { bindingFor } from './quota-policy.ts';
import { takeRefusal } from './refusal.ts';
import { retryAfterMs } from './retry-after.ts';
import { PassingFailure } from './retry.ts';
import { serverDateOf } from './server-clock.ts';

export interface ExchangeParts extends QuotaParts {
  readonly db: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly circuit: Circuit;
  /** The key was refused: nothing more is sent until it is replaced. */
  halt(): void;
  /** Grows with every replaced key: what was asked under another key says nothing of this one. */
  keyTurn(): number;
  /** The governor was disposed of: its files may be closed. */
  isOver(): boolean;
  /** The service's time became known, or better known. */
  onServerTime(): void;
  /** A `/stats` call was charged: the ledger as it stands belongs to its reading; the minute, as it stood when it was sent. */
  onStats(serverNowMs: number, own: Cost, inMinute: number): void;
}

/** A call that may be sent: its reservation, ledger row `id`, is on disk. */
export interface Grant {
  id: number;
  readonly reserved: Cost;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Sends a reserved call, stores what came and settles the ledger, in this order. */
export async function runExchange<T>(
  parts: ExchangeParts,
  grant: Grant,
  call: LearnedCall,
  steps: CallSteps<T>,
  signal: AbortSignal,
): Promise<Fetched<T>> {
  const { reserved } = grant;
  const sentMs = parts.clock.monotonicMs();
  const inMinute = heldIn(parts.minute);
  const keyTurn = parts.keyTurn();
  const isKeyCurrent = (): boolean => parts.keyTurn() === keyTurn;
  const settle = settleOf(parts, grant, sentMs);
  const answered = await sendOrSettle(parts, steps, signal, settle, {
    worst: chargedAtWorst(call, reserved),
    sentMs,
    isKeyCurrent,
  });
  countForCircuit(parts, answered.status);
  if (parts.isOver()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
  if (isKeyCurrent()) hear(parts, answered, sentMs);
  const { status, value } = answered;
  if (!isSuccess(status)) {
    const refused = releaseRefused(parts, settle, answered, { sentMs, isKeyCurrent, detail: null });
    if (!isKeyCurrent()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    if (refused !== null) throw refused;
    return failByStatus(parts, answered, steps);
  }
  if (value === null) {
    settle({ state: 'spent', cost: chargedAtWorst(call, reserved), status, detail: 'not JSON' });
    throw new AppFailure({ kind: 'network', reason: 'not-json', counted: true });
  }
  const serverNowMs = parts.serverClock.stampMs();
  const charge = {
    state: 'spent',
    cost: chargedFor(call, reserved, answered.rows),
    status,
    detail: null,
  } as const;
  const cost = storeThenSettle(() => steps.store(value, serverNowMs), charge, settle);
  if (call.endpoint === 'stats' && isKeyCurrent()) parts.onStats(serverNowMs, cost, inMinute);
  return { value, serverNowMs, receipt: receiptOf(parts, grant.id, reserved, cost) };
}

/** These say that the service, or what stands before it, could not work on the call just now. */
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

/** The client words the failure; here it is told whether the same call may be tried again. */
function failByStatus<T>(
  { serverClock }: Pick<ExchangeParts, 'serverClock'>,
  answered: Answered<T>,
  steps: CallSteps<T>,
): never {
  try {
    return steps.fail(answered);
  } catch (error) {
    if (!(error instanceof AppFailure) || !PASSING.has(answered.status)) throw error;
    const askedMs = retryAfterMs(answered.headers, serverClock.nowMs());
    throw new PassingFailure(error.appError, Math.max(0, askedMs ?? 0));
  }
}

/** Charged, whether or not it could be kept. */
function storeThenSettle(store: () => void, charge: Parameters<Settle>[0], settle: Settle): Cost {
  try {
    store();
  } catch (error) {
    settle({ ...charge, detail: 'not stored' });
    throw error;
  }
  return settle(charge);
}

function receiptOf(
  parts: ExchangeParts,
  ledgerId: number,
  reserved: Cost,
  cost: Cost,
): Fetched<never>['receipt'] {
  const binding = bindingFor(gatherState(parts), cost, { kind: 'go' });
  return {
    ledgerId,
    atMs: parts.serverClock.nowMs(),
    reserved,
    cost,
    outcome: 'spent',
    binding: { budget: binding.budget, left: leftOf(binding), resetsAtMs: binding.resetsAtMs },
  };
}

/** The company is charged again where midnight made it new since the price was told: the ledger finds out. */
const chargedAtWorst = (call: LearnedCall, reserved: Cost): Cost => ({
  ...reserved,
  requests: call.chargedRequests ?? reserved.requests,
  companies: call.worst.companies,
});

/** Rows as received. What is below a company costs at least one record, also when it is empty [register no. 26]. */
function chargedFor(call: LearnedCall, reserved: Cost, rows: number): Cost {
  const isList = call.endpoint === 'fundings' || call.endpoint === 'companies';
  const records = isList ? rows : Math.max(1, rows);
  return { ...chargedAtWorst(call, reserved), records: call.worst.records === 0 ? 0 : records };
}

function releaseMinute({ minute }: ExchangeParts, id: number, state: Outcome['state']): void {
  if (state === 'released') minute.release(id);
  else minute.complete(id, state === 'unknown' ? UNKNOWN_TAIL_MS : 0);
}

interface SendFacts {
  readonly worst: Cost;
  readonly sentMs: number;
  readonly isKeyCurrent: () => boolean;
}

type Settle = (outcome: Pick<Outcome, 'state' | 'cost' | 'status' | 'detail'>) => Cost;

/** Writes a call's end into the ledger, once its place in the minute is let go. */
const settleOf =
  (parts: ExchangeParts, grant: Grant, sentMs: number): Settle =>
  (outcome) => {
    releaseMinute(parts, grant.id, outcome.state);
    const { serverClock, clock, ledger } = parts;
    return ledger.settle(grant.id, {
      ...outcome,
      durationMs: clock.monotonicMs() - sentMs,
      completedMs: serverClock.nowMs(),
      errorMs: serverClock.errorMs(),
    });
  };

async function sendOrSettle<T>(
  parts: ExchangeParts,
  steps: CallSteps<T>,
  signal: AbortSignal,
  settle: Settle,
  { worst, sentMs, isKeyCurrent }: SendFacts,
): Promise<Answered<T>> {
  try {
    return await steps.send(signal, isKeyCurrent);
  } catch (error) {
    if (parts.isOver()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    if (!(error instanceof TransportFailure)) {
      // Without a key nothing was sent; after any other surprise something may have been.
      const isKeyMissing = error instanceof AppFailure && error.appError.kind === 'unauthorized';
      settle({
        state: isKeyMissing ? 'released' : 'unknown',
        cost: null,
        status: null,
        detail: 'not sent or failed',
      });
      throw error;
    }
    const { reason, maybeSent, status } = error;
    if (reason !== 'aborted') countForCircuit(parts, status);
    // A redirect is an answer other than 2xx, even where its status stays hidden: it costs nothing [§7].
    const isForgiven = reason === 'timeout' && parts.plantedDefect === 'release-after-timeout';
    const isUnknown = maybeSent && reason !== 'redirect' && !isForgiven;
    if (status === null)
      settle({ state: isUnknown ? 'unknown' : 'released', cost: null, status, detail: reason });
    else if (isSuccess(status)) settle({ state: 'spent', cost: worst, status, detail: reason });
    else {
      const answered = { status, headers: {}, body: null };
      const refused = releaseRefused(parts, settle, answered, { sentMs, isKeyCurrent, detail: reason });
      if (refused !== null) throw refused;
    }
    const counted = status === null ? isUnknown : isSuccess(status);
    const failure: AppError = { kind: 'network', reason, ...(counted ? { counted } : {}) };
    // Never connected: nothing was sent, and the network may be back in a moment.
    const isPassing = status === null && !maybeSent && (reason === 'offline' || reason === 'connection');
    throw isPassing ? new PassingFailure(failure, 0) : new AppFailure(failure);
  }
}

/** A head that came shows that something answers, even where its body was lost. */
function countForCircuit({ circuit }: Pick<ExchangeParts, 'circuit'>, status: number | null): void {
  if (status === null || status >= 500) circuit.failed();
  else circuit.answered();
}

/** What any response tells: the service's time, its limits, and whether the key is a test key [§8]. */
function hear<T>(parts: ExchangeParts, { status, headers, body, value }: Answered<T>, sentMs: number): void {
  const { db, serverClock, facts, ledger } = parts;
  const pair = serverClock.sample({
    serverMs: serverDateOf(headers, body),
    sentMs,
    receivedMs: parts.clock.monotonicMs(),
    isService: status === 429 || (isSuccess(status) && value !== null),
  });
  if (pair !== null) parts.onServerTime();
  const limits = limitsInHeaders(headers);
  transaction(db, () => {
    if (pair !== null) keepClockPair(db, pair);
    facts.learnLimits('header', limits, serverClock.nowMs());
    const account = ledger.account();
    if (limits.has('test-key') && !account.testKey) ledger.replaceAccount({ ...account, testKey: true });
  });
}

type Refusal = Pick<Answered<unknown>, 'status' | 'headers' | 'body'>;

/** A refused call is free. Its row's end and what the refusal closes are kept together or not at all. */
function releaseRefused(
  parts: ExchangeParts,
  settle: Settle,
  answered: Refusal,
  { sentMs, isKeyCurrent, detail }: Omit<SendFacts, 'worst'> & { readonly detail: string | null },
): AppFailure | null {
  return transaction(parts.db, () => {
    settle({ state: 'released', cost: null, status: answered.status, detail });
    return isKeyCurrent() ? refusalOf(parts, answered, sentMs) : null;
  });
}

/** Words the answers that are the governor's to word; null for all others. */
function refusalOf(
  parts: ExchangeParts,
  { status, headers, body }: Refusal,
  sentMs: number,
): AppFailure | null {
  if (status === 401) {
    parts.halt();
    return new AppFailure({ kind: 'unauthorized', reason: 'key-refused' });
  }
  if (status === 402 || status === 403) return new AppFailure({ kind: 'unauthorized', reason: 'plan' });
  return status === 429 ? takeRefusal(parts, { headers, body }, parts.clock.monotonicMs() - sentMs) : null;
}
