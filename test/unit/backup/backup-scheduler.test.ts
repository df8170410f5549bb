import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createBackupScheduler,
  type BackupScheduler,
} from '../../../electron/core/backup/backup-scheduler.ts';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import { createSecondBackups } from '../../../electron/core/backup/second-place.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import {
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../../electron/core/backup/open-workspace-files.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { surroundings } from '../../support/durability/fixtures.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let root = '';
let files: WorkspaceFiles;
let clock: FakeClock;
let scheduler: BackupScheduler;
let notifications = 0;
let isFull = false;
let isDateTrusted = true;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-keeper-'));
  files = openWorkspaceFiles(root, surroundings);
  clock = createFakeClock(Date.UTC(2026, 5, 15, 9));
  notifications = 0;
  isFull = false;
  isDateTrusted = true;
  scheduler = start();
});
afterEach(() => {
  scheduler.dispose();
  files.close();
  rmSync(root, { recursive: true, force: true });
});

function start(): BackupScheduler {
  const sound = createBackupStore({ folder: root, clock, log: surroundings.log });
  const store: typeof sound = {
    ...sound,
    make: (kind, yours) => {
      if (isFull) throw new AppFailure({ kind: 'storage', reason: 'full', file: 'backup' });
      return sound.make(kind, yours);
    },
  };
  return createBackupScheduler({
    store,
    yours: files.yours,
    clock,
    log: surroundings.log,
    publishChanged: () => (notifications += 1),
    second: createSecondBackups({
      folder: root,
      root: sound.root,
      clock,
      log: surroundings.log,
      erasedAtMs: () => null,
      publishChanged: () => undefined,
    }),
    isDateTrusted: () => isDateTrusted,
  });
}
const save = (body: string): void => {
  const notes = createNotes(files.yours);
  const baseRevision = notes.get('a').revision;
  notes.save({ companyId: 'a', companyName: 'A', body, baseRevision, savedAtMs: clock.nowMs() });
};
const kinds = async (): Promise<string[]> => (await scheduler.store.list()).map(({ kind }) => kind);

describe('backups of an open workspace', () => {
  it('are not made without changes', async () => {
    await clock.advance(3 * DAY);
    expect(await kinds()).toEqual([]);
  });

  it('are made once a day on which something changed', async () => {
    save('first');
    await clock.advance(10_000);
    expect(await kinds()).toEqual(['daily']);
    save('second');
    await clock.advance(6 * HOUR);
    expect(await kinds()).toEqual(['daily']);
    await clock.advance(DAY);
    expect(await kinds()).toEqual(['daily', 'daily']);
    await clock.advance(5 * DAY);
    expect(await kinds()).toEqual(['daily', 'daily']);
    expect(notifications).toBeGreaterThanOrEqual(2);
  });

  it('are made on closing if the first day’s changes were not backed up yet', async () => {
    save('late');
    scheduler.dispose();
    expect(await kinds()).toEqual(['daily']);
  });

  it('report a failure until the next success, and are tried again within the hour', async () => {
    save('first');
    isFull = true;
    await clock.advance(10_000);
    expect(scheduler.lastFailure()).toEqual({ atMs: Date.UTC(2026, 5, 15, 9, 0, 10), reason: 'full' });
    isFull = false;
    await clock.advance(HOUR);
    expect(scheduler.lastFailure()).toBeNull();
    expect(await kinds()).toEqual(['daily']);
  });

  it('are deleted as newer ones replace them', async () => {
    for (let day = 0; day < 36; day += 1) {
      save(`day ${day}`);
      await clock.advance(DAY);
    }
    const listed = await scheduler.store.list();
    expect(listed.length).toBeGreaterThanOrEqual(9);
    expect(listed.length).toBeLessThanOrEqual(11);
    expect(listed.every(({ state }) => state === 'good')).toBe(true);
  });

  it('are all kept while the date is not trusted, and deleted once it is', async () => {
    isDateTrusted = false;
    for (let day = 0; day < 20; day += 1) {
      save(`day ${day}`);
      await clock.advance(DAY);
    }
    expect(await kinds()).toHaveLength(20);
    isDateTrusted = true;
    scheduler.rotateIfDue();
    await expect.poll(async () => (await kinds()).length).toBeLessThanOrEqual(11);
  });

  it('leave no timer after closing', async () => {
    scheduler.dispose();
    save('after closing');
    await clock.advance(3 * DAY);
    expect(await kinds()).toEqual([]);
  });
});
