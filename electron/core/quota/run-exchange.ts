import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { estimateOf } from '../../../shared/add-costs.ts';
import type { Cost, Lane, LastReceipt, Receipt } from '../../../shared/model/budget.ts';
import type { ServiceError } from '../../../shared/model/service-error.ts';
import type { DecodedResponse, CallSteps, FetchedResponse } from '../service-api/governed-request.ts';
import { withServiceError } from '../service-api/service-error.ts';
import { saveClockPair } from '../database/queries/ledger/account-state.ts';
import { insertServiceError } from '../database/queries/ledger/service-errors.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { TransportFailure, type Clock, type Logger } from '../ports.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Outcome } from './ledger.ts';
import { UNKNOWN_TAIL_MS } from './unknown-calls.ts';
import { limitsInHeaders } from './account/reported-limits.ts';
import { countedInMinute } from './minute-window.ts';
import type { Circuit } from './circuit-breaker.ts';
import type { LearnedCall } from './calibration/learned-costs.ts';
import { isBackground } from './policy/allowances.ts';
import { leftOf } from './policy/budget-state.ts';
import { bindingFor, type QuotaState } from './policy/quota-policy.ts';
import { applyRateLimitResponse } from './apply-rate-limit-response.ts';
import { retryAfterMs } from './parse-rate-limit-response.ts';
import { PassingFailure } from './retry.ts';
import { serverDateOf } from './server-clock.ts';

export interface ExchangeParts extends QuotaParts {
  readonly db: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly circuit: Circuit;
  /** Stops all requests until the API key is replaced, because the service rejected the key. */
  halt(): void;
  /**
   * Returns a number that increases each time the key is replaced. If the number has increased since a
   * request was sent, the response to that request says nothing about the current key.
   */
  keyTurn(): number;
  /** Returns whether the governor was disposed. After that, its files may already be closed. */
  isOver(): boolean;
  /**
   * Called when a response has corrected the server clock. `isCertain` is false if the date of this response
   * contradicts the earlier estimate and no second response has confirmed it yet.
   */
  onServerTime(isCertain: boolean): void;
  /**
   * Called after a `/stats` request was charged. `own` is its cost. `inMinute` is the number of requests in
   * the rolling minute when the `/stats` request was sent.
   */
  onStats(serverNowMs: number, own: Cost, inMinute: number): void;
  /** Called after a request is answered, or after it may have been charged without an answer. */
  onSettled(settled: SettledRequest): void;
}

/** The final result of a request. The request's receipt is built from it. */
export type SettledRequest = Omit<LastReceipt, 'binding' | 'burst'>;

/**
 * Permission to send one request. `id` is the ledger row of its reservation, which has been written to disk.
 */
export interface Grant {
  id: number;
  readonly reserved: Cost;
  readonly lane: Lane;
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
  const isKeyCheck = call.isKeyCheck === true;
  const isKeyCurrent = (): boolean => parts.keyTurn() === keyTurn;
  const settle = settleOf(parts, grant, call, sentMs);
  const answered = await sendOrSettle(parts, steps, signal, settle, {
    worst: chargedAtWorst(call, reserved),
    sentMs,
    isKeyCurrent,
    isKeyCheck,
  });
  countForCircuit(parts, answered.status);
  if (parts.isOver()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
  if (isKeyCurrent() && !isKeyCheck) learnFromResponse(parts, answered, sentMs);
  const { status, value } = answered;
  if (!isSuccess(status)) {
    const refused = releaseRefused(parts, settle, answered, {
      sentMs,
      isKeyCurrent,
      isKeyCheck,
      detail: null,
    });
    if (!isKeyCurrent()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    throw explained(refused ?? failureByStatus(parts, answered, steps), answered.serviceError);
  }
  if (value === null) {
    settle(
      { state: 'spent', cost: chargedAtWorst(call, reserved), status, detail: 'not JSON' },
      answered.serviceError,
    );
    const failure = new AppFailure({ kind: 'network', reason: 'not-json', counted: true });
    throw explained(failure, answered.serviceError);
  }
  const serverNowMs = parts.serverClock.stampMs();
  const charge = {
    state: 'spent',
    cost: chargedFor(call, reserved, answered.rows),
    status,
    detail: null,
  } as const;
  const cost = storeThenSettle(() => steps.store(value, serverNowMs), charge, settle);
  if (call.endpoint === 'stats' && isKeyCurrent() && !isKeyCheck) parts.onStats(serverNowMs, cost, inMinute);
  return { value, serverNowMs, receipt: receiptOf(parts, grant, call, cost) };
}

/** Statuses that indicate a temporary failure of the service or of a proxy in front of it. */
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Returns the failure that `steps.fail` creates. If the failure may be temporary, returns it as a
 * PassingFailure.
 */
function failureByStatus<T>(
  { serverClock }: Pick<ExchangeParts, 'serverClock'>,
  answered: DecodedResponse<T>,
  steps: CallSteps<T>,
): AppFailure {
  try {
    return steps.fail(answered);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    if (!PASSING.has(answered.status)) return error;
    const requestedMs = retryAfterMs(answered.headers, serverClock.nowMs());
    return new PassingFailure(error.appError, Math.max(0, requestedMs ?? 0));
  }
}

/** Adds the service's error message to a failure. */
function explained(failure: AppFailure, serviceError: ServiceError | undefined): AppFailure {
  if (serviceError === undefined) return failure;
  const appError = withServiceError(failure.appError, serviceError);
  return failure instanceof PassingFailure
    ? new PassingFailure(appError, failure.notBeforeMs)
    : new AppFailure(appError);
}

/** If the response cannot be stored, the request is settled anyway, because the service has charged it. */
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
  { id, reserved }: Grant,
  call: LearnedCall,
  cost: Cost,
): FetchedResponse<never>['receipt'] {
  return {
    ledgerId: id,
    atMs: parts.serverClock.nowMs(),
    reserved,
    ...estimateOf(call.certainty === 'about'),
    cost,
    outcome: 'spent',
    binding: receiptBinding(gatherState(parts), cost),
  };
}

/** Returns the budget that a receipt shows, with its remaining amount. */
export function receiptBinding(state: QuotaState, cost: Cost): Receipt['binding'] {
  const binding = bindingFor(state, cost, { kind: 'go' });
  return { budget: binding.budget, left: leftOf(binding), resetsAtMs: binding.resetsAtMs };
}

/**
 * Returns the maximum charge. The number of companies comes from the call, not from the reservation: a
 * company that cost nothing at the time of the reservation may count again after midnight. `Ledger.settle`
 * makes the final decision.
 */
const chargedAtWorst = (call: LearnedCall, reserved: Cost): Cost => ({
  ...reserved,
  requests: call.chargedRequests ?? reserved.requests,
  companies: call.worst.companies,
});

/**
 * Returns the charge for a response with `rows` rows. A list costs one record per row. Any other response
 * costs at least one record, even if it is empty, unless its endpoint never costs records.
 */
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
  /** See `GovernedCall.isKeyCheck`. */
  readonly isKeyCheck: boolean;
  readonly worst: Cost;
  readonly sentMs: number;
  readonly isKeyCurrent: () => boolean;
}

/** `serviceError`: the service's error message, which is stored in the ledger row. */
type Settle = (
  outcome: Pick<Outcome, 'state' | 'cost' | 'status' | 'detail'>,
  serviceError?: ServiceError,
) => Cost;

/** Returns a function that updates the rolling minute and settles the request's ledger row. */
const settleOf =
  (parts: ExchangeParts, grant: Grant, call: LearnedCall, sentMs: number): Settle =>
  (outcome, serviceError) => {
    releaseMinute(parts, grant.id, outcome.state);
    const { db, serverClock, clock, ledger } = parts;
    const cost = transaction(db, () => {
      if (serviceError !== undefined) insertServiceError(db, grant.id, serviceError);
      return ledger.settle(grant.id, {
        ...outcome,
        durationMs: clock.monotonicMs() - sentMs,
        completedMs: serverClock.nowMs(),
        errorMs: serverClock.errorMs(),
        otherTimesMs: serverClock.otherTimesMs(),
      });
    });
    reportSettled(parts, { ...grant, ...estimateOf(call.certainty === 'about') }, outcome, cost);
    return cost;
  };

/** Reports the result of a request, unless the service never received the request. */
function reportSettled(
  { serverClock, onSettled }: ExchangeParts,
  { id, reserved, lane, isEstimate }: Grant & Pick<Receipt, 'isEstimate'>,
  { state, status }: Pick<Outcome, 'state' | 'status'>,
  cost: Cost,
): void {
  if (state === 'released' && status === null) return;
  onSettled({
    ledgerId: id,
    atMs: serverClock.nowMs(),
    reserved,
    ...estimateOf(isEstimate === true),
    cost,
    outcome: state === 'released' ? 'free' : state,
    isBackground: isBackground(lane),
  });
}

async function sendOrSettle<T>(
  parts: ExchangeParts,
  steps: CallSteps<T>,
  signal: AbortSignal,
  settle: Settle,
  { worst, ...facts }: SendFacts,
): Promise<DecodedResponse<T>> {
  try {
    return await steps.send(signal, facts.isKeyCurrent);
  } catch (error) {
    if (parts.isOver()) throw new AppFailure({ kind: 'network', reason: 'aborted' });
    if (!(error instanceof TransportFailure)) {
      // If there is no API key, nothing was sent. After any other error, the request may have been sent.
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
    // Only 2xx responses are charged (spec §7). A redirect therefore costs nothing, even if its exact status
    // is unknown.
    const isUnknown = maybeSent && reason !== 'redirect';
    if (status === null)
      settle({ state: isUnknown ? 'unknown' : 'released', cost: null, status, detail: reason });
    else if (isSuccess(status)) settle({ state: 'spent', cost: worst, status, detail: reason });
    else {
      const answered = { status, headers: {}, body: null };
      const refused = releaseRefused(parts, settle, answered, { ...facts, detail: reason });
      if (refused !== null) throw refused;
    }
    const counted = status === null ? isUnknown : isSuccess(status);
    const failure: AppError = { kind: 'network', reason, ...(counted ? { counted } : {}) };
    // Such a failure is worth a retry: nothing was sent, and the network may recover soon.
    const isPassing = status === null && !maybeSent && (reason === 'offline' || reason === 'connection');
    throw isPassing ? new PassingFailure(failure, 0) : new AppFailure(failure);
  }
}

/**
 * Reports to the circuit breaker whether the service is available. A status below 500 means that it is, even
 * if the body was lost.
 */
function countForCircuit({ circuit }: Pick<ExchangeParts, 'circuit'>, status: number | null): void {
  if (status === null || status >= 500) circuit.failed();
  else circuit.answered();
}

/** Updates the server time, the limits and the key type from a response (spec §8). */
function learnFromResponse<T>(
  parts: ExchangeParts,
  { status, headers, body, value }: DecodedResponse<T>,
  sentMs: number,
): void {
  const { db, serverClock, facts, ledger } = parts;
  const serverMs = serverDateOf(headers, body);
  const pair = serverClock.sample({
    serverMs,
    sentMs,
    receivedMs: parts.clock.monotonicMs(),
    isService: status === 429 || (isSuccess(status) && value !== null),
  });
  if (pair !== null || serverClock.otherTimesMs().length > 0) parts.onServerTime(pair !== null);
  const limits = limitsInHeaders(headers);
  transaction(db, () => {
    if (pair !== null) saveClockPair(db, pair);
    facts.learnLimits('header', limits, serverClock.nowMs());
    const account = ledger.account();
    if (limits.has('test-key') && !account.testKey) ledger.replaceAccount({ ...account, testKey: true });
  });
}

type Refusal = Pick<DecodedResponse<unknown>, 'status' | 'headers' | 'body' | 'serviceError'>;

/**
 * Releases the reservation of a request that the service refused, because refused requests cost nothing. If
 * the response shows that a budget is used up, closes the budget in the same transaction.
 */
function releaseRefused(
  parts: ExchangeParts,
  settle: Settle,
  answered: Refusal,
  { isKeyCurrent, detail, ...facts }: Omit<SendFacts, 'worst'> & { readonly detail: string | null },
): AppFailure | null {
  return transaction(parts.db, () => {
    settle({ state: 'released', cost: null, status: answered.status, detail }, answered.serviceError);
    return isKeyCurrent() ? refusalOf(parts, answered, facts) : null;
  });
}

/**
 * The failure reported if a key check gets a 429. The checked key is valid, but one of its budgets is used
 * up.
 */
const OTHER_KEY_IS_USED_UP: AppError = { kind: 'upstream', status: 429, code: null, retryable: true };

/**
 * Returns the failure for a 401, 402, 403 or 429; null for any other status. Also stops requests or closes a
 * budget if the status requires this, but not during a key check.
 */
function refusalOf(
  parts: ExchangeParts,
  { status, headers, body }: Refusal,
  { sentMs, isKeyCheck }: Pick<SendFacts, 'sentMs' | 'isKeyCheck'>,
): AppFailure | null {
  if (status === 401) {
    if (!isKeyCheck) parts.halt();
    return new AppFailure({ kind: 'unauthorized', reason: 'key-refused' });
  }
  if (status === 402 || status === 403) return new AppFailure({ kind: 'unauthorized', reason: 'plan' });
  if (status !== 429) return null;
  return isKeyCheck
    ? new AppFailure(OTHER_KEY_IS_USED_UP)
    : applyRateLimitResponse(parts, { headers, body }, parts.clock.monotonicMs() - sentMs);
}
