import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { close, type WriteDb } from '../../electron/core/database/sql.ts';
import {
  inspectFiles,
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../electron/core/backup/open-workspace-files.ts';
import { restoreYours } from '../../electron/core/backup/restore.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import { number, reportFigure } from '../security/support/figures.ts';
import {
  bytesOf,
  contentOf,
  DAMAGES,
  makeTemplates,
  notesFound,
  type Damaged,
} from '../support/durability/damage.ts';
import { copyFiles, bytesBelow, storeIn, surroundings } from '../support/durability/fixtures.ts';
import { dice, type Dice } from '../support/durability/power-loss.ts';
import { tabulate } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { itAtFullSize } from '../support/common/full-size-test.ts';

/*
 * Promise D4 of `npm run reliability`: if files are damaged, the app does one of three things. It opens them
 * with all rows, it reports the damaged file and the remedy, or it rebuilds the cache and reports this. The
 * app always keeps the damaged file. The newest rows may be missing only if a WAL was shortened.
 */

const ROUNDS = IS_FULL ? 500 : 20;
const RESTORES = IS_FULL ? 40 : 5;
const SIDES = ['', '-wal'] as const;

let root = '';
let templates = { closed: '', open: '' };
let expectedContents: Record<'closed' | 'open', ReturnType<typeof contentOf>>;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-damage-'));
  templates = makeTemplates(root);
  expectedContents = { closed: contentIn(templates.closed), open: contentIn(templates.open) };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * Returns the content of a template. Opens a copy, because opening the template itself would delete the
 * template's WAL files.
 */
function contentIn(folder: string): ReturnType<typeof contentOf> {
  const copy = join(root, 'look');
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  const files = openWorkspaceFiles(copy, surroundings);
  const content = contentOf(files);
  files.close();
  return content;
}

type Open = (
  folder: string,
) => Pick<WorkspaceFiles, Damaged | 'close'> & Partial<Pick<WorkspaceFiles, 'isCacheRebuilt' | 'setAside'>>;

interface Verdict {
  readonly damage: string;
  readonly result: (typeof RESULTS)[number];
  readonly reason?: string;
}

function startDamaged(seed: number, open: Open): Verdict {
  const throwDice = dice(seed);
  const damage = DAMAGES[seed % DAMAGES.length];
  if (damage === undefined) throw new Error('no damage');
  const template = damage.from === 'any' ? (throwDice(2) === 0 ? 'open' : 'closed') : damage.from;
  const name = (['yours', 'ledger', 'cache'] as const)[throwDice(3)] ?? 'yours';
  const folder = join(root, `round-${seed}`);
  try {
    cpSync(templates[template], folder, { recursive: true });
    damage.make(join(folder, `${name}.db`), throwDice);
    return {
      damage: `${name} ${damage.name}`,
      ...judge(folder, name, template, damage.mayShorten === true, open),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(
  folder: string,
  name: Damaged,
  template: 'closed' | 'open',
  mayShorten: boolean,
  open: Open,
): Omit<Verdict, 'damage'> {
  const wrong = (reason: string): Omit<Verdict, 'damage'> => ({ result: 'WRONG', reason });
  const original = SIDES.map((side) => bytesOf(join(folder, `${name}.db${side}`)));
  const isUnchanged = (as: string): boolean =>
    SIDES.every((side, index) => bytesOf(join(folder, as + side)) === original[index]);
  const before = bytesBelow(folder);
  const inspected = inspectFiles(folder, surroundings)[name];
  if (JSON.stringify([...bytesBelow(folder)]) !== JSON.stringify([...before]))
    return wrong('the inspection changed a file');
  let files: ReturnType<Open>;
  try {
    files = open(folder);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.appError.kind !== 'storage')
      return wrong(`unreported failure: ${String(error)}`);
    const { file, remedy } = error.appError;
    if (file !== name || remedy === undefined) return wrong(`reported as ${JSON.stringify(error.appError)}`);
    if (inspected === 'ok' || inspected === 'new') return wrong('the inspection reported no damage');
    return isUnchanged(`${name}.db`) ? { result: 'reported' } : wrong('the original was changed');
  }
  try {
    if (files.isCacheRebuilt === true) {
      if (name !== 'cache') return wrong('an undamaged cache was rebuilt');
      if (
        original[0] !== null &&
        statSync(join(folder, files.setAside ?? '')).size > 0 &&
        !isUnchanged(files.setAside ?? '')
      )
        return wrong('the damaged cache was changed');
      return { result: 'rebuilt' };
    }
    return compare(files, name, expectedContents[template], mayShorten);
  } catch (error) {
    return wrong(`opened, but the first query fails: ${String(error)}`);
  } finally {
    files.close();
  }
}

/**
 * Called if the app opened the files without reporting damage. Compares their content with the expected
 * content, and returns the verdict.
 */
function compare(
  files: ReturnType<Open>,
  name: Damaged,
  expected: ReturnType<typeof contentOf>,
  mayShorten: boolean,
): Omit<Verdict, 'damage'> {
  const found = contentOf(files);
  for (const other of (['yours', 'ledger', 'cache'] as const).filter((each) => each !== name))
    if (JSON.stringify(found[other]) !== JSON.stringify(expected[other]))
      return { result: 'WRONG', reason: `${other} differs` };
  if (JSON.stringify(found[name]) === JSON.stringify(expected[name]))
    return notesFound(files.yours) === expected.yours['note']?.length
      ? { result: 'intact' }
      : { result: 'WRONG', reason: 'a note is not found' };
  const rows = (content: Record<string, string[]>): string =>
    JSON.stringify(Object.entries(content).map(([table, lines]) => [table, lines.length]));
  if (rows(found[name]) === rows(expected[name])) return { result: 'text changed' };
  const isEmpty = (found[name][MAIN_TABLE[name]]?.length ?? 0) === 0;
  return mayShorten && !isEmpty
    ? { result: 'log truncated' }
    : { result: 'WRONG', reason: 'rows are missing without a report' };
}

const MAIN_TABLE: Readonly<Record<Damaged, string>> = { yours: 'note', ledger: 'counter', cache: 'company' };

/** A planted defect: opens the files without any check, and creates missing files. */
const openNaively: Open = (folder) => {
  const open = (file: string, steps: typeof yoursMigrations): WriteDb => {
    const db = openDatabase(join(folder, file), surroundings);
    migrate(db, steps);
    return db;
  };
  const yours = open('yours.db', yoursMigrations);
  const ledger = open('ledger.db', ledgerMigrations);
  const cache = open('cache.db', cacheMigrations);
  const close3 = (): void => [yours, ledger, cache].forEach(close);
  return { yours, ledger, cache, close: close3 };
};

const RESULTS = ['reported', 'rebuilt', 'intact', 'text changed', 'log truncated', 'WRONG'] as const;

const tally = (verdicts: readonly Verdict[]): string =>
  RESULTS.map((result) => `${verdicts.filter((verdict) => verdict.result === result).length} ${result}`).join(
    ', ',
  );

describe('starting on damaged files', () => {
  it(
    `reports the damage, leaves the file unchanged and never starts empty, ${ROUNDS} times`,
    () => {
      const verdicts = Array.from({ length: ROUNDS }, (_, seed) =>
        startDamaged(seed, (folder) => openWorkspaceFiles(folder, surroundings)),
      );
      const wrong = verdicts.filter(({ result }) => result === 'WRONG');
      reportFigure(
        `D4 damaged files: ${number(ROUNDS)} starts on ${DAMAGES.length} kinds of damage to three files: ${tally(verdicts)}; ${wrong.length} wrong`,
      );
      tabulate({
        promise: 'D4',
        tried: `${number(ROUNDS)} starts on damaged files`,
        wrong: `${wrong.length} unreported, changed or started empty`,
      });
      expect(wrong).toEqual([]);
      expect(new Set(verdicts.map(({ result }) => result)).size).toBeGreaterThanOrEqual(3);
    },
    240_000 + ROUNDS * 1_000,
  );

  itAtFullSize('finds the planted defect that files are opened without an inspection', () => {
    const verdicts = Array.from({ length: 40 }, (_, seed) => startDamaged(seed, openNaively));
    const wrong = verdicts.filter(({ result }) => result === 'WRONG');
    const silentLosses = wrong.filter(({ reason }) => reason?.includes('missing without a report'));
    const changed = wrong.filter(({ reason }) => reason?.includes('original'));
    reportFigure(
      `D4 planted defect caught ${wrong.length > 0 ? '1/1' : '0/1'}: opened without an inspection, ${wrong.length} of 40 starts are wrong (${silentLosses.length} lose rows silently, ${changed.length} change the original)`,
    );
    tabulate({ promise: 'D4', planted: { caught: Math.min(1, silentLosses.length), of: 1 } });
    expect(silentLosses.length).toBeGreaterThan(0);
  });

  it('restores the newest good backup of a damaged yours.db and keeps the damaged file', () => {
    let unreadable = 0;
    for (let seed = 0; seed < RESTORES; seed += 1) unreadable += restoreAfterDamage(dice(seed), seed) ? 1 : 0;
    expect(unreadable).toBeGreaterThan(RESTORES / 2);
  });
});

/**
 * Damages `yours.db` and restores a backup. Returns whether `yours.db` was unreadable after the damage. It is
 * still readable if the WAL contains an intact copy of every damaged page.
 */
function restoreAfterDamage(throwDice: Dice, seed: number): boolean {
  const folder = join(root, `restore-${seed}`);
  cpSync(templates.closed, folder, { recursive: true });
  copyFiles(templates.open, folder);
  const damage = DAMAGES.filter(({ name }) => ['cut', 'all noise', 'empty', 'a text file'].includes(name))[
    seed % 4
  ];
  damage?.make(join(folder, 'yours.db'), throwDice);
  const original = bytesOf(join(folder, 'yours.db'));
  const store = storeIn(folder);
  const newest = store.newestGood();
  if (newest === null) throw new Error('no backup');
  const { safetyBackup, setAside } = restoreYours({ folder, store, ...surroundings }, newest.id);
  expect(safetyBackup === null).toBe(setAside !== null);
  if (safetyBackup === null) {
    expect(bytesOf(join(folder, setAside ?? ''))).toBe(original);
    expect(existsSync(join(folder, `${setAside ?? ''}-wal`))).toBe(true);
  } else expect(safetyBackup.notes).toBe(expectedContents.open.yours['note']?.length);
  const files = openWorkspaceFiles(folder, surroundings);
  expect(contentOf(files).yours['note']).toHaveLength(newest.notes);
  files.close();
  rmSync(folder, { recursive: true, force: true });
  return safetyBackup === null;
}
