import { AppFailure } from '../../../shared/app-failure.ts';
import type { BudgetStatus, Cost } from '../../../shared/model/budget.ts';
import type { CallContext, CallSteps, Fetched, GovernedCall } from '../api/exchange.ts';
import { keepClockPair, readAccount, readClockPair, readingBefore } from '../db/queries/ledger-facts.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import type { Clock, Logger } from '../ports.ts';
import { createAccountFacts } from './account-facts.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createCallQueue, type CallQueue, type Waiting } from './call-queue.ts';
import { createCircuit } from './circuit.ts';
import { DOCUMENTED_LIMITS, FREE, type Limits } from './costs.ts';
import { runExchange, type ExchangeParts, type Grant } from './exchange-run.ts';
import { gatherState, type QuotaParts } from './gather-state.ts';
import type { Governor } from './governor-port.ts';
import { createLedger } from './ledger.ts';
import { createMinuteWindow, type PlantedDefect } from './minute-window.ts';
import { bindingFor, decide, leftOf, type BudgetState, type QuotaState } from './quota-policy.ts';
import { momentOf, reconcile, type ReadingMoment } from './reconcile.ts';
import { takeOver } from './restart.ts';
import { createRetrier, type Retrier } from './retry.ts';
import { createServerClock } from './server-clock.ts';

export interface GovernorOptions {
  /** `ledger.db`, migrated. The governor is its only writer and does not close it. */
  readonly db: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told after anything that a quota view shows may have changed. */
  readonly publishChanged: () => void;
  /** In [0, 1): spreads retries. */
  readonly random: () => number;
  /** In place of the documented limits [§8]. */
  readonly documentedLimits?: Partial<Limits>;
  /** Breaks the protocol to prove that the tests can fail. Tests only. */
  readonly plantedDefect?: PlantedDefect;
}

/** What changes while a governor lives; everything else is in its ledger. */
interface Session {
  isHalted: boolean;
  isOver: boolean;
  keyTurn: number;
  reading: ReadingMoment | null;
  confirmedAtMs: number | null;
  readonly shared: Map<string, Promise<Fetched<unknown>>>;
  readonly aborts: Set<AbortController>;
}

interface Desk {
  readonly parts: ExchangeParts;
  readonly session: Session;
  readonly admission: Admission;
  readonly queue: CallQueue<Grant>;
  readonly retrier: Retrier;
  readonly options: GovernorOptions;
}

const LATEST_MS = 8.64e15;
const ONE_REQUEST: Cost = { ...FREE, requests: 1 };

/** The governor over one account's ledger. Throws AppFailure storage where the ledger cannot be written. */
export function createGovernor(options: GovernorOptions): Governor {
  const desk = openDesk(options);
  const { parts, session, admission, queue, retrier } = desk;
  return {
    preview: (call) => admission.preview(call),
    run: (call, context, steps) => shareOrStart(desk, call, context, steps),
    status: () => {
      const state = gatherState(parts);
      return {
        budgets: state.budgets.map(statusOf),
        binding: standingBinding(state, parts.serverClock.nowMs()),
        confirmedAtMs: session.confirmedAtMs,
        serverNowMs: parts.serverClock.nowMs(),
        clockSkewMs: parts.serverClock.skewMs(),
        inFlight: queue.size(),
      };
    },
    ledger: (offset, limit) => parts.ledger.page(offset, limit),
    reconcile: (reading, serverNowMs) => {
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
    keyReplaced: (sameAccount) => replaceKey(desk, sameAccount),
    keyTurn: () => session.keyTurn,
    review: () => {
      parts.circuit.answered();
      queue.review();
    },
    dispose: () => {
      session.isOver = true;
      retrier.dispose();
      queue.dispose(aborted());
      for (const abort of session.aborts) abort.abort();
      // The laptop's clock may have been changed since the last response: what is kept must not carry that on.
      const serverMs = parts.serverClock.nowMs();
      keepClockPair(parts.db, { serverMs, wallMs: serverMs - parts.serverClock.skewMs() });
      // Whatever they end with is no longer heard: they may have been charged.
      parts.ledger.abandonReserved();
    },
  };
}

const aborted = (): AppFailure => new AppFailure({ kind: 'network', reason: 'aborted' });

function openDesk(options: GovernorOptions): Desk {
  const { db, clock, log, publishChanged, plantedDefect } = options;
  const ledger = createLedger(db);
  const { epoch } = readAccount(db);
  const lastPair = readClockPair(db);
  const quota: QuotaParts = {
    db,
    ledger,
    minute: createMinuteWindow(clock, plantedDefect),
    facts: createAccountFacts(db, { ...DOCUMENTED_LIMITS, ...options.documentedLimits }, epoch),
    serverClock: createServerClock(clock, lastPair),
  };
  const session: Session = {
    isHalted: false,
    isOver: false,
    keyTurn: 0,
    reading: null,
    confirmedAtMs: readingBefore(db, epoch, LATEST_MS)?.atMs ?? null,
    shared: new Map(),
    aborts: new Set(),
  };
  const letRestoredGo = takeOver(quota, lastPair?.serverMs ?? null);
  const circuit = createCircuit(clock);
  const parts: ExchangeParts = {
    ...quota,
    circuit,
    db,
    clock,
    log,
    halt: () => {
      session.isHalted = true;
    },
    isOver: () => session.isOver,
    keyTurn: () => session.keyTurn,
    onServerTime: letRestoredGo,
    onStats: (serverNowMs, own) => {
      session.reading = momentOf(quota, serverNowMs, own);
    },
  };
  const admission = createAdmission({
    ...quota,
    clock,
    circuit,
    plantedDefect,
    publishChanged,
    isHalted: () => session.isHalted,
  });
  // Until the service was heard, its time is a guess: one call at a time finds out.
  const queue = createCallQueue<Grant>(clock, () => quota.serverClock.confirmed());
  return { parts, session, admission, queue, retrier: createRetrier(clock, options.random), options };
}

/** Equal calls under way are one call: one row, one charge, and the value for everyone who asked. */
function shareOrStart<T>(
  desk: Desk,
  call: GovernedCall,
  context: CallContext,
  steps: CallSteps<T>,
): Promise<Fetched<T>> {
  const { shared } = desk.session;
  const underWay = shared.get(call.canonical);
  // The canonical call names the endpoint and every parameter, so equal ones are decoded to the same type.
  if (underWay !== undefined) return underWay as Promise<Fetched<T>>;
  const started = startAndRetry(desk, call, context, steps).finally(() => shared.delete(call.canonical));
  shared.set(call.canonical, started);
  return started;
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
  { parts, session, admission, queue, options }: Desk,
  call: GovernedCall,
  context: CallContext,
  steps: CallSteps<T>,
): Promise<Fetched<T>> {
  const waiting: Waiting<Grant> = {
    lane: context.lane,
    // A reading is compared with the ledger: nothing may be under way between the two.
    alone: call.endpoint === 'stats',
    attempt: (waitedMs) => admission.attempt(call, context, waitedMs),
  };
  const grant = await queue.enter(waiting);
  const abort = new AbortController();
  session.aborts.add(abort);
  const isLate = options.plantedDefect === 'reserve-after-send';
  try {
    return await runExchange(
      parts,
      grant,
      call,
      isLate
        ? reservingLate(steps, () => (grant.id = admission.reserve(call, context, grant.reserved)))
        : steps,
      abort.signal,
    );
  } finally {
    session.aborts.delete(abort);
    if (!session.isOver) {
      queue.leave(waiting);
      options.publishChanged();
    }
  }
}

/** The planted defect: the reservation is written only once an answer is there. */
const reservingLate = <T>(steps: CallSteps<T>, reserve: () => void): CallSteps<T> => ({
  send: (signal, isKeyCurrent) => steps.send(signal, isKeyCurrent).finally(reserve),
  store: (value, serverNowMs) => steps.store(value, serverNowMs),
  fail: (answered) => steps.fail(answered),
});

function replaceKey({ parts, session, queue, options }: Desk, sameAccount: boolean): void {
  const { ledger, facts, db, serverClock } = parts;
  const { epoch, keyEpoch } = ledger.account();
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

const statusOf = (state: BudgetState): BudgetStatus => {
  const { heldBack: _heldBack, passesAtMs: _passesAtMs, ...shown } = state;
  return { ...shown, left: leftOf(state) };
};

/** Without a call to price: what would refuse any call, else the budget with the smallest share left. */
function standingBinding(state: QuotaState, nowMs: number): BudgetStatus['budget'] {
  const decision = decide(state, ONE_REQUEST, null, nowMs);
  return bindingFor(state, decision.kind === 'go' ? FREE : ONE_REQUEST, decision).budget;
}
