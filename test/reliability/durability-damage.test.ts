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

/*
 * D4. The app starts on damaged files. It must open them intact, or name the damaged file and the remedy, or
 * rebuild a cache and report it. It keeps the damaged file and never starts empty on its own.
 */

const ROUNDS = IS_FULL ? 500 : 50;
const RESTORES = IS_FULL ? 40 : 8;
const SIDES = ['', '-wal'] as const;

let root = '';
let templates = { closed: '', open: '' };
let wanted: Record<'closed' | 'open', ReturnType<typeof contentOf>>;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-damage-'));
  templates = makeTemplates(root);
  wanted = { closed: contentIn(templates.closed), open: contentIn(templates.open) };
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Reads a copy, because opening the template would remove its logs. */
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
  readonly what: string;
  readonly how: (typeof HOW)[number];
  readonly why?: string;
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
      what: `${name} ${damage.name}`,
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
): Omit<Verdict, 'what'> {
  const wrong = (why: string): Omit<Verdict, 'what'> => ({ how: 'WRONG', why });
  const original = SIDES.map((side) => bytesOf(join(folder, `${name}.db${side}`)));
  const isKept = (as: string): boolean =>
    SIDES.every((side, index) => bytesOf(join(folder, as + side)) === original[index]);
  const before = bytesBelow(folder);
  const seen = inspectFiles(folder, surroundings)[name];
  if (JSON.stringify([...bytesBelow(folder)]) !== JSON.stringify([...before]))
    return wrong('a look changed a file');
  let files: ReturnType<Open>;
  try {
    files = open(folder);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.appError.kind !== 'storage')
      return wrong(`not stated: ${String(error)}`);
    const { file, remedy } = error.appError;
    if (file !== name || remedy === undefined) return wrong(`stated as ${JSON.stringify(error.appError)}`);
    if (seen === 'ok' || seen === 'new') return wrong('a look called it sound');
    return isKept(`${name}.db`) ? { how: 'stated' } : wrong('the original was changed');
  }
  try {
    if (files.isCacheRebuilt === true) {
      if (name !== 'cache') return wrong('a sound cache was made anew');
      if (
        original[0] !== null &&
        statSync(join(folder, files.setAside ?? '')).size > 0 &&
        !isKept(files.setAside ?? '')
      )
        return wrong('the damaged cache was not kept as it was');
      return { how: 'rebuilt' };
    }
    return compare(files, name, wanted[template], mayShorten);
  } catch (error) {
    return wrong(`opened, and fails at the first question: ${String(error)}`);
  } finally {
    files.close();
  }
}

/** A file that opened without a report must still hold its content. */
function compare(
  files: ReturnType<Open>,
  name: Damaged,
  expected: ReturnType<typeof contentOf>,
  mayShorten: boolean,
): Omit<Verdict, 'what'> {
  const found = contentOf(files);
  for (const other of (['yours', 'ledger', 'cache'] as const).filter((each) => each !== name))
    if (JSON.stringify(found[other]) !== JSON.stringify(expected[other]))
      return { how: 'WRONG', why: `${other} differs` };
  if (JSON.stringify(found[name]) === JSON.stringify(expected[name]))
    return notesFound(files.yours) === expected.yours['note']?.length
      ? { how: 'whole' }
      : { how: 'WRONG', why: 'a note is not found' };
  const rows = (content: Record<string, string[]>): string =>
    JSON.stringify(Object.entries(content).map(([table, lines]) => [table, lines.length]));
  if (rows(found[name]) === rows(expected[name])) return { how: 'letters changed' };
  const isEmpty = (found[name][KEPT_IN[name]]?.length ?? 0) === 0;
  return mayShorten && !isEmpty
    ? { how: 'log shorter' }
    : { how: 'WRONG', why: 'rows are gone without a word' };
}

const KEPT_IN: Readonly<Record<Damaged, string>> = { yours: 'note', ledger: 'counter', cache: 'company' };

/** Opens files as a careless program does: it creates missing files and checks nothing. */
const naively: Open = (folder) => {
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

const HOW = ['stated', 'rebuilt', 'whole', 'letters changed', 'log shorter', 'WRONG'] as const;

const tally = (verdicts: readonly Verdict[]): string =>
  HOW.map((how) => `${verdicts.filter((verdict) => verdict.how === how).length} ${how}`).join(', ');

describe('a start on damaged files', () => {
  it(
    `${ROUNDS} times: a stated state, the original kept, nothing begun empty`,
    () => {
      const verdicts = Array.from({ length: ROUNDS }, (_, seed) =>
        startDamaged(seed, (folder) => openWorkspaceFiles(folder, surroundings)),
      );
      const wrong = verdicts.filter(({ how }) => how === 'WRONG');
      reportFigure(
        `D4 damaged files: ${number(ROUNDS)} starts on ${DAMAGES.length} kinds of damage to three files: ${tally(verdicts)}; ${wrong.length} wrong`,
      );
      tabulate({
        promise: 'D4',
        tried: `${number(ROUNDS)} starts on damaged files`,
        wrong: `${wrong.length} unstated, changed or begun empty`,
      });
      expect(wrong).toEqual([]);
      expect(new Set(verdicts.map(({ how }) => how)).size).toBeGreaterThanOrEqual(3);
    },
    ROUNDS * 1_000,
  );

  it('planted defects are found: files that are opened unlooked at', () => {
    const verdicts = Array.from({ length: 40 }, (_, seed) => startDamaged(seed, naively));
    const wrong = verdicts.filter(({ how }) => how === 'WRONG');
    const reset = wrong.filter(({ why }) => why?.includes('gone without a word'));
    const changed = wrong.filter(({ why }) => why?.includes('original'));
    reportFigure(
      `D4 planted defect caught ${wrong.length > 0 ? '1/1' : '0/1'}: opened unlooked at, ${wrong.length} of 40 starts are wrong (${reset.length} lose rows without a word, ${changed.length} change the original)`,
    );
    tabulate({ promise: 'D4', planted: { caught: Math.min(1, reset.length), of: 1 } });
    expect(reset.length).toBeGreaterThan(0);
  }, 60_000);

  it('a damaged yours.db: the newest good backup brings back what it held, and the damaged file is kept', () => {
    let unread = 0;
    for (let seed = 0; seed < RESTORES; seed += 1) unread += restoreAfterDamage(dice(seed), seed) ? 1 : 0;
    expect(unread).toBeGreaterThan(RESTORES / 2);
  }, 120_000);
});

/**
 * @returns whether the damaged file was unreadable; it can be read if its log still holds everything that was
 * cut off
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
  const { kept, setAside } = restoreYours({ folder, store, ...surroundings }, newest.id);
  expect(kept === null).toBe(setAside !== null);
  if (kept === null) {
    expect(bytesOf(join(folder, setAside ?? ''))).toBe(original);
    expect(existsSync(join(folder, `${setAside ?? ''}-wal`))).toBe(true);
  } else expect(kept.notes).toBe(wanted.open.yours['note']?.length);
  const files = openWorkspaceFiles(folder, surroundings);
  expect(contentOf(files).yours['note']).toHaveLength(newest.notes);
  files.close();
  rmSync(folder, { recursive: true, force: true });
  return kept === null;
}
