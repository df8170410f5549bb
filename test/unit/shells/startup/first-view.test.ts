import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../shared/contract/kit.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { createFirstView, removeFirstView } from '../../../../electron/shells/startup/first-view.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

const WORKSPACE = join('workspaces', '0123456789abcdef01234567');
const NOON_MS = Date.parse('2026-06-10T12:00:00');
const FIRST = [
  ['workspaces.list', {}],
  ['tasks.due', { offset: 0, limit: 1 }],
  ['tasks.due', { offset: 0, limit: 50 }],
] as const;

let folder: ReturnType<typeof tempDir>;
beforeEach(() => {
  folder = tempDir();
  mkdirSync(join(folder.path, WORKSPACE), { recursive: true });
  for (const file of ['settings.json', join(WORKSPACE, 'yours.db'), join(WORKSPACE, 'workspace.json')])
    writeFileSync(join(folder.path, file), 'data');
  utimesSync(join(folder.path, WORKSPACE, 'yours.db'), NOON_MS / 1_000, NOON_MS / 1_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  folder.remove();
});

const file = (): string => join(folder.path, 'first-view.json');
const open = (changed: Partial<Parameters<typeof createFirstView>[0]> = {}) =>
  createFirstView({ dataDir: folder.path, build: '1', nowMs: () => NOON_MS, isUsed: true, ...changed });
const createCore = (about: string) =>
  vi.fn((channel: unknown, input: unknown): Promise<Reply> =>
    Promise.resolve({ ok: true, value: [about, channel, input] }),
  );

/** Opens and closes the app once. The page sends these requests while the first view is loading. */
async function runOnce(
  requests: ReadonlyArray<readonly [channel: string, input: unknown]> = FIRST,
  core = createCore('saved'),
): Promise<void> {
  const view = open();
  const answer = view.answer(core);
  for (const [channel, input] of requests) await answer(channel, input);
  view.save(await view.collect(core));
}

describe('saved first view', () => {
  it('answers the first requests without the core, and asks the core after the last of them', async () => {
    await runOnce();
    const view = open();
    const core = createCore('now');
    const answer = view.answer(core);
    let isShown = false;
    const shown = view.whenShown().then(() => (isShown = true));
    for (const [channel, input] of FIRST) {
      await Promise.resolve();
      expect(isShown).toBe(false);
      expect(await answer(channel, input)).toEqual({ ok: true, value: ['saved', channel, input] });
    }
    await shown;
    expect(core).not.toHaveBeenCalled();
    expect(view.wasUsed()).toBe(true);
    expect(await answer(...FIRST[0])).toEqual({ ok: true, value: ['now', ...FIRST[0]] });
  });

  it('answers a request that the page repeats before it has sent the others', async () => {
    await runOnce();
    const answer = open().answer(createCore('now'));
    for (const [channel, input] of [FIRST[0], FIRST[0]])
      expect(await answer(channel, input)).toMatchObject({ value: ['saved', channel, input] });
  });

  it('asks the core for other requests, and still answers the first ones', async () => {
    await runOnce();
    const core = createCore('now');
    const answer = open().answer(core);
    expect(await answer('companies.get', { id: 'cmp_1' })).toMatchObject({
      value: ['now', 'companies.get', { id: 'cmp_1' }],
    });
    const other = ['tasks.due', { offset: 50, limit: 50 }] as const;
    expect(await answer(...other)).toMatchObject({ value: ['now', ...other] });
    expect(await answer(...FIRST[0])).toMatchObject({ value: ['saved', ...FIRST[0]] });
  });

  it('asks the core for everything once the page is idle', async () => {
    await runOnce();
    const view = open();
    const answer = view.answer(createCore('now'));
    await answer(...FIRST[0]);
    await answer('menu.offer', { items: [] });
    await view.whenShown();
    expect(await answer(...FIRST[1])).toMatchObject({ value: ['now', ...FIRST[1]] });
  });

  it('lets the core open after a second if the page does not send all requests', async () => {
    await runOnce();
    vi.useFakeTimers();
    const view = open();
    let isShown = false;
    const shown = view.whenShown().then(() => (isShown = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(isShown).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await shown;
    expect(await view.answer(createCore('now'))(...FIRST[0])).toMatchObject({ value: ['now', ...FIRST[0]] });
  });

  it('exists only while the app is closed, and only its owner can read it', async () => {
    await runOnce();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    open();
    expect(existsSync(file())).toBe(false);
  });

  it('is removed without being used, for example if the app starts without a window', async () => {
    await runOnce();
    const view = open({ isUsed: false });
    expect(await view.answer(createCore('now'))(...FIRST[0])).toMatchObject({ value: ['now', ...FIRST[0]] });
    expect(view.wasUsed()).toBe(false);
    expect(existsSync(file())).toBe(false);
    await runOnce();
    removeFirstView(folder.path);
    expect(existsSync(file())).toBe(false);
  });

  it.each([
    ['by another build', { build: '2' }],
    ['on another local date', { nowMs: () => NOON_MS + DAY_MS }],
  ])('is not used %s', async (_when, changed) => {
    await runOnce();
    const answer = open(changed).answer(createCore('now'));
    expect(await answer(...FIRST[0])).toMatchObject({ value: ['now', ...FIRST[0]] });
  });

  it('is not used after the date in UTC has changed', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    const evening = (time: string) => ({ nowMs: () => Date.parse(`2026-06-10T${time}:00-04:00`) });
    const before = open(evening('19:00'));
    const core = createCore('saved');
    await before.answer(core)(...FIRST[0]);
    before.save(await before.collect(core));
    const answer = open(evening('21:00')).answer(createCore('now'));
    expect(await answer(...FIRST[0])).toMatchObject({ value: ['now', ...FIRST[0]] });
  });

  const changes: Readonly<Record<string, () => void>> = {
    'a changed database': () => writeFileSync(join(folder.path, WORKSPACE, 'yours.db'), 'other'),
    'a database of the same size and time': () => {
      const path = join(folder.path, WORKSPACE, 'yours.db');
      writeFileSync(path, 'DATA');
      utimesSync(path, NOON_MS / 1_000, NOON_MS / 1_000);
    },
    'changes that are not yet in the database': () =>
      writeFileSync(join(folder.path, WORKSPACE, 'yours.db-wal'), 'wal'),
    'a missing database': () => rmSync(join(folder.path, WORKSPACE, 'yours.db')),
    'changed settings': () => writeFileSync(join(folder.path, 'settings.json'), '{"theme":"dark"}'),
    'another workspace': () => {
      mkdirSync(join(folder.path, 'workspaces', 'other'));
      writeFileSync(join(folder.path, 'workspaces', 'other', 'cache.db'), 'data');
    },
    'an incomplete file': () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -10)),
    'a file with other content': () => writeFileSync(file(), '{"replies":[{"channel":"app.info"}]}'),
  };
  it.each(Object.entries(changes))('is not used after %s', async (_what, change) => {
    await runOnce();
    change();
    const view = open();
    expect(await view.answer(createCore('now'))(...FIRST[0])).toMatchObject({ value: ['now', ...FIRST[0]] });
    expect(existsSync(file())).toBe(false);
  });

  it('is used although SQLite has left or removed an empty WAL', async () => {
    writeFileSync(join(folder.path, WORKSPACE, 'yours.db-wal'), '');
    await runOnce();
    rmSync(join(folder.path, WORKSPACE, 'yours.db-wal'));
    const view = open();
    await view.answer(createCore('now'))(...FIRST[0]);
    expect(view.wasUsed()).toBe(true);
  });

  it('contains only requests of the first view, and none after the page was idle', async () => {
    await runOnce([FIRST[0], ['companies.people', { id: 'cmp_1' }], ['menu.offer', { items: [] }], FIRST[1]]);
    const { replies } = JSON.parse(readFileSync(file(), 'utf8')) as { replies: { channel: string }[] };
    expect(replies.map(({ channel }) => channel)).toEqual(['workspaces.list']);
  });

  it('contains no reply that is an error', async () => {
    const refuseTasks = vi.fn((channel: unknown, input: unknown): Promise<Reply> =>
      channel === 'tasks.due'
        ? Promise.resolve({ ok: false, error: { kind: 'not-found', what: 'workspace' } })
        : createCore('saved')(channel, input),
    );
    await runOnce(FIRST, refuseTasks);
    const { replies } = JSON.parse(readFileSync(file(), 'utf8')) as { replies: { channel: string }[] };
    expect(replies.map(({ channel }) => channel)).toEqual(['workspaces.list']);
  });

  it('is removed if nothing is saved', async () => {
    await runOnce();
    const saved = readFileSync(file());
    const view = open();
    writeFileSync(file(), saved);
    view.save([]);
    expect(existsSync(file())).toBe(false);
  });

  it('reports if it cannot be removed', () => {
    // A folder cannot be removed like a file.
    mkdirSync(file());
    expect(removeFirstView(folder.path)).toBe(false);
  });

  it('forwards an input that cannot be serialised', async () => {
    await runOnce();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const core = createCore('now');
    await open().answer(core)('tasks.due', cyclic);
    expect(core).toHaveBeenCalledWith('tasks.due', cyclic);
  });
});
