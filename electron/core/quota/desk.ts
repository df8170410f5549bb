import type { CallContext, Fetched } from '../api/exchange.ts';
import { readAccount, readClockPair, readingBefore } from '../db/queries/ledger-facts.ts';
import type { WriteDb } from '../db/sql.ts';
import type { Clock, Logger } from '../ports.ts';
import { createAccountFacts } from './account-facts.ts';
import { createAdmission, type Admission } from './admission.ts';
import { createCallQueue, type CallQueue } from './call-queue.ts';
import { createCircuit } from './circuit.ts';
import { DOCUMENTED_LIMITS, type Limits } from './costs.ts';
import type { ExchangeParts, Grant } from './exchange-run.ts';
import type { QuotaParts } from './gather-state.ts';
import type { LearnedCall } from './learned.ts';
import { createLedger } from './ledger.ts';
import { createMinuteWindow } from './minute-window.ts';
import type { PlantedDefect } from './planted-defect.ts';
import { momentOf, type ReadingMoment } from './reconcile.ts';
import { lostBeforeHeard, takeOver, timeBefore } from './restart.ts';
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

/** A call in the queue, and how to cut it off once it is under way. */
export interface AskedCall {
  readonly call: LearnedCall;
  /** Of whoever waits for it most. */
  context: CallContext;
  readonly abort: AbortController;
}

/** What changes while a governor lives; everything else is in its ledger. */
export interface Session {
  isHalted: boolean;
  isOver: boolean;
  keyTurn: number;
  reading: ReadingMoment | null;
  confirmedAtMs: number | null;
  readonly shared: Map<string, Promise<Fetched<unknown>>>;
  /** Calls that wait or are under way, by their id in the queue. */
  readonly asked: Map<number, AskedCall>;
  nextId: number;
}

export interface Desk {
  readonly parts: ExchangeParts;
  readonly session: Session;
  readonly admission: Admission;
  readonly queue: CallQueue<Grant>;
  readonly retrier: Retrier;
  readonly options: GovernorOptions;
}

const LATEST_MS = 8.64e15;

/** Opens the ledger's file and everything that lives on it. */
export function openDesk(options: GovernorOptions): Desk {
  const { db, clock, log, publishChanged, plantedDefect } = options;
  const ledger = createLedger(db, plantedDefect);
  const { epoch } = readAccount(db);
  // Calls that the last run was waiting for become unknown.
  ledger.abandonReserved();
  const before = timeBefore(db, readClockPair(db));
  const quota: QuotaParts = {
    db,
    ledger,
    minute: createMinuteWindow(clock, plantedDefect),
    facts: createAccountFacts(db, { ...DOCUMENTED_LIMITS, ...options.documentedLimits }, epoch),
    serverClock: createServerClock(clock, before, plantedDefect),
    plantedDefect,
  };
  const session = newSession(readingBefore(db, epoch, LATEST_MS)?.atMs ?? null);
  const letRestoredGo = takeOver(quota, before.pair?.serverMs ?? null);
  const placeLost = lostBeforeHeard(quota, before.notBeforeMs);
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
    onServerTime: () => {
      letRestoredGo();
      placeLost();
    },
    onStats: (serverNowMs, own, inMinute) => {
      session.reading = { ...momentOf(quota, serverNowMs, own), inMinute };
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

const newSession = (confirmedAtMs: number | null): Session => ({
  isHalted: false,
  isOver: false,
  keyTurn: 0,
  reading: null,
  confirmedAtMs,
  shared: new Map(),
  asked: new Map(),
  nextId: 1,
});
