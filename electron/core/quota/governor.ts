import { AppFailure } from '../../../shared/app-failure.ts';
import { LANES } from '../../../shared/model/budget.ts';
import type { CallContext, CallSteps, Fetched, GovernedCall } from '../api/exchange.ts';
import { keepClockPair } from '../db/queries/ledger-facts.ts';
import { transaction } from '../db/sql.ts';
import type { Waiting } from './call-queue.ts';
import { openDesk, type AskedCall, type Desk, type GovernorOptions } from './desk.ts';
import { runExchange, type Grant } from './exchange-run.ts';
import type { Governor, KeyReplacement } from './governor-port.ts';
import { applyLearned } from './learned.ts';
import { createQuotaViews } from './quota-views.ts';
import { momentOf, reconcile } from './reconcile.ts';

export type { GovernorOptions } from './desk.ts';

/** The governor over one account's ledger. Throws AppFailure storage where the ledger cannot be written. */
export function createGovernor(options: GovernorOptions): Governor {
  const desk = openDesk(options);
  const { parts, session, admission, queue, retrier } = desk;
  return {
    ...createPrices(desk),
    run: (call, context, steps) => shareOrStart(desk, call, context, steps),
    ...createQuotaViews(desk),
    cancel: (id) => cancel(desk, id),
    setAllowance: (scope, records) => {
      parts.facts.setAllowance(scope, records);
      options.publishChanged();
      queue.review();
    },
    keepLearned: (rows) => {
      for (const row of rows) parts.facts.keepLearnedCost(row);
      options.publishChanged();
    },
    reconcile: (reading, serverNowMs) => {
      // Two who asked for it at once share one reading: what was sent since does not belong to it.
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
    stampMs: () => parts.serverClock.stampMs(),
    keyReplaced: (by) => replaceKey(desk, by),
    keyTurn: () => session.keyTurn,
    review: () => {
      parts.circuit.answered();
      queue.review();
    },
    dispose: () => {
      session.isOver = true;
      retrier.dispose();
      queue.dispose(aborted());
      for (const { abort } of session.asked.values()) abort.abort();
      // The laptop's clock may have been changed since the last response: what is kept must not carry that on. A time that
      // is only guessed is not kept: it may be ahead, and what was sent just now would look old.
      const serverMs = parts.serverClock.nowMs();
      if (parts.serverClock.confirmed())
        keepClockPair(parts.db, { serverMs, wallMs: serverMs - parts.serverClock.skewMs() });
      // Whatever they end with is no longer heard: they may have been charged.
      parts.ledger.abandonReserved();
    },
  };
}

/** What calls would take, nothing reserved. */
function createPrices({
  parts,
  admission,
}: Desk): Pick<Governor, 'preview' | 'previewEach' | 'worst' | 'prices' | 'previewAll'> {
  const priced = (call: GovernedCall) => applyLearned(call, parts.facts.learnedCosts());
  return {
    preview: (call) => admission.preview([priced(call)]),
    previewEach: (calls) => admission.previewEach(calls.map(priced)),
    worst: (call) => admission.worst(priced(call)),
    prices: () => {
      const learned = parts.facts.learnedCosts();
      const worst = admission.prices();
      return (call) => worst(applyLearned(call, learned));
    },
    previewAll: (calls) => admission.preview(calls.map(priced)),
  };
}

const aborted = (): AppFailure => new AppFailure({ kind: 'network', reason: 'aborted' });

/** Equal calls under way are one call: one row, one charge, and the value for everyone who asked. */
function shareOrStart<T>(
  desk: Desk,
  call: GovernedCall,
  context: CallContext,
  steps: CallSteps<T>,
): Promise<Fetched<T>> {
  const { shared } = desk.session;
  const underWay = shared.get(call.canonical);
  if (underWay !== undefined) hurry(desk, call, context);
  // The canonical call names the endpoint and every parameter, so equal ones are decoded to the same type.
  if (underWay !== undefined) return underWay as Promise<Fetched<T>>;
  const started = startAndRetry(desk, call, context, steps).finally(() => shared.delete(call.canonical));
  shared.set(call.canonical, started);
  return started;
}

/** A waiting call that somebody else asks for as well is served in the lane of whoever comes first, at his price. */
function hurry({ session, queue }: Desk, { canonical }: GovernedCall, context: CallContext): void {
  const rank = LANES.indexOf(context.lane);
  for (const [id, asked] of session.asked)
    if (asked.call.canonical === canonical && rank < LANES.indexOf(asked.context.lane)) {
      asked.context = context;
      queue.promote(id, context.lane);
    }
}

/** Tried again only while somebody waits for it, under the key and at the price it was asked for. */
function startAndRetry<T>(
  desk: Desk,
  call: GovernedCall,
  context: CallContext,
  steps: CallSteps<T>,
): Promise<Fetched<T>> {
  const { session, parts, retrier } = desk;
  const { keyTurn } = session;
  const mayRetry = (): boolean =>
    context.lane === 'interactive' && session.keyTurn === keyTurn && parts.circuit.restsForMs() === 0;
  const reasonOf = (retry: number): string =>
    retry === 0 ? context.reason : `${context.reason}, retry ${retry}`;
  return retrier.run((retry) => start(desk, call, { ...context, reason: reasonOf(retry) }, steps), mayRetry);
}

async function start<T>(
  desk: Desk,
  asked: GovernedCall,
  context: CallContext,
  steps: CallSteps<T>,
): Promise<Fetched<T>> {
  const { parts, session, admission, queue, options } = desk;
  const call = applyLearned(asked, parts.facts.learnedCosts());
  const id = session.nextId++;
  const abort = new AbortController();
  const entry: AskedCall = { call, context, abort };
  const waiting: Waiting<Grant> = {
    id,
    lane: context.lane,
    // A reading is compared with the ledger: nothing may be under way between the two.
    alone: call.endpoint === 'stats',
    attempt: (waitedMs) => admission.attempt(call, entry.context, waitedMs),
  };
  // Whoever else asks for it by now does not call it off.
  const callOff = (): void => void (entry.context === context && callOffWaiting(desk, id));
  if (context.callOff?.aborted === true) throw aborted();
  context.callOff?.addEventListener('abort', callOff);
  session.asked.set(id, entry);
  try {
    const turn = queue.enter(waiting);
    if (queue.waiting().includes(waiting)) options.publishChanged();
    const grant = await turn;
    const isLate = options.plantedDefect === 'reserve-after-send';
    const sent = isLate
      ? reservingLate(steps, () => (grant.id = admission.reserve(call, context, grant.reserved)))
      : steps;
    return await runExchange(parts, grant, call, sent, abort.signal);
  } finally {
    context.callOff?.removeEventListener('abort', callOff);
    session.asked.delete(id);
    if (!session.isOver) {
      queue.leave(waiting);
      options.publishChanged();
    }
  }
}

/** A waiting call leaves the queue; one under way is cut off, and counts until the service says. */
function cancel(desk: Desk, id: number): boolean {
  const asked = desk.session.asked.get(id);
  if (asked === undefined) return false;
  if (!callOffWaiting(desk, id)) asked.abort.abort();
  return true;
}

/** It leaves the queue with a row that says so; false where it does not wait. */
function callOffWaiting({ parts, session, admission, queue, options }: Desk, id: number): boolean {
  const asked = session.asked.get(id);
  if (asked === undefined || !queue.remove(id, aborted())) return false;
  const { call, context } = asked;
  const why = { budget: null, allowance: null, detail: 'cancelled' };
  parts.ledger.refuse(call, context, why, admission.now());
  options.publishChanged();
  return true;
}

/** The planted defect: the reservation is written only once an answer is there. */
const reservingLate = <T>(steps: CallSteps<T>, reserve: () => void): CallSteps<T> => ({
  send: (signal, isKeyCurrent) => steps.send(signal, isKeyCurrent).finally(reserve),
  store: (value, serverNowMs) => steps.store(value, serverNowMs),
  fail: (answered) => steps.fail(answered),
});

function replaceKey({ parts, session, queue, options }: Desk, by: KeyReplacement): void {
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
      if (sameAccount) facts.close('test-key', 0, serverClock.nowMs());
      else facts.forget();
    });
  session.keyTurn += 1;
  session.isHalted = false;
  session.reading = null;
  if (!sameAccount) session.confirmedAtMs = null;
  options.publishChanged();
  queue.review();
}
