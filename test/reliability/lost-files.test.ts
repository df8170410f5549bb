import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recreateLedger } from '../../electron/core/backup/recreate-ledger.ts';
import { inspectFiles, openWorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { get, num, type ReadDb } from '../../electron/core/database/sql.ts';
import { DOCUMENTED_LIMITS } from '../../electron/core/quota/policy/costs.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import { number, reportFigure } from '../security/support/figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { fillDay } from '../support/durability/damage.ts';
import { storeIn, surroundings } from '../support/durability/fixtures.ts';
import { dice, type Dice } from '../support/durability/power-loss.ts';
import { tabulate } from './figures.ts';

/*
 * Figure C6: one of a workspace's files is lost, truncated or replaced with an older version. The app must
 * not silently reset or roll back user data, and the ledger must never count fewer requests than were made.
 */

const CUTS = IS_FULL ? 40 : 1;
const NAMES = ['yours', 'ledger', 'cache'] as const;
const PARTS = ['.db', '.db-wal', '.db-shm'] as const;
type Name = (typeof NAMES)[number];
type State = 'closed' | 'killed';

const rowsIn = (db: ReadDb, table: string): number => {
  const row = get(db, `SELECT count(*) AS n FROM ${table}`);
  return row === null ? 0 : num(row, 'n');
};

interface Counts {
  readonly notes: number;
  readonly requests: number;
  readonly companies: number;
}
const countsIn = (files: { yours: ReadDb; ledger: ReadDb; cache: ReadDb }): Counts => ({
  notes: rowsIn(files.yours, 'note'),
  requests: rowsIn(files.ledger, 'entry'),
  companies: rowsIn(files.cache, 'company'),
});

let root = '';
/**
 * Copies of the workspace on two days. There are two copies for each day: one after a normal exit, and one
 * after the app was killed.
 */
const days: Record<string, string> = {};
const expected: Record<string, Counts> = {};
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-lost-'));
  const folder = join(root, 'workspace');
  for (const day of ['yesterday', 'today']) {
    const files = openWorkspaceFiles(folder, surroundings);
    fillDay(files, day === 'today' ? 1_000 : 0);
    storeIn(folder).make('daily', files.yours);
    fillDay(files, day === 'today' ? 3_000 : 2_000);
    expected[day] = countsIn(files);
    for (const state of ['killed', 'closed'] as const) {
      if (state === 'closed') files.close();
      days[`${day} ${state}`] = join(root, `${day}-${state}`);
      cpSync(folder, join(root, `${day}-${state}`), { recursive: true });
    }
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Loss {
  readonly name: string;
  /**
   * Damages, removes or replaces the file. Returns false if the file does not exist, or if there is no older
   * file to replace it with.
   */
  make(file: string, older: string, throwDice: Dice): boolean;
}
const onFile =
  (change: (file: string, throwDice: Dice) => void) =>
  (file: string, _older: string, throwDice: Dice): boolean => {
    if (!existsSync(file)) return false;
    change(file, throwDice);
    return true;
  };
const LOSSES: readonly Loss[] = [
  { name: 'missing', make: onFile((file) => rmSync(file)) },
  { name: 'emptied', make: onFile((file) => truncateSync(file, 0)) },
  {
    name: 'truncated',
    make: onFile((file, throwDice) => truncateSync(file, throwDice(readFileSync(file).length))),
  },
  {
    name: 'from another day',
    make: (file, older) => {
      if (!existsSync(older)) return false;
      writeFileSync(file, readFileSync(older));
      return true;
    },
  },
];

interface Case {
  readonly state: State;
  readonly name: Name;
  readonly part: (typeof PARTS)[number];
  readonly loss: Loss;
  readonly seed: number;
}
const RESULTS = ['nothing lost', 'reported', 'cache shorter', 'WRONG'] as const;
interface Verdict {
  readonly result: (typeof RESULTS)[number];
  readonly reason?: string;
}

/**
 * Applies one loss to a copy of the workspace, and opens the copy. Returns null if the loss does not apply.
 */
function playCase({ state, name, part, loss, seed }: Case): Verdict | null {
  const folder = join(root, 'case');
  rmSync(folder, { recursive: true, force: true });
  cpSync(days[`today ${state}`] ?? '', folder, { recursive: true });
  // Closing a workspace deletes its WAL files, so yesterday's WAL file exists only in the copy made after a
  // kill.
  const olderState = part === '.db' ? state : 'killed';
  const older = join(days[`yesterday ${olderState}`] ?? '', `${name}${part}`);
  if (!loss.make(join(folder, `${name}${part}`), older, dice(seed))) return null;
  const verdict = judge(folder);
  return verdict.result === 'WRONG'
    ? { ...verdict, reason: `${state} ${name}${part} ${loss.name} (${seed}): ${verdict.reason ?? ''}` }
    : verdict;
}

function judge(folder: string): Verdict {
  const before = expected['today'] ?? { notes: 0, requests: 0, companies: 0 };
  let files: ReturnType<typeof openWorkspaceFiles>;
  try {
    files = openWorkspaceFiles(folder, surroundings);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.appError.kind !== 'storage') throw error;
    const { file, remedy } = error.appError;
    if (file === 'ledger' && remedy === 'begin-ledger') return judgeNewLedger(folder);
    return file === 'yours' && remedy === 'restore' && storeIn(folder).newestGood() !== null
      ? { result: 'reported' }
      : { result: 'WRONG', reason: `no remedy: ${JSON.stringify(error.appError)}` };
  }
  try {
    const found = countsIn(files);
    if (found.requests < before.requests)
      return { result: 'WRONG', reason: 'the ledger counts fewer requests' };
    if (found.notes < before.notes)
      return files.isYoursOlder
        ? { result: 'reported' }
        : { result: 'WRONG', reason: `${found.notes} of ${before.notes} notes, and nothing is reported` };
    if (found.companies === before.companies) return { result: 'nothing lost' };
    if (files.isCacheRebuilt) return { result: 'reported' };
    return found.companies === 0
      ? { result: 'WRONG', reason: 'the cache starts over, and nothing is reported' }
      : { result: 'cache shorter' };
  } finally {
    files.close();
  }
}

/** Starts a new ledger. It must count all requests of the daily budget as used, except for at most 3. */
function judgeNewLedger(folder: string): Verdict {
  recreateLedger(folder, inspectFiles(folder, surroundings).ledger, null, surroundings);
  const files = openWorkspaceFiles(folder, surroundings);
  try {
    const row = get(files.ledger, "SELECT min(spent + unknown) AS n FROM counter WHERE budget = 'day'");
    const counted = row === null ? 0 : num(row, 'n');
    return counted >= DOCUMENTED_LIMITS.day - 3
      ? { result: 'reported' }
      : { result: 'WRONG', reason: `a new ledger counts ${counted} requests` };
  } finally {
    files.close();
  }
}

it(
  'never starts over silently and never counts fewer requests when a file is lost, truncated or older',
  () => {
    const cases = (['closed', 'killed'] as const).flatMap((state) =>
      NAMES.flatMap((name) =>
        PARTS.flatMap((part) =>
          LOSSES.flatMap((loss) =>
            Array.from({ length: loss.name === 'truncated' ? CUTS : 1 }, (_, seed) => ({
              state,
              name,
              part,
              loss,
              seed,
            })),
          ),
        ),
      ),
    );
    const verdicts = cases.flatMap((each) => playCase(each) ?? []);
    const wrong = verdicts.filter(({ result }) => result === 'WRONG').map(({ reason }) => reason);
    const tally = RESULTS.map(
      (result) => `${verdicts.filter((verdict) => verdict.result === result).length} ${result}`,
    ).join(', ');
    const tried = `${number(verdicts.length)} losses of a .db, -wal or -shm file`;
    reportFigure(`C6 lost files: ${tried}: ${tally}`);
    tabulate({ promise: 'C6', tried, wrong: `${wrong.length} silent resets or under-counts` });
    expect(wrong).toEqual([]);
  },
  240_000 + CUTS * 30_000,
);
