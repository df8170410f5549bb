import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../electron/core/db/migrations/yours/index.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { openDatabase } from '../../electron/core/db/open.ts';
import { copyInto } from '../../electron/core/db/queries/backup.ts';
import { isWhole } from '../../electron/core/db/queries/soundness.ts';
import { close, exec, type WriteDb } from '../../electron/core/db/sql.ts';
import { createBackupStore, type BackupStoreOptions } from '../../electron/core/durability/backup-store.ts';
import { createNotes } from '../../electron/core/library/notes.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Backup } from '../../shared/contract-backups.ts';
import { tell, number } from '../security/figures.ts';
import { overwrite, surroundings } from '../support/durability-fixtures.ts';
import { dice, type Dice } from '../support/durability-replay.ts';
import { clock } from '../support/library-fixtures.ts';
import { tabulate } from './figures.ts';
import { IS_FULL } from '../support/full-size.ts';

/*
 * D6. Day after day the seller writes and a copy is made, and something goes wrong with it: the original is damaged, the copying
 * is, it is cut off, good copies rot on the disk, days pass. Whatever stands in the list as good must be whole and hold what was
 * written that day, and the newest good one must always be there.
 */

const ROUNDS = IS_FULL ? 200 : 40;
const DAY = 86_400_000;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-rotating-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PLACES = 24;

/** Damage that a file may take and still be there. */
function spoil(file: string, throwDice: Dice): void {
  const size = statSync(file).size;
  switch (throwDice(4)) {
    case 0:
      return truncateSync(file, throwDice(size));
    case 1:
      return overwrite(file, throwDice(size - 64), Buffer.from('not what stood here'));
    case 2:
      return writeFileSync(file, 'garbage '.repeat(1 + throwDice(4_000)));
    default:
      return overwrite(file, 4_096 * throwDice(size / 4_096), Buffer.alloc(4_096, throwDice(256)));
  }
}

interface Run {
  readonly wrong: readonly string[];
  readonly spoiled: number;
  readonly refused: number;
}

async function run(name: string, rounds: number, defect?: BackupStoreOptions['plantedDefect']): Promise<Run> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const throwDice = dice(rounds + (defect?.length ?? 0));
  const state = { nowMs: Date.UTC(2026, 0, 5), spoiled: 0, refused: 0 };
  /** What each backup held when it was made, and those that rotted since. */
  const bodies = new Map<string, string>();
  const rotten = new Set<string>();
  const wrong: string[] = [];
  const options = {
    ...{ folder, log: surroundings.log, clock: { ...clock, nowMs: () => state.nowMs } },
    ...(defect === undefined ? {} : { plantedDefect: defect }),
  };
  const file = join(folder, 'yours.db');
  const fileOf = (id: string): string => join(folder, 'backups', `${id}.db`);
  const tryMake = (yours: WriteDb, body: string, copy = copyInto): void => {
    try {
      const { backup } = createBackupStore({ ...options, copy }).make('daily', yours);
      // A letter that changes between copying and checking leaves a whole file: nothing can tell it from what was written.
      const isWholeOne = copy !== copyInto && bodyIn(fileOf(backup.id)) !== null && defect === undefined;
      bodies.set(backup.id, isWholeOne ? (bodyIn(fileOf(backup.id)) ?? body) : body);
      rotten.delete(backup.id);
    } catch (error) {
      if (!(error instanceof AppFailure)) wrong.push(`not stated: ${String(error)}`);
      state.refused += 1;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    state.nowMs += DAY;
    const body = `what stood on day ${round}`;
    save(file, body, round);
    switch (throwDice(5)) {
      case 0:
        withYours(file, (yours) => tryMake(yours, body));
        break;
      case 1: {
        const sound = readFileSync(file);
        overwrite(file, 4_096 * (1 + throwDice(sound.length / 4_096 - 1)), Buffer.alloc(4_096, 0xa5));
        tryDamaged(file, (yours) => tryMake(yours, body));
        writeFileSync(file, sound);
        state.spoiled += 1;
        break;
      }
      case 2:
      case 3: {
        const copy: typeof copyInto = (yours, to) => {
          copyInto(yours, to);
          spoil(to, throwDice);
          // The process died: what it had written stays.
          if (throwDice(3) === 0) throw new AppFailure({ kind: 'storage', reason: 'full' });
        };
        withYours(file, (yours) => tryMake(yours, body, copy));
        state.spoiled += 1;
        break;
      }
      default:
        // Today's copy is made, and before anything is rotated all but the oldest good one rot.
        withYours(file, (yours) => tryMake(yours, body));
        for (const { id } of goodAmong(await createBackupStore(options).list(), rotten).slice(0, -1)) {
          spoil(fileOf(id), throwDice);
          rotten.add(id);
          state.spoiled += 1;
        }
    }
    const lastGood = goodAmong(await createBackupStore(options).list(), rotten)[0];
    await createBackupStore(options).rotate();
    wrong.push(...(await check(round, options, bodies, lastGood, fileOf)));
  }
  return { wrong, spoiled: state.spoiled, refused: state.refused };
}

/** What the newest good backup holds in the end; null where there is none. */
async function everyCopyRots(
  name: string,
  defect?: BackupStoreOptions['plantedDefect'],
): Promise<string | null> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  let nowMs = Date.UTC(2026, 0, 5);
  const store = createBackupStore({
    ...{ folder, log: surroundings.log, clock: { ...clock, nowMs: () => nowMs } },
    ...(defect === undefined ? {} : { plantedDefect: defect }),
  });
  const file = join(folder, 'yours.db');
  for (let day = 0; day < 60; day += 1) {
    nowMs += DAY;
    save(file, `what stood on day ${day}`, day);
    withYours(file, (yours) => {
      const { backup } = store.make('daily', yours);
      if (day > 0) overwrite(join(folder, 'backups', `${backup.id}.db`), 5_000, Buffer.from('rot'));
    });
    await store.rotate();
  }
  const newest = store.newestGood();
  return newest === null ? null : bodyIn(join(folder, 'backups', `${newest.id}.db`));
}

/** Newest first; by what the test did to them, not by what the store says. */
const goodAmong = (backups: readonly Backup[], rotten: ReadonlySet<string>): Backup[] =>
  backups.filter(({ id }) => !rotten.has(id));

async function check(
  round: number,
  options: BackupStoreOptions,
  bodies: ReadonlyMap<string, string>,
  lastGood: Backup | undefined,
  fileOf: (id: string) => string,
): Promise<string[]> {
  const listed = await createBackupStore(options).list();
  const wrong = listed.length > PLACES ? [`round ${round}: ${listed.length} stay`] : [];
  const good = listed.filter(({ state }) => state === 'good');
  for (const { id } of good)
    if (bodyIn(fileOf(id)) !== bodies.get(id)) wrong.push(`round ${round}: ${id} is listed as good`);
  if (lastGood !== undefined && !good.some(({ id }) => id === lastGood.id))
    wrong.push(`round ${round}: the last good backup ${lastGood.id} is gone`);
  return wrong;
}

function withYours(file: string, work: (yours: WriteDb) => void): void {
  const yours = openDatabase(file, surroundings);
  try {
    work(yours);
  } finally {
    close(yours);
  }
}

/** Some damage already shows when the file is opened. */
function tryDamaged(file: string, work: (yours: WriteDb) => void): void {
  try {
    withYours(file, work);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
  }
}

function save(file: string, body: string, round: number): void {
  withYours(file, (yours) => {
    migrate(yours, yoursMigrations);
    const notes = createNotes(yours);
    const baseRevision = notes.get('a').revision;
    notes.save({ companyId: 'a', companyName: 'A', body, baseRevision, savedAtMs: round * DAY });
    exec(yours, 'PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

/** What a copy holds; null where it is not whole. */
function bodyIn(file: string): string | null {
  try {
    const db = openDatabase(file, { ...surroundings, readOnly: true });
    try {
      return isWhole(db) ? createNotes(db).get('a').body : null;
    } finally {
      close(db);
    }
  } catch {
    return null;
  }
}

describe('backups among which some are damaged', () => {
  it(
    `${ROUNDS} rounds: none replaces or pushes out the last good one, none is believed`,
    async () => {
      const { wrong, spoiled, refused } = await run('sound', ROUNDS);
      tell(
        `D6 backups: ${number(ROUNDS)} rounds, ${spoiled} damaged originals and copies, ${refused} refused when made; ${wrong.length} times a corrupt one was believed or the last good one lost`,
      );
      tabulate({
        promise: 'D6',
        tried: `${number(ROUNDS)} rounds, ${number(spoiled)} damaged originals and copies`,
        wrong: `${wrong.length} times a corrupt one was believed or replaced a good one`,
      });
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(ROUNDS / 6);
    },
    ROUNDS * 2_000,
  );

  it('sixty days on which every new copy rots: the last good one is still there', async () => {
    expect(await everyCopyRots('rotting')).toBe('what stood on day 0');
  }, 60_000);

  it('planted defects are found: copies that are not checked, damaged ones that fill places', async () => {
    const unchecked = await run('no-check', 40, 'no-check');
    const blind = await everyCopyRots('blind-rotation', 'blind-rotation');
    const caught = [unchecked.wrong.length > 0, blind === null].filter(Boolean).length;
    tell(
      `D6 planted defects caught ${caught}/2: unchecked copies ${unchecked.wrong.length} wrong, blind rotation ${blind === null ? 'loses' : 'keeps'} the last good one`,
    );
    tabulate({ promise: 'D6', planted: { caught, of: 2 } });
    expect(caught).toBe(2);
  }, 120_000);
});
