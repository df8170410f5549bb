import { closeSync, openSync, readdirSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
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

/**
 * After a clean shutdown `cache.db` opens without a full integrity check. The check runs later, in the
 * background.
 */

const newest = cacheMigrations.at(-1)?.id ?? 0;
const lookThrough = createIntegrityThread(
  new URL('../../../electron/core/database/workers/integrity-worker.ts', import.meta.url),
);
let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

/** Overwrites bytes and restores the file times, so the change leaves no trace in the metadata. */
function spoil(file: string, at: number, bytes = 'spoiled'): void {
  const { atime, mtime } = statSync(file);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, at);
  closeSync(descriptor);
  utimesSync(file, atime, mtime);
}

describe('a note of how a file was left', () => {
  /**
   * @returns whether the marker is rejected after `change`, or by an app whose newest migration is `later`.
   */
  function isRejectedAfter(change: (file: string) => void, later = newest): boolean {
    const file = join(folder.path, 'cache.db');
    writeFileSync(file, 'x'.repeat(10_000));
    const left = createCleanShutdownMarker(file, newest);
    if (left.isAsLeft()) throw new Error('the note matches before it was written');
    left.note();
    if (!left.isAsLeft()) throw new Error('the note does not match an untouched file');
    change(file);
    return !createCleanShutdownMarker(file, later).isAsLeft();
  }

  test('is rejected after a write that restores size and time', () => {
    expect(isRejectedAfter((file) => spoil(file, 5_000))).toBe(true);
  });

  test('is rejected while a write-ahead log lies beside the file', () => {
    expect(isRejectedAfter((file) => writeFileSync(`${file}-wal`, 'frames'))).toBe(true);
  });

  test('is rejected when another version of the app wrote it', () => {
    expect(isRejectedAfter(() => undefined, newest + 10)).toBe(true);
  });

  test('is rejected when torn or gone', () => {
    expect(isRejectedAfter((file) => writeFileSync(`${file}.left`, '{"schema":'))).toBe(true);
    expect(isRejectedAfter((file) => createCleanShutdownMarker(file, newest).forget())).toBe(true);
  });
});

describe('opening', () => {
  const open = (trustsLeft: boolean) => openWorkspaceFiles(folder.path, { ...surroundings, trustsLeft });

  it('trusts what it left itself, and only where somebody looks later', () => {
    write(folder.path, 'a', 'mine');
    const again = open(true);
    expect(again.isCacheAsLeft).toBe(true);
    again.close();
    const careful = open(false);
    expect(careful.isCacheAsLeft).toBe(false);
    careful.close();
  });

  it('reads through what was doubted', () => {
    write(folder.path, 'a', 'mine');
    const doubted = open(true);
    doubted.doubtCache();
    doubted.close();
    const again = open(true);
    expect(again.isCacheAsLeft).toBe(false);
    again.close();
  });
});

describe('an app whose disk lost a page of what was left', () => {
  let app: TestApp | null = null;
  afterEach(() => app?.dispose());

  /** Uses the demo, closes it and damages a page of its cache unnoticed. @returns the workspace folder */
  async function decayed(page: number, ports: Partial<Ports>): Promise<string> {
    const place = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
    const first = await startTestApp({ ...place, demo: true, ports });
    const { workspaces } = await first.api.workspaces.list({});
    await first.dispose();
    const workspace = join(folder.path, 'workspaces', workspaces[0]?.id ?? '');
    const file = join(workspace, 'cache.db');
    spoil(file, (page - 1) * 4_096, '\u00ff'.repeat(2_048));
    createCleanShutdownMarker(file, newest).note();
    app = await startTestApp({ ...place, ports });
    return workspace;
  }

  /** Starts the integrity check immediately instead of after ten seconds. */
  const soon = (look: IntegrityCheck): Partial<Ports> => {
    const clock = createSystemClock();
    const after: typeof clock.after = (delayMs, task) => clock.after(delayMs === 10_000 ? 0 : delayMs, task);
    return { clock: { ...clock, after }, lookThrough: look };
  };
  const logged = (event: string): boolean => app?.logged.some((line) => line.startsWith(event)) === true;
  const setAside = (workspace: string): boolean =>
    readdirSync(workspace).some((name) => name.includes('damaged'));

  /** An index page that nothing reads at startup. */
  const QUIET_PAGE = 40;

  it('finds it later, sets the file aside and goes on with a new one', async () => {
    const workspace = await decayed(QUIET_PAGE, soon(lookThrough));
    await expect.poll(() => logged('cache-rebuilt'), { timeout: 20_000 }).toBe(true);
    expect(logged('file-damaged')).toBe(true);
    expect(setAside(workspace)).toBe(true);
    await expect.poll(async () => (await app?.api.workspaces.list({}))?.activeId ?? null).not.toBe(null);
  });

  it('finds it as well where the workspace was opened again after a backup was put back', async () => {
    const settings = createMapSettings();
    let looks = 0;
    const decaying: IntegrityCheck = (file) => {
      looks += 1;
      if (looks === 2) spoil(file, (QUIET_PAGE - 1) * 4_096, '\u00ff'.repeat(2_048));
      return lookThrough(file);
    };
    const place = { dataDir: folder.path, keychain: createFakeKeychain(), settings, ports: soon(decaying) };
    const first = await startTestApp({ ...place, demo: true });
    await first.dispose();
    app = await startTestApp(place);
    await expect.poll(() => looks, { timeout: 20_000 }).toBe(1);
    await app.api.notes.save({ companyId: 'c1', body: 'Call on Monday.', baseRevision: 0 });
    const { backup } = await app.api.backups.make({});
    await app.api.backups.restore({ id: backup.id });
    await expect.poll(() => logged('cache-rebuilt'), { timeout: 20_000 }).toBe(true);
    await expect.poll(async () => (await app?.api.workspaces.list({}))?.activeId ?? null).not.toBe(null);
  });

  it('never does where nobody looks (the planted defect)', async () => {
    const blind: IntegrityCheck = () => ({ sound: Promise.resolve(true), stop: () => Promise.resolve() });
    const workspace = await decayed(QUIET_PAGE, soon(blind));
    await new Promise((resolve) => setImmediate(resolve));
    expect([logged('cache-rebuilt'), setAside(workspace)]).toEqual([false, false]);
  });

  it('opens with a new one at once where opening itself meets the damage', async () => {
    const workspace = await decayed(1, soon(lookThrough));
    expect(logged('cache-rebuilt')).toBe(true);
    expect(setAside(workspace)).toBe(true);
    expect((await app?.api.workspaces.list({}))?.activeId).not.toBe(null);
  });
});
