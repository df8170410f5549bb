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
import type { StatsBudget, StatsReading } from '../../../electron/core/service-api/decoders/stats-reading.ts';
import { readClockPair } from '../../../electron/core/database/queries/ledger/account-state.ts';
import { createAudit, type Audit } from './decision-audit.ts';
import { createFakeClock, settled, type FakeClock } from '../app/fake-clock.ts';
import { createQuotaModel, type ModelCall, type ModelLimits, type QuotaModel } from './service-model.ts';
import { Died, mortal, reach, type CrashStep, type Life, type Written } from './crash-points.ts';
import type { Counted, Told } from './oracle.ts';

/** A governor, the model of the service it talks to, and a network between them that delays and loses. */
export interface QuotaWorld {
  readonly clock: FakeClock;
  readonly model: QuotaModel;
  readonly db: WriteDb;
  readonly audit: Audit;
  governor(): Governor;
  /** True time, Unix ms. */
  nowMs(): number;
  /** Makes a call at its price as of now; resolves to how it ended. */
  call(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string>;
  /** `/stats`, reconciled. */
  confirm(): Promise<'ok' | string>;
  /** The next call's answer is lost, having reached the service or not; null: it is not lost after all. */
  loseNext(reached: boolean | null): void;
  /** The next attempts cost nothing: never connected (`null`), or answered with this status, such as 503. */
  failNext(times: number, status: number | null): void;
  /** Ends this run of the app, politely or not, and starts the next. */
  restart(politely: boolean): void;
  /** Ends this run only; `restart` begins the next. */
  kill(): void;
  /** This run, or the next where it is dead, dies at the `nth` time that it reaches the step; `isDead` tells. */
  dieAt(step: CrashStep, nth: number): void;
  isDead(): boolean;
  /** Laptop asleep: time goes on, the service works, the app's timers and answers come when it wakes. */
  sleep(ms: number): Promise<void>;
  /** Where the ledger counts less than the service does, checked at every charge. */
  readonly shortfalls: string[];
  /** The same before a run of the app heard one answer: what was lost meanwhile cannot be placed yet. */
  readonly unplaced: string[];
  /** Rows that tell another story than the wire. */
  readonly wrongRows: string[];
  /** 429s after a laptop clock was set forward while no run of the app could see it, until that run hears one answer. */
  readonly misled: { starts: number; refusals: number };
  /** Deaths, by the step at which they came. */
  readonly deaths: Map<CrashStep, number>;
  /** Background calls that went, with what was held of the budgets before each. */
  readonly background: Went[];
  /** Everything that the service answered, in its order. */
  readonly transcript: readonly Heard[];
  /** Ledger minus service, by counter, in the service's windows of now. */
  drift(): Readonly<Record<string, number>>;
  readonly calls: () => number;
}

export interface Went {
  readonly lane: Lane;
  readonly call: ModelCall;
  readonly companies: number;
  readonly dayHeld: number;
  readonly companiesHeld: number;
}

/** One call as the service saw it, and the ledger row under which it was sent. */
export interface Heard {
  readonly row: number | null;
  readonly canonical: string;
  readonly status: number;
  readonly rows: number;
  readonly atMs: number;
  readonly call: ModelCall;
  readonly lane: Lane;
  /** The kind of limit that a 429 named. */
  readonly limitType: string | null;
  readonly sentAtMs: number;
  /** When the app had the answer; null: never. */
  heardAtMs: number | null;
}

export interface WorldOptions {
  readonly limits: ModelLimits;
  readonly startMs: number;
  readonly skewMs: number;
  readonly countsItself?: boolean;
  /** Delays there and back of each call, ms. */
  readonly latency: () => readonly [thereMs: number, backMs: number];
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TIMEOUT_MS = 30_000;

export function governedCallOf(call: ModelCall): GovernedCall {
  const isList = call.kind === 'list';
  const worst: Cost = {
    requests: 1,
    records: call.rowsAsked,
    pageTurns: isList ? 1 : 0,
    companies: call.companyId === null ? 0 : 1,
  };
  const endpoint = isList ? 'fundings' : call.kind;
  return {
    endpoint,
    canonical: `/${endpoint}/${call.companyId ?? ''}?limit=${call.rowsAsked}`,
    worst,
    certainty: 'up-to',
    companyId: call.companyId,
    rowsAsked: isList ? call.rowsAsked : null,
  };
}

export const contextOf = (accepted: Cost, lane: CallContext['lane'] = 'interactive'): CallContext => ({
  screen: 'search',
  reason: 'You',
  lane,
  accepted,
});

export function readingOf(body: unknown): StatsReading {
  const limits = (
    body as {
      rate_limits: Record<string, { limit: number; used: number; remaining: number; reset_unix: number }>;
    }
  ).rate_limits;
  const of = (name: string): StatsBudget | null => {
    const told = limits[name];
    return told === undefined
      ? null
      : {
          limit: told.limit,
          used: told.used,
          remaining: told.remaining,
          resetsAtMs: told.reset_unix * 1_000,
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
  | { readonly kind: 'free'; readonly isPassing: boolean };

/** One attempt: its row, and what the app was told on the wire. */
interface Attempt {
  readonly call: ModelCall;
  readonly canonical: string;
  readonly lane: Lane;
  readonly sentMs: number;
  wire: Wire | null;
}

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
  readonly misled = { starts: 0, refusals: 0 };
  readonly deaths = new Map<CrashStep, number>();
  readonly transcript: Heard[] = [];
  readonly #options: WorldOptions;
  readonly #attempts = new Map<number, Attempt>();
  /** Rows that say "reserved" and whose request has not left yet, by call. */
  readonly #reserved = new Map<string, number>();
  readonly background: Went[] = [];
  readonly #asked = new Map<string, { readonly call: ModelCall; readonly lane: Lane }>();
  /** Who waits for each call in this run of the app. */
  readonly #running = new Map<string, number>();
  readonly #underWay = new Set<string>();
  #life: Life = { isAlive: true, trap: null };
  #governor: Governor | null = null;
  #calls = 0;
  #lose: boolean | null = null;
  #passing: { left: number; status: number | null } = { left: 0, status: null };
  #asleep: Array<() => void> | null = null;
  #aheadMs: number;
  /** How far ahead the laptop's clock was when the app last noted the two times side by side; null: never. */
  #notedAheadMs: number | null = null;
  /** Two who ask at once share one reading. */
  /** What the reading told that is being reconciled. */
  #told: Told | null = null;
  #believedAtMs: number | null = null;
  #hasHeard = false;
  #isMisled = false;
  #misledUntilMs = -Infinity;
  #trapAtStart: Life['trap'] = null;

  constructor(options: WorldOptions) {
    this.#options = options;
    const clock = createFakeClock(options.startMs, () => this.#look());
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
    this.#passing = { left: times, status };
  }
  isDead(): boolean {
    return !this.#life.isAlive;
  }
  dieAt(step: CrashStep, nth: number): void {
    if (this.#life.isAlive) this.#life.trap = { step, left: nth };
    else this.#trapAtStart = { step, left: nth };
  }
  kill(): void {
    this.#life.isAlive = false;
    this.audit.clear();
  }

  restart(politely: boolean): void {
    if (politely && this.#life.isAlive) {
      try {
        this.governor().dispose();
      } catch (error) {
        if (!(error instanceof Died)) throw error;
      }
    }
    this.kill();
    this.#start();
  }

  #start(): void {
    this.#reserved.clear();
    this.#running.clear();
    this.#underWay.clear();
    const lastHeardMs = readClockPair(this.db)?.serverMs ?? null;
    const life: Life = { isAlive: true, trap: this.#trapAtStart };
    this.#trapAtStart = null;
    this.#life = life;
    this.#hasHeard = false;
    // What such a run sent may reach the service after its end.
    if (this.#isMisled) this.#misledUntilMs = this.clock.monotonicMs();
    this.#isMisled = this.#notedAheadMs !== null && this.#aheadMs > this.#notedAheadMs + 1_000;
    if (this.#isMisled) this.misled.starts += 1;
    try {
      this.#governor = this.#open(life);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#start();
      return;
    }
    this.audit.oracle.start(this.#now(), lastHeardMs);
  }

  #open(life: Life): Governor {
    return createGovernor({
      db: mortal(this.db, {
        life,
        onDeath: (step) => this.#died(step),
        onWritten: (written) => this.#written(written),
      }),
      clock: {
        ...this.clock,
        after: (delayMs, task) => this.clock.after(delayMs, () => this.#deliver(life, task)),
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
  #look(): void {
    if (this.#life.isAlive && this.#asleep === null) this.audit.look();
  }
  /** To the app, if this run still lives; once the laptop is awake. */
  #deliver(life: Life, task: () => void): void {
    if (!life.isAlive) return;
    if (this.#asleep !== null) this.#asleep.push(() => this.#deliver(life, task));
    else task();
  }
  async sleep(ms: number): Promise<void> {
    this.#asleep = [];
    await this.clock.advance(ms);
    const due = this.#asleep;
    this.#asleep = null;
    for (const task of due) {
      this.audit.forgive();
      task();
      await settled();
    }
    this.audit.forgive();
  }

  #died(step: CrashStep): void {
    this.deaths.set(step, (this.deaths.get(step) ?? 0) + 1);
    this.audit.clear();
  }

  #written(written: Written): void {
    if (written.kind === 'clock') {
      this.#notedAheadMs = this.#aheadMs;
      return;
    }
    if (written.kind === 'placed') {
      this.audit.oracle.placed(written.id, written, written.endedMs);
      return;
    }
    if (written.kind === 'reading') {
      // At the commit: the app may die right after it, or let a waiting call go by what it now knows.
      if (this.#told !== null) this.audit.oracle.believe(this.#told);
      this.#told = null;
      return;
    }
    const { id, state } = written;
    if (written.kind === 'row') {
      const { call: canonical } = written;
      const asked = this.#asked.get(canonical);
      if (state === 'other-device' || asked === undefined) return;
      const { call, lane } = asked;
      if (state === 'refused') {
        this.audit.refuses(canonical, written.detail ?? '');
        return;
      }
      this.audit.goes(canonical);
      if (lane !== 'interactive') this.#note(call, lane);
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

  #note(call: ModelCall, lane: Lane): void {
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

  /** The app settled a row: the oracle learns what the app heard, and the row must say the same. */
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
    if (wire?.kind === 'answer') this.#hasHeard = true;
    if (wire?.kind === 'answer') oracle.hear(wire.dateMs, sentMs, this.#now());
    if (wire?.kind === 'answer' && wire.status === 200) {
      oracle.charged(id, wire.rows, durationMs, this.#now());
      if (call.kind === 'stats') oracle.takeReading(id, this.#now());
    } else if (expected === 'unknown') oracle.lost(id, durationMs, this.#now());
    else oracle.free(id);
    if (wire?.kind === 'answer' && wire.status === 429) this.audit.stop();
    if (wire?.kind === 'free' && wire.isPassing) this.audit.retries(canonical);
  }

  #send(call: ModelCall, canonical: string): Promise<DecodedResponse<unknown>> {
    const life = this.#life;
    const mayDie = (step: CrashStep): boolean => reach({ life, onDeath: (at) => this.#died(at) }, step);
    const never = new Promise<never>(() => undefined);
    if (mayDie('at the send')) return never;
    const row = this.#reserved.get(canonical) ?? null;
    this.#reserved.delete(canonical);
    const lane = this.#asked.get(canonical)?.lane ?? 'interactive';
    const attempt: Attempt = { call, canonical, lane, sentMs: this.clock.monotonicMs(), wire: null };
    if (row !== null) this.#attempts.set(row, attempt);
    const [thereMs, backMs] = this.#options.latency();
    const lost = this.#lose;
    this.#lose = null;
    this.#calls += 1;
    if (this.#passing.left > 0) return this.#failPassing(life, attempt, thereMs);
    return new Promise((resolve, reject) => {
      const later = (ms: number, task: () => void) => this.clock.after(ms, () => this.#deliver(life, task));
      if (lost !== null)
        later(TIMEOUT_MS, () => {
          attempt.wire = { kind: 'lost' };
          reject(new TransportFailure('timeout', true));
        });
      if (lost === false) return;
      this.clock.after(thereMs, () => {
        const { answer, heard } = this.#answer(attempt, row);
        mayDie('charged');
        if (lost !== null) return;
        const dateMs = Date.parse(answer.headers['date'] ?? '');
        later(backMs, () => {
          if (mayDie('answer arrived')) return;
          heard.heardAtMs = this.nowMs();
          attempt.wire = { kind: 'answer', status: answer.status, rows: answer.rows, dateMs };
          resolve({ ...answer, value: answer.body });
        });
      });
      mayDie('on its way');
    });
  }

  #failPassing(life: Life, attempt: Attempt, thereMs: number): Promise<DecodedResponse<unknown>> {
    const { left, status } = this.#passing;
    this.#passing = { left: left - 1, status };
    return new Promise((resolve, reject) =>
      this.clock.after(thereMs, () =>
        this.#deliver(life, () => {
          attempt.wire = { kind: 'free', isPassing: true };
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
    // Also of a call that was under way when such a run took its place.
    const isExcused = this.#isMisled || sentMs <= this.#misledUntilMs;
    if (status === 429 && isExcused) this.misled.refusals += 1;
    const heard: Heard = {
      row,
      canonical,
      call,
      lane,
      status,
      rows,
      atMs,
      limitType: status === 429 ? (this.model.refusals.at(-1)?.type ?? null) : null,
      sentAtMs: this.#options.startMs + sentMs,
      heardAtMs: null,
    };
    this.transcript.push(heard);
    for (const [counter, amount] of Object.entries(this.drift()))
      if (amount < 0)
        (this.#hasHeard ? this.shortfalls : this.unplaced).push(
          `${counter} ${amount} at ${new Date(this.nowMs()).toISOString()}`,
        );
    return { answer, heard };
  }

  #stepsOf(call: ModelCall, canonical: string): CallSteps<unknown> {
    const life = this.#life;
    const mayDie = (step: CrashStep): void => {
      if (reach({ life, onDeath: (at) => this.#died(at) }, step)) throw new Died();
    };
    return {
      send: () => this.#send(call, canonical),
      store: () => {
        mayDie('before the store');
        mayDie('stored');
      },
      fail: (answered) => {
        throw new AppFailure({ kind: 'upstream', status: answered.status, code: null, retryable: false });
      },
    };
  }

  #enters(canonical: string, call: ModelCall, lane: Lane): void {
    const waiting = this.#running.get(canonical) ?? 0;
    this.#running.set(canonical, waiting + 1);
    // Who joins a call decides nothing, unless it waits in the background: then it goes as the seller's own.
    const isHurried =
      lane === 'interactive' &&
      !this.#underWay.has(canonical) &&
      this.#asked.get(canonical)?.lane !== 'interactive';
    if (waiting > 0 && !isHurried) return;
    this.#asked.set(canonical, { call, lane });
    if (lane === 'interactive') this.audit.asked(canonical, call);
  }

  async #make(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string> {
    const life = this.#life;
    const governor = this.governor();
    const governed = governedCallOf(call);
    const { canonical } = governed;
    try {
      const { cost } = governor.preview(governed);
      this.#enters(canonical, call, lane ?? 'interactive');
      const made = governor.run(governed, contextOf(cost, lane), this.#stepsOf(call, canonical));
      const { value, serverNowMs } = await made;
      if (call.kind === 'stats' && life.isAlive) {
        this.#told = serverNowMs === this.#believedAtMs ? null : toldOf(value);
        governor.reconcile(readingOf(value), serverNowMs);
        this.#believedAtMs = serverNowMs;
      }
      return 'ok';
    } catch (error) {
      if (error instanceof Died || !life.isAlive) return 'died';
      if (error instanceof AppFailure) return error.appError.kind;
      throw error;
    } finally {
      if (life.isAlive) {
        this.audit.ended(canonical);
        this.#running.set(canonical, (this.#running.get(canonical) ?? 1) - 1);
      }
    }
  }

  call(call: ModelCall, lane?: CallContext['lane']): Promise<'ok' | string> {
    return this.#make(call, lane);
  }
  confirm(): Promise<'ok' | string> {
    return this.#make({ kind: 'stats', companyId: null, rowsAsked: 1, rowsFound: 1 });
  }
}

/** What a reading tells, by the budget it counts; `monthly_export` stands for the records too [R-8-7]. */
function toldOf(body: unknown): Told {
  const { budgets } = readingOf(body);
  const of = (told: StatsBudget | null) =>
    told?.used === null || told === null
      ? null
      : { used: told.used, resetsAtMs: told.resetsAtMs ?? Infinity };
  return {
    day: of(budgets.daily),
    'month-requests': of(budgets.monthly),
    'month-records': of(budgets.monthlyExport),
    'companies-day': of(budgets.dailyCompanyDetail),
    'page-turns': of(budgets.monthlyPagination),
    export: of(budgets.monthlyExport),
  } satisfies Record<Counted, unknown>;
}

/** What the ledger file counts in the service's own windows, everything included, minus what the service counts. */
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
  if (held === undefined) throw new Error('no sum');
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
