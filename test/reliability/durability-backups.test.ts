import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { isIntact } from '../../electron/core/database/queries/integrity.ts';
import { close, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { createBackupStore, type BackupStoreOptions } from '../../electron/core/backup/backup-store.ts';
import { createNotes } from '../../electron/core/user-data/notes.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Backup } from '../../shared/contract/backups.ts';
import { reportFigure, number } from '../security/support/figures.ts';
import { overwrite, spoilingCopies, surroundings } from '../support/durability/fixtures.ts';
import { dice, type Dice } from '../support/durability/power-loss.ts';
import { clock } from '../support/app/library-fixtures.ts';
import { tabulate } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * Promise D6 of `npm run reliability`: backups stay good. On each simulated day, the user writes a note and
 * the app makes a backup. On most days, something goes wrong: the original or the copy is damaged, or older
 * good backups are damaged on disk. Every backup that the app lists as good must contain the text of its day.
 * The app must never delete the newest good backup.
 */

const ROUNDS = IS_FULL ? 200 : 12;
const DAY = 86_400_000;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-rotating-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MAX_BACKUPS = 24;

/** Damages a file in one of several ways. The file still exists afterwards. */
function damageFile(file: string, throwDice: Dice): void {
  const size = statSync(file).size;
  switch (throwDice(4)) {
    case 0:
      return truncateSync(file, throwDice(size));
    case 1:
      return overwrite(file, throwDice(size - 64), Buffer.from('other bytes'));
    case 2:
      return writeFileSync(file, 'garbage '.repeat(1 + throwDice(4_000)));
    default:
      return overwrite(file, 4_096 * throwDice(size / 4_096), Buffer.alloc(4_096, throwDice(256)));
  }
}

interface Run {
  readonly wrong: readonly string[];
  readonly damagedCount: number;
  readonly refused: number;
}

async function run(name: string, rounds: number): Promise<Run> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const throwDice = dice(rounds);
  const state = { nowMs: Date.UTC(2026, 0, 5), damagedCount: 0, refused: 0 };
  /** The note's text in each backup. `damagedIds` contains the ids of the backups that the test damaged. */
  const bodies = new Map<string, string>();
  const damagedIds = new Set<string>();
  const wrong: string[] = [];
  const options = {
    folder,
    log: surroundings.log,
    clock: { ...clock, nowMs: () => state.nowMs },
  };
  const file = join(folder, 'yours.db');
  const fileOf = (id: string): string => join(folder, 'backups', `${id}.db`);
  const makeBackup = (
    yours: WriteDb,
    body: string,
    damageCopy: ((copy: string) => void) | null = null,
  ): void => {
    try {
      const source = damageCopy === null ? yours : spoilingCopies(yours, damageCopy);
      const { backup } = createBackupStore(options).make('daily', source);
      // If the copy is still readable after the damage, only the text of the note has changed. No integrity
      // check can detect this, so the backup counts as good, with the changed text.
      const isIntact = damageCopy !== null && bodyIn(fileOf(backup.id)) !== null;
      bodies.set(backup.id, isIntact ? (bodyIn(fileOf(backup.id)) ?? body) : body);
      damagedIds.delete(backup.id);
    } catch (error) {
      if (!(error instanceof AppFailure)) wrong.push(`unreported failure: ${String(error)}`);
      state.refused += 1;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    state.nowMs += DAY;
    const body = `text of day ${round}`;
    save(file, body, round);
    switch (throwDice(5)) {
      case 0:
        withYours(file, (yours) => makeBackup(yours, body));
        break;
      case 1: {
        const sound = readFileSync(file);
        overwrite(file, 4_096 * (1 + throwDice(sound.length / 4_096 - 1)), Buffer.alloc(4_096, 0xa5));
        tryOnDamagedFile(file, (yours) => makeBackup(yours, body));
        writeFileSync(file, sound);
        state.damagedCount += 1;
        break;
      }
      case 2:
      case 3: {
        const damageCopy = (copy: string): void => {
          damageFile(copy, throwDice);
          // Simulates a full disk in some cases. The backup then fails, but its damaged copy stays.
          if (throwDice(3) === 0) throw new AppFailure({ kind: 'storage', reason: 'full' });
        };
        withYours(file, (yours) => makeBackup(yours, body, damageCopy));
        state.damagedCount += 1;
        break;
      }
      default:
        // Makes today's backup, then damages all good backups except the oldest. The rotation that follows
        // must not delete this last good backup.
        withYours(file, (yours) => makeBackup(yours, body));
        for (const { id } of undamaged(await createBackupStore(options).list(), damagedIds).slice(0, -1)) {
          damageFile(fileOf(id), throwDice);
          damagedIds.add(id);
          state.damagedCount += 1;
        }
    }
    const lastGood = undamaged(await createBackupStore(options).list(), damagedIds)[0];
    await createBackupStore(options).rotate();
    wrong.push(...(await check(round, options, bodies, lastGood, fileOf)));
  }
  return { wrong, damagedCount: state.damagedCount, refused: state.refused };
}

/**
 * Makes `copies` backups and damages all except the first. Returns the text in the newest good backup, or
 * null if no good backup is left.
 */
async function bodyAfterDamagedCopies(name: string, copies: number, apartMs: number): Promise<string | null> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  let nowMs = Date.UTC(2026, 0, 5);
  const store = createBackupStore({
    folder,
    log: surroundings.log,
    clock: { ...clock, nowMs: () => nowMs },
  });
  const file = join(folder, 'yours.db');
  for (let at = 0; at < copies; at += 1) {
    nowMs += apartMs;
    save(file, `text of copy ${at}`, at);
    withYours(file, (yours) => {
      const { backup } = store.make('daily', yours);
      if (at > 0) overwrite(join(folder, 'backups', `${backup.id}.db`), 5_000, Buffer.from('rot'));
    });
    await store.rotate();
  }
  const newest = store.newestGood();
  return newest === null ? null : bodyIn(join(folder, 'backups', `${newest.id}.db`));
}

/** Returns the backups that the test did not damage, newest first. */
const undamaged = (backups: readonly Backup[], damagedIds: ReadonlySet<string>): Backup[] =>
  backups.filter(({ id }) => !damagedIds.has(id));

async function check(
  round: number,
  options: BackupStoreOptions,
  bodies: ReadonlyMap<string, string>,
  lastGood: Backup | undefined,
  fileOf: (id: string) => string,
): Promise<string[]> {
  const listed = await createBackupStore(options).list();
  const wrong = listed.length > MAX_BACKUPS ? [`round ${round}: ${listed.length} backups remain`] : [];
  const good = listed.filter(({ state }) => state === 'good');
  for (const { id } of good)
    if (bodyIn(fileOf(id)) !== bodies.get(id)) wrong.push(`round ${round}: damaged ${id} is listed as good`);
  if (lastGood !== undefined && !good.some(({ id }) => id === lastGood.id))
    wrong.push(`round ${round}: the last good backup ${lastGood.id} was deleted`);
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

/** Runs `work` on a file that may be damaged. An `AppFailure` is allowed, because it reports the damage. */
function tryOnDamagedFile(file: string, work: (yours: WriteDb) => void): void {
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

/** Returns the note's text in a backup, or null if the backup is damaged. */
function bodyIn(file: string): string | null {
  try {
    const db = openDatabase(file, { ...surroundings, readOnly: true });
    try {
      return isIntact(db) ? createNotes(db).get('a').body : null;
    } finally {
      close(db);
    }
  } catch {
    return null;
  }
}

describe('backups with damaged ones among them', () => {
  it(
    `never replace the last good one or pass as good, in ${ROUNDS} rounds`,
    async () => {
      const { wrong, damagedCount, refused } = await run('sound', ROUNDS);
      reportFigure(
        `D6 backups: ${number(ROUNDS)} rounds, ${damagedCount} damaged originals and copies, ${refused} rejected when made; ${wrong.length} times a corrupt one passed as good or the last good one was lost`,
      );
      tabulate({
        promise: 'D6',
        tried: `${number(ROUNDS)} rounds, ${number(damagedCount)} damaged originals and copies`,
        wrong: `${wrong.length} times a corrupt one passed as good or replaced a good one`,
      });
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(ROUNDS / 6);
    },
    240_000 + ROUNDS * 2_000,
  );

  it('keep the last good one for sixty days of damaged copies', async () => {
    expect(await bodyAfterDamagedCopies('rotting', 60, DAY)).toBe('text of copy 0');
  });

  it('keep the last good one when every later weekly copy is damaged', async () => {
    expect(await bodyAfterDamagedCopies('rotting-weekly', 10, 7 * DAY)).toBe('text of copy 0');
  });
});
