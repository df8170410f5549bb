import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amendBackups } from '../../../electron/core/privacy/erase-in-backups.ts';
import { clearCompanyName } from '../../../electron/core/database/queries/privacy-state.ts';
import {
  createSecondBackups,
  findBackups,
  OVERDUE_MS,
  removeSecondBackups,
  type SecondBackups,
} from '../../../electron/core/backup/second-place.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { failureOf } from '../../support/common/failure.ts';
import { backUp, overwrite, storeIn, surroundings, write } from '../../support/durability/fixtures.ts';

const HOUR = 3_600_000;

let root = '';
let folder = '';
let place = '';
let clock: FakeClock;
let second: SecondBackups;
let erasedAtMs: number | null = null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-second-'));
  folder = join(root, 'workspace');
  place = join(root, 'drive');
  write(folder, 'a', 'first');
  clock = createFakeClock(Date.UTC(2026, 5, 15, 9));
  erasedAtMs = null;
  second = createSecondBackups({
    folder,
    root: join(folder, 'backups'),
    clock,
    log: surroundings.log,
    erasedAtMs: () => erasedAtMs,
    publishChanged: () => undefined,
  });
});
afterEach(() => {
  second.stop();
  rmSync(root, { recursive: true, force: true });
});

const target = (): string => join(place, 'Roundwatch backups workspace');
const own = (): string[] => readdirSync(join(folder, 'backups')).sort();
const there = (): string[] => readdirSync(target()).sort();

describe('the second place of backups', () => {
  it('receives every backup, complete and readable', async () => {
    expect(second.state()).toBeNull();
    const { backup } = backUp(folder);
    await second.choose(place);
    write(folder, 'a', 'second');
    backUp(folder);
    await second.copy();
    expect(there()).toEqual(own());
    expect(own()).toHaveLength(2);
    expect(second.state()).toEqual({
      folder: place,
      copiedAtMs: clock.nowMs(),
      failure: null,
      isOverdue: false,
    });
    expect(backup.state).toBe('good');
    const others = join(root, 'other', 'backups');
    expect(await findBackups(place, others)).toEqual({ found: 2, copied: 2 });
    expect((await storeIn(join(root, 'other')).list()).map(({ state }) => state)).toEqual(['good', 'good']);
    expect(await findBackups(place, others)).toEqual({ found: 2, copied: 0 });
  });

  it('brings back only the workspace’s own backups if the folder has any', async () => {
    backUp(folder);
    await second.choose(place);
    await second.copy();
    const copies = there();
    const foreign = join(place, 'Roundwatch backups another-workspace');
    mkdirSync(foreign);
    write(folder, 'a', 'second');
    const { backup } = backUp(folder);
    const name = `${backup.id}.db`;
    copyFileSync(join(folder, 'backups', name), join(foreign, name));
    rmSync(join(folder, 'backups'), { recursive: true });
    expect(await findBackups(place, join(folder, 'backups'))).toEqual({ found: 1, copied: 1 });
    expect(own()).toEqual(copies);
  });

  it('does not receive a damaged backup, and a damaged copy is not brought back', async () => {
    const { backup } = backUp(folder);
    await second.choose(place);
    write(folder, 'a', 'second');
    const next = backUp(folder).backup;
    overwrite(join(folder, 'backups', `${next.id}.db`), 9_000, Buffer.from('rot'));
    await second.copy();
    expect(there()).toEqual([`${backup.id}.db`]);
    overwrite(join(target(), `${backup.id}.db`), 9_000, Buffer.from('rot'));
    expect(await findBackups(place, join(root, 'found'))).toEqual({ found: 0, copied: 0 });
  });

  it('is reported after a week without a copy, and not before', async () => {
    backUp(folder);
    await second.choose(place);
    renameSync(place, `${place}-unplugged`);
    await second.copy();
    const sinceMs = clock.nowMs();
    expect(second.state()).toMatchObject({ failure: { sinceMs, reason: 'unreachable' }, isOverdue: false });
    await clock.advance(OVERDUE_MS - HOUR);
    await second.copy();
    expect(second.state()).toMatchObject({ failure: { sinceMs }, isOverdue: false });
    await clock.advance(HOUR);
    expect(second.state()?.isOverdue).toBe(true);
    renameSync(`${place}-unplugged`, place);
    await second.copy();
    expect(second.state()).toMatchObject({ failure: null, isOverdue: false });
  });

  it('is never created again, because an empty folder may stand for an unplugged drive', async () => {
    backUp(folder);
    await second.choose(place);
    rmSync(target(), { recursive: true });
    await second.copy();
    expect(existsSync(target())).toBe(false);
    expect(second.state()?.failure?.reason).toBe('unreachable');
  });

  it('loses the copies that an erasure has replaced', async () => {
    // The backup is renamed to a manual one. The rotation keeps several manual backups, so only the erasure
    // can delete the copy of this backup.
    const { backup } = backUp(folder);
    const manual = `${backup.id.replace('.daily.', '.hand.')}.db`;
    renameSync(join(folder, 'backups', `${backup.id}.db`), join(folder, 'backups', manual));
    await second.choose(place);
    const before = there();
    amendBackups(folder, surroundings, (db) => clearCompanyName(db, 'a'));
    await second.copy();
    expect(there()).toEqual(own());
    expect(there()).not.toEqual(before);
  });

  it('loses copies from before an erasure that only it has', async () => {
    const { backup } = backUp(folder);
    await second.choose(place);
    const only = `${backup.id.replace('.daily.', '.hand.')}.db`;
    renameSync(join(target(), `${backup.id}.db`), join(target(), only));
    await second.copy();
    expect(there()).toEqual([`${backup.id}.db`, only]);
    erasedAtMs = backup.madeAtMs;
    await second.copy();
    expect(there()).toEqual([`${backup.id}.db`]);
  });

  it('is due for a copy if the first place has changed or the last copy failed, and only then', async () => {
    backUp(folder);
    await second.choose(place);
    const only = `${there()[0] ?? ''}.txt`;
    writeFileSync(join(target(), only), 'a file of the user');
    rmSync(join(target(), own()[0] ?? ''));
    await second.copyIfDue();
    // `copyIfDue` copies only if the first place has changed. It has not, so the missing copy goes unnoticed.
    expect(there()).toEqual([only]);
    amendBackups(folder, surroundings, (db) => clearCompanyName(db, 'a'));
    await second.copyIfDue();
    expect(there()).toEqual([...own(), only].sort());
    renameSync(place, `${place}-unplugged`);
    await second.copy();
    renameSync(`${place}-unplugged`, place);
    expect(second.state()?.failure).not.toBeNull();
    await second.copyIfDue();
    expect(second.state()?.failure).toBeNull();
  });

  it('loses a copy that was interrupted', async () => {
    backUp(folder);
    await second.choose(place);
    writeFileSync(join(target(), `${own()[0] ?? ''}.part`), 'half');
    await second.copy();
    expect(there()).toEqual(own());
  });

  it('keeps its copies if the first backups are lost', async () => {
    backUp(folder);
    await second.choose(place);
    const before = there();
    rmSync(join(folder, 'backups'), { recursive: true });
    await second.copy();
    expect(there()).toEqual(before);
  });

  it('must be outside the workspace, and writable', async () => {
    const problem = { kind: 'validation', issues: [{ path: 'folder' }] };
    expect(await failureOf(() => second.choose(folder))).toMatchObject(problem);
    expect(await failureOf(() => second.choose(join(folder, 'backups')))).toMatchObject(problem);
    expect(await failureOf(() => second.choose(join(place, 'a'.repeat(4_096))))).toMatchObject({
      kind: 'validation',
      issues: [{ path: 'folder.length' }],
    });
    writeFileSync(place, 'a file');
    expect(await failureOf(() => second.choose(place))).toMatchObject({ kind: 'storage', file: 'backup' });
    expect(second.state()).toBeNull();
  });

  it('stays as it is when the user stops copying, and is emptied with the workspace', async () => {
    backUp(folder);
    await second.choose(place);
    second.forget();
    write(folder, 'a', 'second');
    backUp(folder);
    await second.copy();
    expect(there()).toHaveLength(1);
    await second.choose(place);
    writeFileSync(join(place, 'mine.txt'), 'x');
    await removeSecondBackups(folder, surroundings.log);
    expect(readdirSync(place)).toEqual(['mine.txt']);
  });

  it('writes nothing to the workspace after it was closed', async () => {
    backUp(folder);
    await second.choose(place);
    const record = join(folder, 'second-backups.json');
    renameSync(place, `${place}-unplugged`);
    const copying = second.copy();
    second.stop();
    rmSync(record);
    await copying;
    expect(existsSync(record)).toBe(false);
  });

  it('contains files whose names state their content', async () => {
    backUp(folder);
    await second.choose(place);
    for (const name of there()) {
      const digest = createHash('sha256')
        .update(readFileSync(join(target(), name)))
        .digest('hex');
      expect(name).toContain(digest.slice(0, 32));
    }
  });
});
