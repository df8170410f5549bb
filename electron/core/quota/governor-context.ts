import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import type { TimeTrust } from '../service-api/governor-port.ts';
import { readAccount, readClockPair, statsReadingBefore } from '../database/queries/ledger/account-state.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { createAccountFacts } from './account/account-facts.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createCallQueue, type CallQueue } from './request-queue.ts';
import { createCircuit } from './circuit-breaker.ts';
import type { Limits } from './policy/costs.ts';
import { burstWith, type ReceiptBurst } from './receipt-burst.ts';
import type { ExchangeParts, Grant, SettledRequest } from './run-exchange.ts';
import type { QuotaParts } from './gather-state.ts';
import type { LearnedCall } from './calibration/learned-costs.ts';
import { createLedger } from './ledger.ts';
import { announceWhileEmptying, createMinuteWindow } from './minute-window.ts';
import { momentOf, type LedgerAtReading } from './reconcile.ts';
import { createUnknownTimeCorrection, restoreMinuteWindow, timeBefore } from './restart-recovery.ts';
import { createRetrier, type Retrier } from './retry.ts';
import { createServerClock } from './server-clock.ts';
import { createTimeTrust } from './time-trust.ts';

export interface GovernorOptions {
  /** The migrated `ledger.db`. The caller must close it. */
  readonly db: WriteDb;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after any change that may affect a quota view. */
  readonly publishChanged: () => void;
  /** Returns a random number in [0, 1), used to spread retries over time. */
  readonly random: () => number;
  /** Limits that apply until the service reports others. */
  readonly limits: Limits;
  /** Whether the service runs inside this app and therefore uses this computer's clock. */
  readonly isServiceInApp?: boolean;
  /** Called after each response, but only while the server time is certain. */
  readonly onTimeCertain?: () => void;
}

export interface CallHandle {
  readonly call: LearnedCall;
  /**
   * Several callers can share the request. This is the context of the caller whose lane has the highest
   * priority.
   */
  context: CallContext;
  readonly abort: AbortController;
}

/** The state of a running governor that is not stored in the ledger. */
export interface Session {
  isHalted: boolean;
  isOver: boolean;
  keyTurn: number;
  reading: LedgerAtReading | null;
  confirmedAtMs: number | null;
  /** The result of the latest request; null before the first one. */
  lastSettled: SettledRequest | null;
  /** The most recently settled request, together with requests that were settled shortly before it. */
  burst: ReceiptBurst | null;
  readonly shared: Map<string, Promise<FetchedResponse<unknown>>>;
  /** Waiting and running requests by queue id. */
  readonly calls: Map<number, CallHandle>;
  nextId: number;
}

export interface GovernorContext {
  readonly parts: ExchangeParts;
  readonly session: Session;
  readonly admission: Admission;
  readonly queue: CallQueue<Grant>;
  readonly retrier: Retrier;
  readonly timeTrust: () => TimeTrust;
  /**
   * The governor's options, except that `publishChanged` also calls the `schedule` function of
   * `announceWhileEmptying`.
   */
  readonly options: GovernorOptions;
  /** Stops the announcements that `announceWhileEmptying` makes. */
  readonly stopAnnouncing: Dispose;
}

const LATEST_MS = 8.64e15;

/** Loads the state from the ledger and creates the governor's parts. */
export function createGovernorContext(options: GovernorOptions): GovernorContext {
  const { db, clock, log } = options;
  const ledger = createLedger(db);
  const { epoch } = readAccount(db);
  // Requests that were open when the previous run ended may have been charged, but their responses are lost.
  ledger.markReservedUnknown();
  const before = timeBefore(db, readClockPair(db));
  const quota: QuotaParts = {
    db,
    ledger,
    minute: createMinuteWindow(clock),
    facts: createAccountFacts(db, options.limits, epoch),
    serverClock: createServerClock(clock, before),
  };
  const emptying = announceWhileEmptying(clock, quota.minute, options.publishChanged);
  const publishChanged = (): void => {
    options.publishChanged();
    emptying.schedule();
  };
  const session = newSession(statsReadingBefore(db, epoch, LATEST_MS)?.atMs ?? null);
  const shortenRestoredHolds = restoreMinuteWindow(quota, before.pair?.serverMs ?? null);
  emptying.schedule();
  const correctUnknownTimes = createUnknownTimeCorrection(quota, before.notBeforeMs);
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
    onServerTime: (isCertain) => {
      if (isCertain) shortenRestoredHolds();
      correctUnknownTimes(isCertain);
      if (isCertain) options.onTimeCertain?.();
    },
    onStats: (serverNowMs, own, inMinute) => {
      session.reading = { ...momentOf(quota, serverNowMs, own), inMinute };
    },
    onSettled: (settled) => {
      session.lastSettled = settled;
      session.burst = burstWith(session.burst, settled, clock.monotonicMs());
    },
  };
  const admission = createAdmission({
    ...quota,
    clock,
    circuit,
    publishChanged,
    isHalted: () => session.isHalted,
  });
  // Before the first response, the server time is only a guess, so requests run one at a time.
  const queue = createCallQueue<Grant>(clock, () => quota.serverClock.confirmed());
  const timeTrust = createTimeTrust({
    serverClock: quota.serverClock,
    clock,
    last: before.pair,
    isServiceInApp: options.isServiceInApp ?? false,
  });
  const retrier = createRetrier(clock, options.random);
  return {
    parts,
    session,
    admission,
    queue,
    retrier,
    timeTrust,
    options: { ...options, publishChanged },
    stopAnnouncing: () => emptying.dispose(),
  };
}

const newSession = (confirmedAtMs: number | null): Session => ({
  isHalted: false,
  isOver: false,
  keyTurn: 0,
  reading: null,
  confirmedAtMs,
  lastSettled: null,
  burst: null,
  shared: new Map(),
  calls: new Map(),
  nextId: 1,
});
