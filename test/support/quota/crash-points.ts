import {
  createHandle,
  type SqlParams,
  type SqlValues,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';

/** The points during a call at which a simulated crash can happen, in order. */
export const CRASH_STEPS = [
  'before the row',
  'row not committed',
  'reserved',
  'before sending',
  'in flight',
  'charged',
  'response arrived',
  'before the store',
  'stored',
  'settling',
  'settled',
  'reading',
  'any statement',
] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/** One run of the app. After a crash, the run executes no more timers, statements or requests. */
export interface AppRun {
  isAlive: boolean;
  /**
   * The planned crash; null if none is planned. Each time the run reaches `step`, `left` decreases by one.
   * When `left` is zero, the run crashes.
   */
  trap: { readonly step: CrashStep; left: number } | null;
}

export class AppCrashed extends Error {
  constructor() {
    super('this run of the app has crashed');
  }
}

/** A committed change to the ledger. */
export type Written =
  | {
      readonly kind: 'row';
      readonly id: number;
      readonly state: string;
      readonly call: string;
      readonly detail: string | null;
    }
  | { readonly kind: 'outcome'; readonly id: number; readonly state: string; readonly detail: string | null }
  | {
      readonly kind: 'placed';
      readonly id: number;
      readonly fromMs: number;
      readonly toMs: number;
      readonly endedMs: number;
    }
  | { readonly kind: 'clock' }
  /** The ledger was reconciled with a `/stats` response. */
  | { readonly kind: 'reading' };

export interface CrashOptions {
  readonly appRun: AppRun;
  /** Called once, when the run crashes. */
  readonly onCrash: (step: CrashStep) => void;
  /** Called after a commit, once for each change in it, in the order of the changes. */
  readonly onWritten: (written: Written) => void;
}

/**
 * Returns true if this run crashes at the step or has crashed before. In both cases, the caller must stop.
 */
export function reachesCrashPoint(
  { appRun, onCrash }: Omit<CrashOptions, 'onWritten'>,
  step: CrashStep,
): boolean {
  const { trap } = appRun;
  if (!appRun.isAlive) return true;
  if (trap === null || trap.step !== step) return false;
  trap.left -= 1;
  if (trap.left > 0) return false;
  appRun.isAlive = false;
  appRun.trap = null;
  onCrash(step);
  return true;
}

type Handle = Parameters<typeof createHandle>[0];

/**
 * Returns a ledger handle for one run of the app. The handle can simulate a crash, which rolls back
 * uncommitted changes as it would in SQLite.
 */
export function crashableDatabase(db: WriteDb, options: CrashOptions): WriteDb {
  const handle = db as unknown as Handle;
  const { appRun, onWritten } = options;
  let written: Written[] = [];
  const crash = (step: CrashStep): void => {
    if (!reachesCrashPoint(options, step)) return;
    if (handle.inTransaction()) handle.exec('ROLLBACK');
    throw new AppCrashed();
  };
  const statement = <T>(body: () => T): T => {
    crash('any statement');
    return body();
  };
  const isOf = (kind: Written['kind'], state?: string): boolean =>
    written.some(
      (each) => each.kind === kind && (state === undefined || (each.kind === 'row' && each.state === state)),
    );
  return createHandle({
    all: (sql, params) => statement(() => handle.all(sql, params)),
    get: (sql, params) => statement(() => handle.get(sql, params)),
    iterate: (sql, params) => statement(() => handle.iterate(sql, params)),
    run: (sql, params) => {
      const named = isNamed(params) ? params : {};
      const isRow = sql.startsWith('INSERT INTO entry') && named['state'] === 'reserved';
      if (isRow) crash('before the row');
      const result = statement(() => handle.run(sql, params));
      const note = writtenBy(sql, named, result.lastId);
      // Within a transaction, the change is reported only after COMMIT. Outside one, the statement is already
      // committed.
      if (note !== null && handle.inTransaction()) written.push(note);
      else if (note !== null) onWritten(note);
      if (isRow) crash('row not committed');
      if (note?.kind === 'outcome') crash('settling');
      if (sql.startsWith('INSERT INTO reading')) crash('reading');
      return result;
    },
    exec: (sql) => {
      statement(() => handle.exec(sql));
      if (sql.startsWith('BEGIN') || sql === 'ROLLBACK') written = [];
      if (sql !== 'COMMIT') return;
      const [isReserved, isSettled] = [isOf('row', 'reserved'), isOf('outcome')];
      const all = written;
      written = [];
      for (const each of all) onWritten(each);
      if (isReserved) crash('reserved');
      if (isSettled) crash('settled');
    },
    inTransaction: () => appRun.isAlive && handle.inTransaction(),
    close: () => undefined,
  });
}

const isNamed = (params: SqlParams | SqlValues): params is SqlParams => !Array.isArray(params);

function writtenBy(sql: string, params: SqlParams, lastId: number): Written | null {
  const textOf = (name: string): string => String(params[name]);
  const detail = params['detail'] == null ? null : textOf('detail');
  if (sql.startsWith('INSERT INTO entry'))
    return { kind: 'row', id: lastId, state: textOf('state'), call: textOf('call'), detail };
  const numberOf = (name: string): number => Number(params[name]);
  if (sql.startsWith('UPDATE entry SET from_ms'))
    return {
      kind: 'placed',
      id: numberOf('id'),
      fromMs: numberOf('fromMs'),
      toMs: numberOf('toMs'),
      endedMs: numberOf('completedMs'),
    };
  if (sql.startsWith('UPDATE entry'))
    return {
      kind: 'outcome',
      id: Number(params['id']),
      state: textOf('state'),
      detail,
    };
  if (sql.startsWith('INSERT INTO reading (')) return { kind: 'reading' };
  return sql.startsWith('INSERT INTO clock_pair') ? { kind: 'clock' } : null;
}
