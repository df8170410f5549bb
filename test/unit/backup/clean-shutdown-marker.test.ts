import { closeSync, openSync, readdirSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIntegrityThread } from '../../../electron/adapters/integrity-thread.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import type { IntegrityCheck, Ports } from '../../../electron/core/ports.ts';
import { createCleanShutdownMarker } from '../../../electron/core/backup/clean-shutdown-marker.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { surroundings, write } from '../../support/durability/fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';

/*
 * After a clean shutdown, `cache.db` opens immediately, and its integrity check runs later in the background.
 */

const newest = cacheMigrations.at(-1)?.id ?? 0;
const checkIntegrity = createIntegrityThread(
  new URL('../../../electron/core/database/workers/integrity-worker.ts', import.meta.url),
);
let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

/** Overwrites bytes of a file, then restores the file's access and modification times. */
function overwriteUnnoticed(file: string, at: number, bytes = 'spoiled'): void {
  const { atime, mtime } = statSync(file);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, at);
  closeSync(descriptor);
  utimesSync(file, atime, mtime);
}

describe('clean-shutdown marker', () => {
  /**
   * Writes a file and its marker, then applies `change` to the file. Returns whether an app whose newest
   * migration is `later` rejects the marker.
   */
  function isRejectedAfter(change: (file: string) => void, later = newest): boolean {
    const file = join(folder.path, 'cache.db');
    writeFileSync(file, 'x'.repeat(10_000));
    const marker = createCleanShutdownMarker(file, newest);
    if (marker.isAsLeft()) throw new Error('the note matches before it was written');
    marker.note();
    if (!marker.isAsLeft()) throw new Error('the note does not match an untouched file');
    change(file);
    return !createCleanShutdownMarker(file, later).isAsLeft();
  }

  it('is rejected after a write that restores size and time', () => {
    expect(isRejectedAfter((file) => overwriteUnnoticed(file, 5_000))).toBe(true);
  });

  it('is rejected while a write-ahead log lies beside the file', () => {
    expect(isRejectedAfter((file) => writeFileSync(`${file}-wal`, 'frames'))).toBe(true);
  });

  it('is rejected when another version of the app wrote it', () => {
    expect(isRejectedAfter(() => undefined, newest + 10)).toBe(true);
  });

  it('is rejected when truncated or missing', () => {
    expect(isRejectedAfter((file) => writeFileSync(`${file}.left`, '{"schema":'))).toBe(true);
    expect(isRejectedAfter((file) => createCleanShutdownMarker(file, newest).forget())).toBe(true);
  });
});

describe('opening a workspace', () => {
  const open = (trustsLeft: boolean) => openWorkspaceFiles(folder.path, { ...surroundings, trustsLeft });

  it('skips the check of a cleanly closed file only if the check can run later', () => {
    write(folder.path, 'a', 'mine');
    const again = open(true);
    expect(again.isCacheAsLeft).toBe(true);
    again.close();
    const withoutLaterCheck = open(false);
    expect(withoutLaterCheck.isCacheAsLeft).toBe(false);
    withoutLaterCheck.close();
  });

  it('checks a file whose marker is rejected', () => {
    write(folder.path, 'a', 'mine');
    const doubted = open(true);
    doubted.doubtCache();
    doubted.close();
    const again = open(true);
    expect(again.isCacheAsLeft).toBe(false);
    again.close();
  });
});

describe('damaged page in a cleanly closed cache', () => {
  let app: TestApp | null = null;
  afterEach(() => app?.dispose());

  /**
   * Opens and closes the demo, damages a page of its cache, and writes a clean-shutdown marker that matches
   * the damaged file. Opens the demo again and returns the workspace folder.
   */
  async function openDamagedDemo(page: number, ports: Partial<Ports>): Promise<string> {
    const place = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
    const first = await startTestApp({ ...place, demo: true, ports });
    const { workspaces } = await first.api.workspaces.list({});
    await first.dispose();
    const workspace = join(folder.path, 'workspaces', workspaces[0]?.id ?? '');
    const file = join(workspace, 'cache.db');
    overwriteUnnoticed(file, (page - 1) * 4_096, '\u00ff'.repeat(2_048));
    createCleanShutdownMarker(file, newest).note();
    app = await startTestApp({ ...place, ports });
    return workspace;
  }

  /** Makes the background check start immediately instead of after ten seconds. */
  const withImmediateCheck = (check: IntegrityCheck): Partial<Ports> => {
    const clock = createSystemClock();
    const after: typeof clock.after = (delayMs, task) => clock.after(delayMs === 10_000 ? 0 : delayMs, task);
    return { clock: { ...clock, after }, checkIntegrity: check };
  };
  const logged = (event: string): boolean => app?.logged.some((line) => line.startsWith(event)) === true;
  const setAside = (workspace: string): boolean =>
    readdirSync(workspace).some((name) => name.includes('damaged'));

  /** The number of a database page that nothing reads at startup. */
  const PAGE_UNUSED_AT_START = 40;

  it('is found by the background check, which replaces the cache with a new one', async () => {
    const workspace = await openDamagedDemo(PAGE_UNUSED_AT_START, withImmediateCheck(checkIntegrity));
    await expect.poll(() => logged('cache-rebuilt'), { timeout: 20_000 }).toBe(true);
    expect(logged('file-damaged')).toBe(true);
    expect(setAside(workspace)).toBe(true);
    await expect.poll(async () => (await app?.api.workspaces.list({}))?.activeId ?? null).not.toBe(null);
  });

  it('is found too if the workspace was reopened after a restore', async () => {
    const settings = createMapSettings();
    let checks = 0;
    const damageOnSecondCheck: IntegrityCheck = (file) => {
      checks += 1;
      if (checks === 2) overwriteUnnoticed(file, (PAGE_UNUSED_AT_START - 1) * 4_096, '\u00ff'.repeat(2_048));
      return checkIntegrity(file);
    };
    const place = {
      dataDir: folder.path,
      keychain: createFakeKeychain(),
      settings,
      ports: withImmediateCheck(damageOnSecondCheck),
    };
    const first = await startTestApp({ ...place, demo: true });
    await first.dispose();
    app = await startTestApp(place);
    await expect.poll(() => checks, { timeout: 20_000 }).toBe(1);
    await app.api.notes.save({ companyId: 'c1', body: 'Call on Monday.', baseRevision: 0 });
    const { backup } = await app.api.backups.make({});
    await app.api.backups.restore({ id: backup.id });
    await expect.poll(() => logged('cache-rebuilt'), { timeout: 20_000 }).toBe(true);
    await expect.poll(async () => (await app?.api.workspaces.list({}))?.activeId ?? null).not.toBe(null);
  });

  it('is not found without the background check (planted defect)', async () => {
    const alwaysSound: IntegrityCheck = () => ({
      sound: Promise.resolve(true),
      stop: () => Promise.resolve(),
    });
    const workspace = await openDamagedDemo(PAGE_UNUSED_AT_START, withImmediateCheck(alwaysSound));
    await new Promise((resolve) => setImmediate(resolve));
    expect([logged('cache-rebuilt'), setAside(workspace)]).toEqual([false, false]);
  });

  it('is found immediately if opening the file reads it', async () => {
    const workspace = await openDamagedDemo(1, withImmediateCheck(checkIntegrity));
    expect(logged('cache-rebuilt')).toBe(true);
    expect(setAside(workspace)).toBe(true);
    expect((await app?.api.workspaces.list({}))?.activeId).not.toBe(null);
  });
});
