import { AppFailure } from '../../shared/app-failure.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type {
  Answered,
  CallContext,
  CallSteps,
  Fetched,
  GovernedCall,
} from '../../electron/core/api/exchange.ts';
import { ledgerMigrations } from '../../electron/core/db/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import { all, num, text, type WriteDb } from '../../electron/core/db/sql.ts';
import { TransportFailure, type Logger } from '../../electron/core/ports.ts';
import type { Governor } from '../../electron/core/quota/governor-port.ts';
import { createGovernor, type GovernorOptions } from '../../electron/core/quota/governor.ts';
import type { StatsBudget, StatsReading } from '../../electron/core/quota/stats-reading.ts';
import { createFakeClock, settled, type FakeClock } from './fake-clock.ts';
import { createQuotaModel, type ModelCall, type ModelLimits, type QuotaModel } from './quota-model.ts';

/** A governor, the model of the service it talks to, and a network between them that delays and loses. */
export interface QuotaWorld {
  readonly clock: FakeClock;
  readonly model: QuotaModel;
  readonly db: WriteDb;
  governor(): Governor;
  /** True time, Unix ms. */
  nowMs(): number;
  /** Makes a call at its price as of now; resolves to how it ended. */
  call(call: ModelCall): Promise<'ok' | string>;
  /** `/stats`, reconciled. */
  confirm(): Promise<'ok' | string>;
  /** The next call's answer is lost, having reached the service or not; null: it is not lost after all. */
  loseNext(reached: boolean | null): void;
  /** The next attempts cost nothing: never connected (`null`), or answered with this status, such as 503. */
  failNext(times: number, status: number | null): void;
  /** Ends this run of the app, politely or not, and starts the next. */
  restart(politely: boolean): void;
  /** Where the ledger counts less than the service does, checked at every charge. */
  readonly shortfalls: string[];
  /** Ledger minus service, by counter, in the service's windows of now. */
  drift(): Readonly<Record<string, number>>;
  readonly calls: () => number;
}

export interface WorldOptions {
  readonly limits: ModelLimits;
  readonly startMs: number;
  readonly skewMs: number;
  readonly countsItself?: boolean;
  readonly plantedDefect?: GovernorOptions['plantedDefect'];
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

export function createQuotaWorld(options: WorldOptions): QuotaWorld {
  const clock = createFakeClock(options.startMs);
  clock.setWall(options.skewMs);
  const nowMs = (): number => options.startMs + clock.elapsedMs();
  const model = createQuotaModel(options.limits, { countsItself: options.countsItself ?? false });
  const db = openLedger(':memory:', clock);
  const shortfalls: string[] = [];
  let run = { isAlive: true };
  let calls = 0;
  let lose: boolean | null = null;
  let passing: { left: number; status: number | null } = { left: 0, status: null };
  const start = (own: { isAlive: boolean }): Governor =>
    createGovernor({
      db,
      // A process that crashed does nothing more, whatever it had waited for.
      clock: { ...clock, after: (delayMs, task) => clock.after(delayMs, () => own.isAlive && task()) },
      log: silent,
      publishChanged: () => undefined,
      random: () => 0.5,
      plantedDefect: options.plantedDefect,
      documentedLimits: {
        minute: options.limits.perMinute,
        day: options.limits.daily,
        'month-requests': options.limits.monthly,
        'month-records': options.limits.records,
        export: options.limits.records,
        'companies-day': options.limits.companies,
        'page-turns': options.limits.pageTurns,
      },
    });
  let governor = start(run);

  const drift = (): Readonly<Record<string, number>> => differences(db, model, nowMs());
  const checkCharge = (): void => {
    for (const [counter, amount] of Object.entries(drift()))
      if (amount < 0) shortfalls.push(`${counter} ${amount}`);
  };
  const send = (call: ModelCall): Promise<Answered<unknown>> => {
    const own = run;
    const [thereMs, backMs] = options.latency();
    const lost = lose;
    lose = null;
    calls += 1;
    if (passing.left > 0) {
      passing = { ...passing, left: passing.left - 1 };
      const { status } = passing;
      return new Promise((resolve, reject) =>
        clock.after(thereMs, () => {
          if (!own.isAlive) return;
          if (status === null) reject(new TransportFailure('connection', false));
          else resolve({ status, headers: {}, body: null, rows: 0, value: null });
        }),
      );
    }
    return new Promise((resolve, reject) => {
      if (lost !== null)
        clock.after(TIMEOUT_MS, () => own.isAlive && reject(new TransportFailure('timeout', true)));
      if (lost === false) return;
      clock.after(thereMs, () => {
        const answer = model.answer(call, nowMs());
        checkCharge();
        if (lost === null)
          clock.after(backMs, () => own.isAlive && resolve({ ...answer, value: answer.body }));
      });
    });
  };
  const stepsOf = (call: ModelCall): CallSteps<unknown> => ({
    send: () => send(call),
    store: () => undefined,
    fail: (answered) => {
      throw new AppFailure({ kind: 'upstream', status: answered.status, code: null, retryable: false });
    },
  });
  const make = async (call: ModelCall): Promise<Fetched<unknown>> => {
    const governed = governedCallOf(call);
    return governor.run(governed, contextOf(governor.preview(governed).cost), stepsOf(call));
  };
  const ending = async (work: Promise<unknown>): Promise<'ok' | string> => {
    try {
      await work;
      return 'ok';
    } catch (error) {
      if (error instanceof AppFailure) return error.appError.kind;
      throw error;
    }
  };
  return {
    clock,
    model,
    db,
    shortfalls,
    nowMs,
    drift,
    calls: () => calls,
    governor: () => governor,
    call: (call) => ending(make(call)),
    confirm: () => {
      const own = run;
      const call: ModelCall = { kind: 'stats', companyId: null, rowsAsked: 1, rowsFound: 1 };
      return ending(
        make(call).then(({ value, serverNowMs }) => {
          if (own === run) governor.reconcile(readingOf(value), serverNowMs);
        }),
      );
    },
    loseNext: (reached) => {
      lose = reached;
    },
    failNext: (times, status) => {
      passing = { left: times, status };
    },
    restart: (politely) => {
      if (politely) governor.dispose();
      run.isAlive = false;
      run = { isAlive: true };
      governor = start(run);
    },
  };
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
