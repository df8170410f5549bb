import { closeSync, openSync, readdirSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createFileLook } from '../../../electron/adapters/file-look.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { cacheMigrations } from '../../../electron/core/db/migrations/cache/index.ts';
import type { LookThrough, Ports } from '../../../electron/core/ports.ts';
import { createLeftWhole, type LeftWholeDefect } from '../../../electron/core/durability/left-whole.ts';
import { openWorkspaceFiles } from '../../../electron/core/library/open-files.ts';
import { createFakeKeychain } from '../../support/fake-keychain.ts';
import { surroundings, write } from '../../support/durability-fixtures.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/test-app.ts';

/** `cache.db` is not read through before it is opened where nobody wrote to it since it was closed; it is later. */

const newest = cacheMigrations.at(-1)?.id ?? 0;
const lookThrough = createFileLook(new URL('../../../electron/core/db/look-worker.ts', import.meta.url));
let folder: ReturnType<typeof tempDir> = { path: '', remove: () => undefined };
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

/** As a program writes that puts the file's time back. */
function spoil(file: string, at: number, bytes = 'spoiled'): void {
  const { atime, mtime } = statSync(file);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, at);
  closeSync(descriptor);
  utimesSync(file, atime, mtime);
}

describe('a note of how a file was left', () => {
  /** Whether the note, once made, fits no more after `change`. */
  function notices(change: (file: string) => void, defect?: LeftWholeDefect, later = newest): boolean {
    const file = join(folder.path, 'cache.db');
    writeFileSync(file, 'x'.repeat(10_000));
    const left = createLeftWhole(file, newest);
    if (left.isAsLeft()) throw new Error('nothing was noted yet');
    left.note();
    const seen = createLeftWhole(file, later, defect);
    if (later === newest && !seen.isAsLeft()) throw new Error('nobody wrote to it');
    change(file);
    return !seen.isAsLeft();
  }

  test('no longer fits a file that was written to, even with its size and time as before', () => {
    expect(notices((file) => spoil(file, 5_000))).toBe(true);
    expect(notices((file) => spoil(file, 5_000), 'trusts-size')).toBe(false);
  });

  test('nor one with a log beside it', () => {
    expect(notices((file) => writeFileSync(`${file}-wal`, 'frames'))).toBe(true);
    expect(notices((file) => writeFileSync(`${file}-wal`, 'frames'), 'trusts-log')).toBe(false);
  });

  test('nor one that another version of the app left', () => {
    expect(notices(() => undefined, undefined, newest + 10)).toBe(true);
    expect(notices(() => undefined, 'trusts-schema', newest + 10)).toBe(false);
  });

  test('is worth nothing when torn or gone', () => {
    expect(notices((file) => writeFileSync(`${file}.left`, '{"schema":'))).toBe(true);
    expect(notices((file) => createLeftWhole(file, newest).forget())).toBe(true);
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

  /** A used demo, closed; then a page of its cache is lost without a trace. @returns its folder */
  async function decayed(page: number, ports: Partial<Ports>): Promise<string> {
    const place = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
    const first = await startTestApp({ ...place, demo: true, ports });
    const { workspaces } = await first.api.workspaces.list({});
    await first.dispose();
    const workspace = join(folder.path, 'workspaces', workspaces[0]?.id ?? '');
    const file = join(workspace, 'cache.db');
    spoil(file, (page - 1) * 4_096, '\u00ff'.repeat(2_048));
    createLeftWhole(file, newest).note();
    app = await startTestApp({ ...place, ports });
    return workspace;
  }

  /** The look comes at once instead of after ten seconds. */
  const soon = (look: LookThrough): Partial<Ports> => {
    const clock = createSystemClock();
    const after: typeof clock.after = (delayMs, task) => clock.after(delayMs === 10_000 ? 0 : delayMs, task);
    return { clock: { ...clock, after }, lookThrough: look };
  };
  const logged = (event: string): boolean => app?.logged.some((line) => line.startsWith(event)) === true;
  const setAside = (workspace: string): boolean =>
    readdirSync(workspace).some((name) => name.includes('damaged'));

  /** A page of an index that nothing reads at a start. */
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
    const decaying: LookThrough = (file) => {
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
    const blind: LookThrough = () => ({ sound: Promise.resolve(true), stop: () => Promise.resolve() });
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
