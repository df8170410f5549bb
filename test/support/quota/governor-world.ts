import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost, Lane } from '../../../shared/model/budget.ts';
import type {
  DecodedResponse,
  CallContext,
  CallSteps,
  GovernedCall,
} from '../../../electron/core/service-api/governed-request.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, num, text, type WriteDb } from '../../../electron/core/database/sql.ts';
import { TransportFailure, type Logger } from '../../../electron/core/ports.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor } from '../../../electron/core/quota/governor.ts';
import { DOCUMENTED_LIMITS, type Limits } from '../../../electron/core/quota/policy/costs.ts';
import { decodeStats } from '../../../electron/core/service-api/decoders/stats.ts';
import type { StatsBudget, StatsReading } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { readClockPair } from '../../../electron/core/database/queries/ledger/account-state.ts';
import { createAudit, type Audit } from './decision-audit.ts';
import { createFakeClock, settled, type FakeClock } from '../app/fake-clock.ts';
import {
  createQuotaModel,
  type ModelAnswer,
  type ModelCall,
  type ModelLimits,
  type QuotaModel,
} from './service-model.ts';
import {
  AppCrashed,
  crashableDatabase,
  reachesCrashPoint,
  type CrashStep,
  type AppRun,
  type Written,
} from './crash-points.ts';
import type { Counted, ReportedUsage } from './oracle.ts';
import { isCorrection, resetMs } from './refused-budget.ts';

/**
 * The real governor with simulated surroundings: a model of the service, and a network that delays and loses
 * messages.
 */
export interface QuotaWorld {
  readonly clock: FakeClock;
  readonly model: QuotaModel;
  readonly db: WriteDb;
  readonly audit: Audit;
  governor(): Governor;
  /** Returns the correct time in Unix ms, regardless of the laptop's clock. */
  nowMs(): number;
  /** Makes a call at its current price. Resolves to `ok`, `died` after a crash, or the kind of the error. */
  call(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string>;
  /** Fetches `/stats` and reconciles the ledger with it. */
  confirm(): Promise<'ok' | string>;
  /**
   * Makes the next call end without a response. If `reached` is true, the service still receives the request.
   * Null cancels a planned loss.
   */
  loseNext(reached: boolean | null): void;
  /** Makes the `Date` header of the next response wrong by this much. */
  wrongNextDate(byMs: number): void;
  /**
   * Makes the next `times` attempts fail without a charge: with `status`, or without a connection if `status`
   * is null.
   */
  failNext(times: number, status: number | null): void;
  /** Ends this run of the app, with or without a clean shutdown, and starts the next run. */
  restart(gracefully: boolean): void;
  /** Ends this run of the app as a crash does. */
  kill(): void;
  /**
   * Crashes the run when it reaches the step for the `nth` time. If the current run has already ended, this
   * applies to the next run.
   */
  dieAt(step: CrashStep, nth: number): void;
  isDead(): boolean;
  /**
   * Lets the laptop sleep for `ms`. The service continues to work, but timers and responses reach the app
   * late.
   */
  sleep(ms: number): Promise<void>;
  /** Cases in which the ledger counted less than the service. Checked after every answered call. */
  readonly shortfalls: string[];
  /**
   * Like `shortfalls`, but for cases that were found before a run's first response. Until this response, the
   * app cannot know which day lost calls belong to.
   */
  readonly unplaced: string[];
  /** Ledger rows whose result contradicts the response that the app received. */
  readonly wrongRows: string[];
  /**
   * Counts for runs that start after the clock was set forward while the app was closed. `starts` is the
   * number of these runs, and `refusals` the number of 429s that the app received in them before it noticed
   * the wrong clock. `corrections` is the number of `/stats` requests that checked one of these 429s and got
   * a 429 as well.
   */
  readonly misled: { starts: number; refusals: number; corrections: number };
  /** The number of crashes at each step. */
  readonly deaths: Map<CrashStep, number>;
  /** The background calls that were sent, each with the usage of the daily budgets before the call. */
  readonly background: BackgroundCall[];
  /** All calls that the service answered, in the order in which the service received them. */
  readonly transcript: readonly ServedCall[];
  /**
   * Returns, for each counter, the amount by which the ledger's count exceeds the service's count in the
   * current windows.
   */
  drift(): Readonly<Record<string, number>>;
  readonly calls: () => number;
}

export interface BackgroundCall {
  readonly lane: Lane;
  readonly call: ModelCall;
  readonly companies: number;
  readonly dayHeld: number;
  readonly companiesHeld: number;
}

/** A call that the service received, with the id of its ledger row. */
export interface ServedCall {
  readonly row: number | null;
  readonly canonical: string;
  readonly status: number;
  readonly rows: number;
  readonly atMs: number;
  readonly call: ModelCall;
  readonly lane: Lane;
  /** The kind of limit that the 429 reported, or null for other statuses. */
  readonly limitType: string | null;
  readonly sentAtMs: number;
  /** When the app received the response, or null if the response was lost. */
  answeredAtMs: number | null;
  /** The content of a `/stats` response, or null for any other response. */
  readonly reading: StatsReading | null;
}

export interface WorldOptions {
  readonly limits: ModelLimits;
  readonly startMs: number;
  readonly skewMs: number;
  readonly countsItself?: boolean;
  /** Returns the delays of the next call on its way to the service and back. */
  readonly latency: () => readonly [thereMs: number, backMs: number];
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TIMEOUT_MS = 30_000;

export function governedCallOf(call: ModelCall): GovernedCall {
  const isList = call.kind === 'list';
  const worst: Cost = {
    requests: 1,
    records: call.rowsRequested,
    pageTurns: isList ? 1 : 0,
    companies: call.companyId === null ? 0 : 1,
  };
  const endpoint = isList ? 'fundings' : call.kind;
  return {
    endpoint,
    canonical: `/${endpoint}/${call.companyId ?? ''}?limit=${call.rowsRequested}`,
    worst,
    certainty: 'up-to',
    companyId: call.companyId,
    rowsRequested: isList ? call.rowsRequested : null,
  };
}

export const contextOf = (accepted: Cost, lane: CallContext['lane'] = 'interactive'): CallContext => ({
  screen: 'search',
  reason: 'You',
  lane,
  accepted,
});

/**
 * The account part of a simulated `/stats` response. All its figures are missing, because simulated responses
 * report only budgets.
 */
export const NO_ACCOUNT: StatsReading['account'] = {
  keyCreatedAtMs: null,
  keyLastUsedAtMs: null,
  successful: null,
  failed: null,
  total: null,
  averageResponseTime: null,
  userRateLimit: null,
  endpoints: null,
  days: [],
};

export function readingOf(body: unknown): StatsReading {
  const limits = (
    body as {
      rate_limits: Record<string, { limit: number; used: number; remaining: number; reset_unix: number }>;
    }
  ).rate_limits;
  const of = (name: string): StatsBudget | null => {
    const figures = limits[name];
    return figures === undefined
      ? null
      : {
          limit: figures.limit,
          used: figures.used,
          remaining: figures.remaining,
          resetsAtMs: figures.reset_unix * 1_000,
        };
  };
  return {
    keyType: 'live',
    keyName: 'model',
    budgets: {
      perMinute: of('per_minute'),
      daily: of('daily'),
      monthly: of('monthly'),
      monthlyExport: of('monthly_export'),
      dailyCompanyDetail: of('daily_company_detail'),
      monthlyPagination: of('monthly_pagination'),
      testKeyMonthly: null,
    },
    account: decodeStats(body)?.value.account ?? NO_ACCOUNT,
  };
}

export function openLedger(file = ':memory:', clock = createFakeClock(0)): WriteDb {
  const db = openDatabase(file, { clock, log: silent });
  migrate(db, ledgerMigrations);
  return db;
}

type Wire =
  | { readonly kind: 'answer'; readonly status: number; readonly rows: number; readonly dateMs: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'free'; readonly isTransient: boolean };

/** One attempt to make a call. `wire` is the result that the app received. */
interface Attempt {
  readonly call: ModelCall;
  readonly canonical: string;
  readonly lane: Lane;
  readonly sentMs: number;
  wire: Wire | null;
}

/**
 * Returns whether the later 429 is the response to a `/stats` request with which the app checked the earlier
 * 429.
 */
const isCheckOf = (earlier: ServedCall, later: ServedCall): boolean =>
  earlier.status === 429 &&
  earlier.limitType === later.limitType &&
  later.atMs < resetMs(earlier) &&
  isCorrection(earlier, later);

const limitsOf = ({ perMinute, daily, monthly, records, companies, pageTurns }: ModelLimits): Limits => ({
  ...DOCUMENTED_LIMITS,
  minute: perMinute,
  day: daily,
  'month-requests': monthly,
  'month-records': records,
  export: records,
  'companies-day': companies,
  'page-turns': pageTurns,
});

export function createQuotaWorld(options: WorldOptions): QuotaWorld {
  return new World(options);
}

class World implements QuotaWorld {
  readonly clock: FakeClock;
  readonly model: QuotaModel;
  readonly db: WriteDb;
  readonly audit: Audit;
  readonly shortfalls: string[] = [];
  readonly unplaced: string[] = [];
  readonly wrongRows: string[] = [];
  readonly misled = { starts: 0, refusals: 0, corrections: 0 };
  readonly deaths = new Map<CrashStep, number>();
  readonly transcript: ServedCall[] = [];
  readonly #options: WorldOptions;
  readonly #attempts = new Map<number, Attempt>();
  /** For each call whose request has not been sent yet, the id of its reserved ledger row. */
  readonly #reserved = new Map<string, number>();
  readonly background: BackgroundCall[] = [];
  readonly #requested = new Map<string, { readonly call: ModelCall; readonly lane: Lane }>();
  /** For each call, the number of callers that are waiting for it in this run. */
  readonly #running = new Map<string, number>();
  readonly #underWay = new Set<string>();
  #appRun: AppRun = { isAlive: true, trap: null };
  #governor: Governor | null = null;
  #calls = 0;
  #lose: boolean | null = null;
  #wrongByMs = 0;
  #freeFailures: { left: number; status: number | null } = { left: 0, status: null };
  #asleep: Array<() => void> | null = null;
  #aheadMs: number;
  /**
   * How far ahead the laptop's clock was when the app last stored the time. Null if the app has never stored
   * it.
   */
  #notedAheadMs: number | null = null;
  /** The usage in the `/stats` response with which the app is currently reconciling its ledger. */
  #pendingReading: ReportedUsage | null = null;
  #adoptedAtMs: number | null = null;
  #hasResponse = false;
  #isMisled = false;
  #misledUntilMs = -Infinity;
  #trapAtStart: AppRun['trap'] = null;

  constructor(options: WorldOptions) {
    this.#options = options;
    const clock = createFakeClock(options.startMs, () => this.#checkDecisions());
    this.#aheadMs = options.skewMs;
    clock.setWall(options.skewMs);
    this.clock = {
      ...clock,
      setWall: (aheadMs) => {
        this.#aheadMs = aheadMs;
        clock.setWall(aheadMs);
      },
    };
    this.model = createQuotaModel(options.limits, { countsItself: options.countsItself ?? false });
    this.db = openLedger(':memory:', clock);
    const now = () => ({ monoMs: clock.monotonicMs(), serverMs: this.governor().serverNowMs() });
    this.audit = createAudit(options.limits, this.model, now, () => this.nowMs());
    this.#start();
  }

  governor(): Governor {
    if (this.#governor === null) throw new Error('no run of the app');
    return this.#governor;
  }
  nowMs(): number {
    return this.#options.startMs + this.clock.elapsedMs();
  }
  calls(): number {
    return this.#calls;
  }
  drift(): Readonly<Record<string, number>> {
    return differences(this.db, this.model, this.nowMs());
  }
  loseNext(reached: boolean | null): void {
    this.#lose = reached;
  }
  failNext(times: number, status: number | null): void {
    this.#freeFailures = { left: times, status };
  }
  wrongNextDate(byMs: number): void {
    this.#wrongByMs = byMs;
  }
  isDead(): boolean {
    return !this.#appRun.isAlive;
  }
  dieAt(step: CrashStep, nth: number): void {
    if (this.#appRun.isAlive) this.#appRun.trap = { step, left: nth };
    else this.#trapAtStart = { step, left: nth };
  }
  kill(): void {
    this.#appRun.isAlive = false;
    this.audit.clear();
  }

  restart(gracefully: boolean): void {
    if (gracefully && this.#appRun.isAlive) {
      try {
        this.governor().dispose();
      } catch (error) {
        if (!(error instanceof AppCrashed)) throw error;
      }
    }
    this.kill();
    this.#start();
  }

  #start(): void {
    this.#reserved.clear();
    this.#running.clear();
    this.#underWay.clear();
    const lastReceivedMs = readClockPair(this.db)?.serverMs ?? null;
    const appRun: AppRun = { isAlive: true, trap: this.#trapAtStart };
    this.#trapAtStart = null;
    this.#appRun = appRun;
    this.#hasResponse = false;
    // If a run's clock was wrong, its last request may reach the service after the run has ended. A 429 for
    // such a request is also excused.
    if (this.#isMisled) this.#misledUntilMs = this.clock.monotonicMs();
    this.#isMisled = this.#notedAheadMs !== null && this.#aheadMs > this.#notedAheadMs + 1_000;
    if (this.#isMisled) this.misled.starts += 1;
    try {
      this.#governor = this.#open(appRun);
    } catch (error) {
      if (!(error instanceof AppCrashed)) throw error;
      this.#start();
      return;
    }
    this.audit.oracle.start(this.#now(), lastReceivedMs);
  }

  #open(appRun: AppRun): Governor {
    return createGovernor({
      db: crashableDatabase(this.db, {
        appRun,
        onCrash: (step) => this.#onCrash(step),
        onWritten: (written) => this.#written(written),
      }),
      clock: {
        ...this.clock,
        after: (delayMs, task) => this.clock.after(delayMs, () => this.#deliver(appRun, task)),
      },
      log: silent,
      publishChanged: () => undefined,
      random: () => 0.5,
      limits: limitsOf(this.#options.limits),
    });
  }

  #now() {
    return { monoMs: this.clock.monotonicMs(), serverMs: this.governor().serverNowMs() };
  }
  #checkDecisions(): void {
    if (this.#appRun.isAlive && this.#asleep === null) this.audit.check();
  }
  /**
   * Runs one of the app's tasks. If the laptop is asleep, delays the task until it wakes. If the run has
   * ended, drops the task.
   */
  #deliver(appRun: AppRun, task: () => void): void {
    if (!appRun.isAlive) return;
    if (this.#asleep !== null) this.#asleep.push(() => this.#deliver(appRun, task));
    else task();
  }
  async sleep(ms: number): Promise<void> {
    this.#asleep = [];
    await this.clock.advance(ms);
    const due = this.#asleep;
    this.#asleep = null;
    for (const task of due) {
      this.audit.clearDeadlines();
      task();
      await settled();
    }
    this.audit.clearDeadlines();
  }

  #onCrash(step: CrashStep): void {
    this.deaths.set(step, (this.deaths.get(step) ?? 0) + 1);
    this.audit.clear();
  }

  #written(written: Written): void {
    if (written.kind === 'clock') {
      this.#notedAheadMs = this.#aheadMs;
      return;
    }
    if (written.kind === 'placed') {
      this.audit.oracle.locate(written.id, written, written.endedMs);
      return;
    }
    if (written.kind === 'reading') {
      // The oracle must adopt the reading exactly at the commit, because the app may crash or send a waiting
      // call immediately afterwards.
      if (this.#pendingReading !== null) this.audit.oracle.adoptReading(this.#pendingReading);
      this.#pendingReading = null;
      return;
    }
    const { id, state } = written;
    if (written.kind === 'row') {
      const { call: canonical } = written;
      const requested = this.#requested.get(canonical);
      if (state === 'other-device' || requested === undefined) return;
      const { call, lane } = requested;
      if (state === 'refused') {
        this.audit.refused(canonical, written.detail ?? '');
        return;
      }
      this.audit.sent(canonical);
      if (lane !== 'interactive') this.#recordBackground(call, lane);
      this.audit.oracle.reserve(id, call, this.#now());
      this.#reserved.set(canonical, id);
      this.#underWay.add(canonical);
      return;
    }
    const isByReading = written.detail === 'resolved by stats';
    if (isByReading || written.detail === 'abandoned') return;
    const attempt = this.#attempts.get(id);
    if (attempt !== undefined) this.#compare(id, attempt, state);
  }

  #recordBackground(call: ModelCall, lane: Lane): void {
    const { oracle } = this.audit;
    const now = this.#now();
    this.background.push({
      call,
      lane,
      companies: oracle.companiesOf(call, now),
      dayHeld: oracle.held('day', now),
      companiesHeld: oracle.held('companies-day', now),
    });
  }

  /**
   * Checks that the state of a settled row matches the response that the app received, and passes this
   * response to the oracle.
   */
  #compare(id: number, { canonical, call, sentMs, wire }: Attempt, state: string): void {
    this.#underWay.delete(canonical);
    const { oracle } = this.audit;
    const monoMs = this.clock.monotonicMs();
    const durationMs = monoMs - sentMs;
    const expected =
      wire === null || wire.kind === 'lost'
        ? 'unknown'
        : wire.kind === 'answer' && wire.status === 200
          ? 'spent'
          : 'released';
    if (state !== expected) this.wrongRows.push(`${canonical}: ${state}, not ${expected}`);
    if (wire?.kind === 'answer' && this.#isMisled) {
      this.#isMisled = false;
      this.#misledUntilMs = monoMs;
    }
    if (wire?.kind === 'answer') this.#hasResponse = true;
    if (wire?.kind === 'answer') oracle.noteDate(wire.dateMs, sentMs, this.#now());
    if (wire?.kind === 'answer' && wire.status === 200) {
      oracle.charged(id, wire.rows, durationMs, this.#now());
      if (call.kind === 'stats') oracle.recordReading(id, this.#now());
    } else if (expected === 'unknown') oracle.lost(id, durationMs, this.#now());
    else oracle.free(id);
    if (wire?.kind === 'answer' && wire.status === 429) this.audit.stop();
    if (wire?.kind === 'free' && wire.isTransient) this.audit.retrying(canonical);
  }

  #send(call: ModelCall, canonical: string): Promise<DecodedResponse<unknown>> {
    const appRun = this.#appRun;
    const crashes = (step: CrashStep): boolean =>
      reachesCrashPoint({ appRun, onCrash: (at) => this.#onCrash(at) }, step);
    const never = new Promise<never>(() => undefined);
    if (crashes('before sending')) return never;
    const row = this.#reserved.get(canonical) ?? null;
    this.#reserved.delete(canonical);
    const lane = this.#requested.get(canonical)?.lane ?? 'interactive';
    const attempt: Attempt = { call, canonical, lane, sentMs: this.clock.monotonicMs(), wire: null };
    if (row !== null) this.#attempts.set(row, attempt);
    const [thereMs, backMs] = this.#options.latency();
    const lost = this.#lose;
    this.#lose = null;
    this.#calls += 1;
    if (this.#freeFailures.left > 0) return this.#failFree(appRun, attempt, thereMs);
    return new Promise((resolve, reject) => {
      const later = (ms: number, task: () => void) => this.clock.after(ms, () => this.#deliver(appRun, task));
      if (lost !== null)
        later(TIMEOUT_MS, () => {
          attempt.wire = { kind: 'lost' };
          reject(new TransportFailure('timeout', true));
        });
      if (lost === false) return;
      this.clock.after(thereMs, () => {
        const { answer, served } = this.#answer(attempt, row);
        crashes('charged');
        if (lost !== null) return;
        const dateMs = Date.parse(answer.headers['date'] ?? '') + this.#wrongByMs;
        const headers = { ...answer.headers, date: new Date(dateMs).toUTCString() };
        this.#wrongByMs = 0;
        later(backMs, () => {
          if (crashes('response arrived')) return;
          served.answeredAtMs = this.nowMs();
          attempt.wire = { kind: 'answer', status: answer.status, rows: answer.rows, dateMs };
          resolve({ ...answer, headers, value: answer.body });
        });
      });
      crashes('in flight');
    });
  }

  #failFree(appRun: AppRun, attempt: Attempt, thereMs: number): Promise<DecodedResponse<unknown>> {
    const { left, status } = this.#freeFailures;
    this.#freeFailures = { left: left - 1, status };
    return new Promise((resolve, reject) =>
      this.clock.after(thereMs, () =>
        this.#deliver(appRun, () => {
          attempt.wire = { kind: 'free', isTransient: true };
          if (status === null) reject(new TransportFailure('connection', false));
          else resolve({ status, headers: {}, body: null, rows: 0, value: null });
        }),
      ),
    );
  }

  #answer({ call, canonical, lane, sentMs }: Attempt, row: number | null) {
    const atMs = this.nowMs();
    const answer = this.model.answer(call, atMs);
    const { status, rows } = answer;
    // In a run with a wrong clock, a 429 is excused if the app sent the call before it noticed the wrong
    // time, even if the response arrived after that.
    const isExcused = this.#isMisled || sentMs <= this.#misledUntilMs || this.#hasTooManyCompanies(answer);
    if (status === 429 && isExcused) this.misled.refusals += 1;
    const served: ServedCall = {
      row,
      canonical,
      call,
      lane,
      status,
      rows,
      atMs,
      limitType: status === 429 ? (this.model.refusals.at(-1)?.type ?? null) : null,
      sentAtMs: this.#options.startMs + sentMs,
      answeredAtMs: null,
      reading: status === 200 && call.kind === 'stats' ? readingOf(answer.body) : null,
    };
    if (status === 429 && !isExcused && this.transcript.some((earlier) => isCheckOf(earlier, served)))
      this.misled.corrections += 1;
    this.transcript.push(served);
    for (const [counter, amount] of Object.entries(this.drift()))
      if (amount < 0)
        (this.#hasResponse ? this.shortfalls : this.unplaced).push(
          `${counter} ${amount} at ${new Date(this.nowMs()).toISOString()}`,
        );
    return { answer, served };
  }

  /**
   * Returns whether a 429 for the day's company limit is excused because a run with a wrong clock exceeded
   * the limit (ADR 38). Only the ledger's count is used, because the app and the service may have counted a
   * company on different days.
   */
  #hasTooManyCompanies({ body }: ModelAnswer): boolean {
    const isNamed = Reflect.get(Object(body), 'limit_type') === 'daily_company_detail';
    if (!isNamed || this.misled.starts === 0) return false;
    const counted = this.model.usage(this.nowMs()).companies + (this.drift()['companies'] ?? 0);
    return counted > this.#options.limits.companies;
  }

  #stepsOf(call: ModelCall, canonical: string): CallSteps<unknown> {
    const appRun = this.#appRun;
    const crashes = (step: CrashStep): void => {
      if (reachesCrashPoint({ appRun, onCrash: (at) => this.#onCrash(at) }, step)) throw new AppCrashed();
    };
    return {
      send: () => this.#send(call, canonical),
      store: () => {
        crashes('before the store');
        crashes('stored');
      },
      fail: (answered) => {
        throw new AppFailure({ kind: 'upstream', status: answered.status, code: null, retryable: false });
      },
    };
  }

  #enqueue(canonical: string, call: ModelCall, lane: Lane): void {
    const waiting = this.#running.get(canonical) ?? 0;
    this.#running.set(canonical, waiting + 1);
    // A second caller joins a call that is already waiting. The oracle ignores the second caller unless it
    // makes the call interactive.
    const isHurried =
      lane === 'interactive' &&
      !this.#underWay.has(canonical) &&
      this.#requested.get(canonical)?.lane !== 'interactive';
    if (waiting > 0 && !isHurried) return;
    this.#requested.set(canonical, { call, lane });
    if (lane === 'interactive') this.audit.enqueue(canonical, call);
  }

  async #run(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string> {
    const appRun = this.#appRun;
    const governor = this.governor();
    const governed = governedCallOf(call);
    const { canonical } = governed;
    try {
      const { cost } = governor.preview(governed);
      this.#enqueue(canonical, call, lane ?? 'interactive');
      const running = governor.run(governed, contextOf(cost, lane), this.#stepsOf(call, canonical));
      const { value, serverNowMs } = await running;
      if (call.kind === 'stats' && appRun.isAlive) {
        this.#pendingReading = serverNowMs === this.#adoptedAtMs ? null : reportedUsage(value);
        governor.reconcile(readingOf(value), serverNowMs);
        this.#adoptedAtMs = serverNowMs;
      }
      return 'ok';
    } catch (error) {
      if (error instanceof AppCrashed || !appRun.isAlive) return 'died';
      if (error instanceof AppFailure) return error.appError.kind;
      throw error;
    } finally {
      if (appRun.isAlive) {
        this.audit.ended(canonical);
        this.#running.set(canonical, (this.#running.get(canonical) ?? 1) - 1);
      }
    }
  }

  call(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string> {
    return this.#run(call, lane);
  }
  confirm(): Promise<'ok' | string> {
    return this.#run({ kind: 'stats', companyId: null, rowsRequested: 1, rowsFound: 1 });
  }
}

/**
 * Returns the usage of each budget as reported in a `/stats` response. `monthly_export` covers two budgets
 * [R-8-7].
 */
function reportedUsage(body: unknown): ReportedUsage {
  const { budgets } = readingOf(body);
  const of = (figures: StatsBudget | null) =>
    figures?.used === null || figures === null
      ? null
      : { used: figures.used, resetsAtMs: figures.resetsAtMs ?? Infinity };
  return {
    day: of(budgets.daily),
    'month-requests': of(budgets.monthly),
    'month-records': of(budgets.monthlyExport),
    'companies-day': of(budgets.dailyCompanyDetail),
    'page-turns': of(budgets.monthlyPagination),
    export: of(budgets.monthlyExport),
  } satisfies Record<Counted, unknown>;
}

/** Returns the ledger's counters, including reservations, minus the service's counters. */
function differences(db: WriteDb, model: QuotaModel, atMs: number): Record<string, number> {
  const usage = model.usage(atMs);
  const dayMs = Math.floor(atMs / 86_400_000) * 86_400_000;
  const monthMs = Date.UTC(new Date(atMs).getUTCFullYear(), new Date(atMs).getUTCMonth(), 1);
  const counters = all(
    db,
    'SELECT budget, start_ms, spent + unknown + others + corrected AS total FROM counter WHERE start_ms IN (:dayMs, :monthMs)',
    { dayMs, monthMs },
  );
  const [held] = all(
    db,
    `SELECT COALESCE(SUM(reserved_requests), 0) AS requests, COALESCE(SUM(reserved_records), 0) AS records,
       COALESCE(SUM(reserved_page_turns), 0) AS turns, COALESCE(SUM(reserved_companies), 0) AS companies
     FROM entry WHERE state = 'reserved'`,
  );
  if (held === undefined) throw new Error('the ledger returned no sums');
  const total = (budget: string, startMs: number): number => {
    const row = counters.find((line) => text(line, 'budget') === budget && num(line, 'start_ms') === startMs);
    return row === undefined ? 0 : num(row, 'total');
  };
  return {
    day: total('day', dayMs) + num(held, 'requests') - usage.day,
    monthRequests: total('month-requests', monthMs) + num(held, 'requests') - usage.monthRequests,
    records: total('month-records', monthMs) + num(held, 'records') - usage.records,
    export: total('export', monthMs) + num(held, 'records') - usage.records,
    companies: total('companies-day', dayMs) + num(held, 'companies') - usage.companies,
    pageTurns: total('page-turns', monthMs) + num(held, 'turns') - usage.pageTurns,
  };
}

export { settled };
