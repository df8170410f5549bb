import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { openWorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import {
  all,
  close,
  createHandle,
  exec,
  get,
  iterate,
  run,
  type ReadDb,
  type SqlParams,
  type SqlValues,
  type WriteDb,
} from '../../electron/core/database/sql.ts';
import type { MadePage } from './pages.ts';
import { clock, closeProduct, ingestAll, log, openCheckpoints, openProduct } from './product.ts';
import { startTimes } from '../lib/times.ts';

/*
 * Measures how fast pages could be stored if the product's own code took no time. While the product stores the
 * pages, every SQL statement that it executes is recorded with its values. The statements are then repeated in a
 * new workspace: once all of them, and once only those that change the file.
 */

/**
 * A recorded statement, or the start of a checkpoint in the worker. `idle` is a statement that could have changed
 * the file, but changed nothing.
 */
type Step =
  | {
      readonly kind: 'query' | 'change' | 'idle';
      readonly sql: string;
      readonly params: SqlParams | SqlValues;
    }
  | { readonly kind: 'exec'; readonly sql: string }
  | { readonly kind: 'checkpoint' };

/** Repeats recorded statements in a separate workspace. */
interface Replay {
  readonly cache: ReadDb;
  /**
   * Repeats the statements of `count` pages, beginning with the page `from`. Pages must be repeated in order.
   * Returns the duration in seconds, and waits for the last checkpoint, whose time does not count.
   */
  repeat(from: number, count: number): Promise<number>;
  close(): Promise<void>;
}

export interface Floor {
  /** All statements. */
  readonly statements: Replay;
  /** Only the statements that change the file, and the commits. */
  readonly changes: Replay;
  readonly statementsPerPage: number;
  close(): Promise<void>;
}

/** Stores `pages` with the product and records the statements. Uses new files below `folder`. */
export async function recordFloor(folder: string, pages: readonly MadePage[]): Promise<Floor> {
  const recorded = await recordProduct(join(folder, 'product'), pages);
  const onlyChanges = recorded.map((steps) =>
    steps.filter(({ kind }) => kind !== 'query' && kind !== 'idle'),
  );
  const statements = createReplay(join(folder, 'statements'), recorded);
  const changes = createReplay(join(folder, 'changes'), onlyChanges);
  const executed = recorded.flat().filter(({ kind }) => kind !== 'checkpoint');
  return {
    statements,
    changes,
    statementsPerPage: executed.length / pages.length,
    close: async () => {
      await statements.close();
      await changes.close();
    },
  };
}

/** Stores the pages with the product. Returns the steps of each page. */
async function recordProduct(
  folder: string,
  pages: readonly MadePage[],
): Promise<readonly (readonly Step[])[]> {
  const recorded: Step[][] = [];
  let steps: Step[] = [];
  const product = openProduct(folder, {
    observe: (cache) => recording(cache, (step) => steps.push(step)),
    checkpoint: () => steps.push({ kind: 'checkpoint' }),
  });
  for (const page of pages) {
    await ingestAll(product, [page]);
    recorded.push(steps);
    steps = [];
  }
  await closeProduct(product);
  return recorded;
}

function recording(db: WriteDb, record: (step: Step) => void): WriteDb {
  let isOpen = false;
  return createHandle({
    all: (sql, params) => {
      record({ kind: 'query', sql, params });
      return all(db, sql, params);
    },
    get: (sql, params) => {
      record({ kind: 'query', sql, params });
      return get(db, sql, params);
    },
    iterate: (sql, params) => {
      record({ kind: 'query', sql, params });
      return iterate(db, sql, params);
    },
    run: (sql, params) => {
      const result = run(db, sql, params);
      record({ kind: result.changes > 0 ? 'change' : 'idle', sql, params });
      return result;
    },
    exec: (sql) => {
      record({ kind: 'exec', sql });
      exec(db, sql);
      isOpen = sql.startsWith('BEGIN');
    },
    inTransaction: () => isOpen,
    close: () => close(db),
  });
}

function createReplay(folder: string, pages: readonly (readonly Step[])[]): Replay {
  // Outside V8's heap, so the steps do not lengthen the garbage collections that the benchmark measures.
  const stored = pages.map((steps) => serialize(steps));
  const files = openWorkspaceFiles(folder, { clock, log });
  const worker = openCheckpoints(folder);
  return {
    cache: files.cache,
    repeat: async (from, count) => {
      let ms = 0;
      let last = Promise.resolve();
      for (const bytes of stored.slice(from, from + count)) {
        const steps = deserialize(bytes) as readonly Step[];
        const end = startTimes();
        for (const step of steps)
          if (step.kind === 'checkpoint') last = worker.fold();
          else if (step.kind === 'exec') exec(files.cache, step.sql);
          else if (step.kind === 'query') all(files.cache, step.sql, step.params);
          else run(files.cache, step.sql, step.params);
        ms += end().ms;
        await nextTurn();
      }
      await last;
      return ms / 1_000;
    },
    close: async () => {
      await worker.stop();
      files.close();
    },
  };
}
