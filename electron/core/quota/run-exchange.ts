import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { DecodedResponse, CallSteps, FetchedResponse } from '../service-api/governed-request.ts';
import { saveClockPair } from '../database/queries/ledger/account-state.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { TransportFailure, type Clock, type Logger } from '../ports.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Outcome } from './ledger.ts';
import { UNKNOWN_TAIL_MS } from './unknown-calls.ts';
import { limitsInHeaders } from './limits.ts';
import { countedInMinute } from './minute-window.ts';
import type { Circuit } from './circuit-breaker.ts';
import type { LearnedCall } from './learned-costs.ts';
import { leftOf } from './policy/budget-state.ts';
import { bindingFor } from './policy/quota-policy.ts';
import { applyRateLimitResponse } from './rate-limit-response.ts';
import { retryAfterMs } from './retry-after.ts';
import { PassingFailure } from './retry.ts';
import { serverDateOf } from './server-clock.ts';

export interface ExchangeParts extends QuotaParts {
  readonly db: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly circuit: Circuit;
  /** Stops all sending after a rejected key, until the key is replaced. */
  halt(): void;
  /** Increases with every key replacement; a response to an earlier key does not apply to the current one. */
  keyTurn(): number;
  /** The governor was disposed and its files may be closed. */
  isOver(): boolean;
  /** Server time became known or more precise. */
  onServerTime(): void;
  /**
   * A `/stats` request was charged. Its reading belongs to the ledger's current state and to the minute's
   * state at send time.
   */
  onStats(serverNowMs: number, own: Cost, inMinute: number): void;
}

/** A request that may be sent: its reservation, ledger row `id`, is on disk. */
export interface Grant {
  id: number;
  readonly reserved: Cost;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Sends a reserved request, stores the response and settles the ledger, in this order. */
export async function runExchange<T>(
  parts: ExchangeParts,
  grant: Grant,
  call: LearnedCall,
  steps: CallSteps<T>,
  signal: AbortSignal,
): Promise<FetchedResponse<T>> {
  const { reserved } = grant;
  const sentMs = parts.clock.monotonicMs();
  const inMinute = countedInMinute(parts.minute);
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

/** The service or a proxy in front of it could not handle the request just now. */
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

/** The client builds the failure; this function marks transient ones as retryable. */
function failByStatus<T>(
  { serverClock }: Pick<ExchangeParts, 'serverClock'>,
  answered: DecodedResponse<T>,
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

/** The request is charged whether or not its data could be stored. */
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
): FetchedResponse<never>['receipt'] {
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

/**
 * Uses the call's company cost because midnight may have made the company chargeable again; the ledger
 * decides.
 */
const chargedAtWorst = (call: LearnedCall, reserved: Cost): Cost => ({
  ...reserved,
  requests: call.chargedRequests ?? reserved.requests,
  companies: call.worst.companies,
});

/** Rows as received. A company sub-resource costs at least one record, even if empty. */
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

/** Releases the request's place in the minute, then settles its ledger row. */
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
): Promise<DecodedResponse<T>> {
  try {
    return await steps.send(signal, isKeyCurrent);
  } catch (error) {
    if (parts.isOver()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    if (!(error instanceof TransportFailure)) {
      // Without a key nothing was sent; after any other error the request may have been sent.
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
    const isUnknown = maybeSent && reason !== 'redirect';
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
    // Never connected, so nothing was sent and the network may recover shortly.
    const isPassing = status === null && !maybeSent && (reason === 'offline' || reason === 'connection');
    throw isPassing ? new PassingFailure(failure, 0) : new AppFailure(failure);
  }
}

/** A received response head shows the service is up, even if the body was lost. */
function countForCircuit({ circuit }: Pick<ExchangeParts, 'circuit'>, status: number | null): void {
  if (status === null || status >= 500) circuit.failed();
  else circuit.answered();
}

/** Learns server time, limits and the key type from a response (spec §8). */
function hear<T>(
  parts: ExchangeParts,
  { status, headers, body, value }: DecodedResponse<T>,
  sentMs: number,
): void {
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
    if (pair !== null) saveClockPair(db, pair);
    facts.learnLimits('header', limits, serverClock.nowMs());
    const account = ledger.account();
    if (limits.has('test-key') && !account.testKey) ledger.replaceAccount({ ...account, testKey: true });
  });
}

type Refusal = Pick<DecodedResponse<unknown>, 'status' | 'headers' | 'body'>;

/** A refused request is free. Its settlement and the closure it causes are stored in one transaction. */
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

/** Builds the failures the governor is responsible for; null for all other statuses. */
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
  return status === 429
    ? applyRateLimitResponse(parts, { headers, body }, parts.clock.monotonicMs() - sentMs)
    : null;
}
