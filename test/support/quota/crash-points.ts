import { createHandle, type SqlParams, type WriteDb } from '../../../electron/core/database/sql.ts';

/** Where a run of the app can be made to die, in the order of a call: reserve → send → receive → store → settle. */
export const CRASH_STEPS = [
  'before the row',
  'row not committed',
  'reserved',
  'at the send',
  'on its way',
  'charged',
  'answer arrived',
  'before the store',
  'stored',
  'settling',
  'settled',
  'reading',
  'any statement',
] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/** A run of the app. Dead, it does nothing more: no timer, no statement, no request. */
export interface Life {
  isAlive: boolean;
  /** Dies at the `left`-th time this step is reached. */
  trap: { readonly step: CrashStep; left: number } | null;
}

export class Died extends Error {
  constructor() {
    super('this run of the app is dead');
  }
}

/** What a committed transaction wrote of the ledger's rows. */
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
  /** A `/stats` reading was taken into the counts. */
  | { readonly kind: 'reading' };

export interface MortalOptions {
  readonly life: Life;
  /** Called once, when it dies. */
  readonly onDeath: (step: CrashStep) => void;
  /** After each COMMIT, in order. */
  readonly onWritten: (written: Written) => void;
}

/** True where the trap snapped; the caller stops there. */
export function reach({ life, onDeath }: Omit<MortalOptions, 'onWritten'>, step: CrashStep): boolean {
  const { trap } = life;
  if (!life.isAlive) return true;
  if (trap === null || trap.step !== step) return false;
  trap.left -= 1;
  if (trap.left > 0) return false;
  life.isAlive = false;
  life.trap = null;
  onDeath(step);
  return true;
}

type Handle = Parameters<typeof createHandle>[0];

/** The database as one run of the app sees it: what was not committed when it dies is rolled back, as SQLite would. */
export function mortal(db: WriteDb, options: MortalOptions): WriteDb {
  const handle = db as unknown as Handle;
  const { life, onWritten } = options;
  let written: Written[] = [];
  const mayDie = (step: CrashStep): void => {
    if (!reach(options, step)) return;
    if (handle.inTransaction()) handle.exec('ROLLBACK');
    throw new Died();
  };
  const statement = <T>(body: () => T): T => {
    mayDie('any statement');
    return body();
  };
  const isOf = (kind: Written['kind'], state?: string): boolean =>
    written.some(
      (each) => each.kind === kind && (state === undefined || (each.kind === 'row' && each.state === state)),
    );
  return createHandle({
    all: (sql, params) => statement(() => handle.all(sql, params)),
    get: (sql, params) => statement(() => handle.get(sql, params)),
    run: (sql, params) => {
      const isRow = sql.startsWith('INSERT INTO entry') && params['state'] === 'reserved';
      if (isRow) mayDie('before the row');
      const result = statement(() => handle.run(sql, params));
      const note = writtenBy(sql, params, result.lastId);
      // Outside a transaction every statement is its own.
      if (note !== null && handle.inTransaction()) written.push(note);
      else if (note !== null) onWritten(note);
      if (isRow) mayDie('row not committed');
      if (note?.kind === 'outcome') mayDie('settling');
      if (sql.startsWith('INSERT INTO reading')) mayDie('reading');
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
      if (isReserved) mayDie('reserved');
      if (isSettled) mayDie('settled');
    },
    inTransaction: () => life.isAlive && handle.inTransaction(),
    close: () => undefined,
  });
}

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
