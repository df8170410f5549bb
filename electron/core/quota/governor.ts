import { AppFailure } from '../../../shared/app-failure.ts';
import { LANES } from '../../../shared/model/budget.ts';
import type {
  CallContext,
  CallSteps,
  FetchedResponse,
  GovernedCall,
} from '../service-api/governed-request.ts';
import { saveClockPair } from '../database/queries/ledger/account-state.ts';
import { transaction } from '../database/sql.ts';
import type { WaitingRequest } from './request-queue.ts';
import {
  createGovernorContext,
  type CallHandle,
  type GovernorContext,
  type GovernorOptions,
} from './governor-context.ts';
import { runExchange, type Grant } from './run-exchange.ts';
import type { Governor, KeyReplacement } from '../service-api/governor-port.ts';
import { applyLearned } from './calibration/learned-costs.ts';
import { createQuotaViews } from './quota-views.ts';
import { momentOf, reconcile } from './reconcile.ts';
import { latestPossibleMs } from './time-trust.ts';

export type { GovernorOptions } from './governor-context.ts';

/**
 * Creates the governor of one workspace.
 * @throws AppFailure `storage` if the ledger cannot be written
 */
export function createGovernor(given: GovernorOptions): Governor {
  const context = createGovernorContext(given);
  const { parts, session, admission, queue, retrier, options } = context;
  return {
    ...createPrices(context),
    run: (call, callContext, steps) => shareOrStart(context, call, callContext, steps),
    ...createQuotaViews(context),
    cancel: (id) => cancel(context, id),
    setRecordLimit: (records) => {
      parts.facts.setRecordLimit(records);
      options.publishChanged();
      queue.review();
    },
    setAllowance: (scope, records, period = 'day') => {
      parts.facts.setAllowance({ scope, period, records });
      options.publishChanged();
      queue.review();
    },
    storeMeasuredCosts: (rows) => {
      for (const row of rows) parts.facts.storeLearnedCost(row);
      options.publishChanged();
    },
    reconcile: (reading, serverNowMs) => {
      // Several callers may share a `/stats` response and each pass it to this function. Ignore all calls
      // after the first, because the ledger may by then contain requests that the response does not include.
      if (session.reading === null && session.confirmedAtMs === serverNowMs) return;
      const moment =
        session.reading?.serverNowMs === serverNowMs ? session.reading : momentOf(parts, serverNowMs);
      session.reading = null;
      const { raised, adopted } = reconcile(parts, reading, moment, admission.now());
      session.confirmedAtMs = serverNowMs;
      options.log.info('ledger-reconciled', { raised, adopted });
      options.publishChanged();
      queue.review();
    },
    serverNowMs: () => parts.serverClock.nowMs(),
    latestPossibleMs: () => latestPossibleMs(parts.serverClock, options.clock),
    timeTrust: context.timeTrust,
    stampMs: () => parts.serverClock.stampMs(),
    keyReplaced: (by) => replaceKey(context, by),
    keyTurn: () => session.keyTurn,
    review: () => {
      parts.circuit.answered();
      queue.review();
    },
    dispose: () => {
      session.isOver = true;
      context.stopAnnouncing();
      retrier.dispose();
      queue.dispose(aborted());
      for (const { abort } of session.calls.values()) abort.abort();
      // Saves a fresh pair of server time and computer time, because the computer's clock may have been
      // changed since the last response. Does not save an uncertain server time, because it may be too late.
      const serverMs = parts.serverClock.nowMs();
      if (parts.serverClock.isCertain())
        saveClockPair(parts.db, { serverMs, wallMs: serverMs - parts.serverClock.skewMs() });
      // Marks the requests in flight as unknown. The service may have charged them, but their responses will
      // be ignored from now on.
      parts.ledger.markReservedUnknown();
    },
  };
}

function createPrices({
  parts,
  admission,
}: GovernorContext): Pick<Governor, 'preview' | 'previewEach' | 'worst' | 'prices' | 'previewAll'> {
  const priced = (call: GovernedCall) => applyLearned(call, parts.facts.learnedCosts());
  return {
    preview: (call, screen = 'none') => admission.preview([priced(call)], screen),
    previewEach: (calls, screen = 'none') => admission.previewEach(calls.map(priced), screen),
    worst: (call) => admission.worst(priced(call)),
    prices: () => {
      const learned = parts.facts.learnedCosts();
      const worst = admission.prices();
      return (call) => worst(applyLearned(call, learned));
    },
    previewAll: (calls, screen = 'none') => admission.preview(calls.map(priced), screen),
  };
}

const aborted = (): AppFailure => new AppFailure({ kind: 'network', reason: 'aborted' });

/**
 * If an identical request is waiting or running, shares its response, so both callers share one charge.
 * Otherwise, starts a new request.
 */
function shareOrStart<T>(
  context: GovernorContext,
  call: GovernedCall,
  callContext: CallContext,
  steps: CallSteps<T>,
): Promise<FetchedResponse<T>> {
  // The check of another key needs its own request, because shared requests use the current key.
  if (call.isKeyCheck === true) return startAndRetry(context, call, callContext, steps);
  const { shared } = context.session;
  const underWay = shared.get(call.canonical);
  if (underWay !== undefined) promote(context, call, callContext);
  // Requests with the same `canonical` string have the same endpoint and parameters, and therefore the same
  // type T.
  if (underWay !== undefined) return underWay as Promise<FetchedResponse<T>>;
  const started = startAndRetry(context, call, callContext, steps).finally(() =>
    shared.delete(call.canonical),
  );
  shared.set(call.canonical, started);
  return started;
}

/**
 * Called when a new caller joins a request that is waiting or running. If the caller's lane has a higher
 * priority, moves the request to that lane and applies the price that the caller accepted.
 */
function promote(
  { session, queue }: GovernorContext,
  { canonical }: GovernedCall,
  callContext: CallContext,
): void {
  const rank = LANES.indexOf(callContext.lane);
  for (const [id, handle] of session.calls)
    if (handle.call.canonical === canonical && rank < LANES.indexOf(handle.context.lane)) {
      handle.context = callContext;
      queue.promote(id, callContext.lane);
    }
}

/**
 * Starts a request, and retries it after a temporary failure. It is retried only in the interactive lane,
 * while the API key is unchanged and the circuit breaker is closed.
 */
function startAndRetry<T>(
  context: GovernorContext,
  call: GovernedCall,
  callContext: CallContext,
  steps: CallSteps<T>,
): Promise<FetchedResponse<T>> {
  const { session, parts, retrier } = context;
  const { keyTurn } = session;
  const mayRetry = (): boolean =>
    callContext.lane === 'interactive' && session.keyTurn === keyTurn && parts.circuit.waitMs() === 0;
  const reasonOf = (retry: number): string =>
    retry === 0 ? callContext.reason : `${callContext.reason}, retry ${retry}`;
  return retrier.run(
    (retry) => start(context, call, { ...callContext, reason: reasonOf(retry) }, steps),
    mayRetry,
  );
}

async function start<T>(
  context: GovernorContext,
  governedCall: GovernedCall,
  callContext: CallContext,
  steps: CallSteps<T>,
): Promise<FetchedResponse<T>> {
  const { parts, session, admission, queue, options } = context;
  const call = applyLearned(governedCall, parts.facts.learnedCosts());
  const id = session.nextId++;
  const abort = new AbortController();
  const handle: CallHandle = { call, context: callContext, abort };
  const waiting: WaitingRequest<Grant> = {
    id,
    lane: callContext.lane,
    // No other request may run during a `/stats` request, because the `/stats` response is compared with the
    // ledger.
    alone: call.endpoint === 'stats' && call.isKeyCheck !== true,
    attempt: (waitedMs) => admission.attempt(call, handle.context, waitedMs),
  };
  // Once a caller with a higher priority has joined the request, the first caller can no longer cancel it.
  const callOff = (): void => void (handle.context === callContext && callOffWaiting(context, id));
  if (callContext.callOff?.aborted === true) throw aborted();
  callContext.callOff?.addEventListener('abort', callOff);
  session.calls.set(id, handle);
  try {
    const turn = queue.enter(waiting);
    if (queue.waiting().includes(waiting)) options.publishChanged();
    const grant = await turn;
    return await runExchange(parts, grant, call, steps, abort.signal);
  } finally {
    callContext.callOff?.removeEventListener('abort', callOff);
    session.calls.delete(id);
    if (!session.isOver) {
      queue.leave(waiting);
      options.publishChanged();
    }
  }
}

/**
 * Removes a waiting request from the queue, or aborts a running one. An aborted request counts as unknown.
 */
function cancel(context: GovernorContext, id: number): boolean {
  const handle = context.session.calls.get(id);
  if (handle === undefined) return false;
  if (!callOffWaiting(context, id)) handle.abort.abort();
  return true;
}

/**
 * Removes a waiting request from the queue and records the cancellation in the ledger.
 * @returns false if the request is not waiting
 */
function callOffWaiting({ parts, session, admission, queue, options }: GovernorContext, id: number): boolean {
  const handle = session.calls.get(id);
  if (handle === undefined || !queue.remove(id, aborted())) return false;
  const { call, context } = handle;
  const why = { budget: null, allowance: null, detail: 'cancelled' };
  parts.ledger.refuse(call, context, why, admission.now());
  options.publishChanged();
  return true;
}

function replaceKey({ parts, session, queue, options }: GovernorContext, by: KeyReplacement): void {
  const { ledger, facts, db, serverClock } = parts;
  const { epoch, keyEpoch } = ledger.account();
  const sameAccount = by !== 'another-account';
  if (by !== 'same-key')
    transaction(db, () => {
      ledger.replaceAccount({
        epoch: sameAccount ? epoch : epoch + 1,
        keyEpoch: keyEpoch + 1,
        testKey: false,
      });
      if (sameAccount) facts.clearKey(serverClock.nowMs());
      else facts.forget();
    });
  session.keyTurn += 1;
  session.isHalted = false;
  session.reading = null;
  if (!sameAccount) {
    session.confirmedAtMs = null;
    session.lastSettled = null;
    session.burst = null;
  }
  options.publishChanged();
  queue.review();
}
