import { afterEach, expect, test } from 'vitest';
import { createMenuHandlers } from '../../../electron/core/handlers/menu.ts';
import { savedAppearance } from '../../../electron/core/handlers/appearance-settings.ts';
import { writeInitialAppearance } from '../../../electron/shells/startup/first-paint.ts';
import { thirtyDays } from '../../contract/suite-kit.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import type { MenuItem } from '../../../shared/model/settings/menu.ts';

/* Tests the appearance and receiver settings, the system menu, and diagnostics. */
let app: TestApp | null = null;
afterEach(async () => {
  await app?.dispose();
  app = null;
});

test('invalid or missing settings fall back to their defaults', async () => {
  const settings = createMapSettings();
  settings.set('theme', 'sepia');
  settings.set('text-size', 130);
  settings.set('shortcuts', { singleKeys: false, changes: [{ id: 'palette', keys: 'Mod+' }] });
  expect(savedAppearance(settings)).toEqual({ theme: 'system', density: 'comfortable', textSize: 100 });
  app = await startTestApp({ settings });
  expect(await app.api.settings.shortcuts({})).toEqual({ singleKeys: true, changes: [] });
});

test('the page has the user’s appearance before it is sent', () => {
  const dress = writeInitialAppearance(() => ({ theme: 'dark', density: 'compact', textSize: 150 }));
  expect(dress('<html lang="en" data-theme="system"><body>')).toBe(
    '<html lang="en" data-theme="dark" data-density="compact" data-text="150"><body>',
  );
});

test('only items of the latest menu can be chosen', async () => {
  const published: unknown[] = [];
  const shown: { items: readonly MenuItem[]; choose: (id: string) => void }[] = [];
  const menu = createMenuHandlers(
    { show: (items, choose) => void shown.push({ items, choose }) },
    (group, name, payload) => void published.push([group, name, payload]),
  );
  const item = (id: string): MenuItem => ({ id, words: id, keys: null });
  expect(await menu.offer({ items: [item('go.library'), item('undo')] })).toEqual({ shown: true });
  await menu.offer({ items: [item('go.library')] });
  for (const id of ['undo', 'go.library', 'people.lock']) shown[0]?.choose(id);
  expect(published).toEqual([['menu', 'onChosen', { id: 'go.library' }]]);
});

test('waking notifies the page without a request', async () => {
  app = await startTestApp({ demo: true });
  const messages: string[] = [];
  app.port.subscribe((channel) => messages.push(channel));
  app.wake();
  await expect.poll(() => messages).toContain('app.onWoke');
  expect((await app.api.demo.transcript({ offset: 0, limit: 1 })).total).toBe(0);
});

test('diagnostics contain no key, no name or id of a company, and no path', async () => {
  const line = { atMs: 1, level: 'warn', event: 'slow-query', fields: '{"tookMs":52}' } as const;
  app = await startTestApp({
    demo: true,
    ports: { recentLog: () => Array.from({ length: 60 }, () => line) },
  });
  const { api } = app;
  const query = await thirtyDays(api);
  const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  const question = { list: 'fundings', query } as const;
  const { set } = await api.search.run({ question, accepted: cost, screen: 'search' });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 25 });
  const diagnostics = await api.diagnostics.read({});
  expect(diagnostics.log).toHaveLength(50);
  expect(diagnostics.workspace).toMatchObject({ kind: 'demo', clockOffsetMs: expect.any(Number), drifts: 0 });
  const text = JSON.stringify(diagnostics);
  expect(rows.length).toBeGreaterThan(10);
  for (const { name, companyId } of rows)
    for (const said of [name, companyId]) expect(text).not.toContain(said);
  expect(text).not.toContain(app.dataDir);
});

test('diagnostics contain versions without a workspace', async () => {
  app = await startTestApp();
  const diagnostics = await app.api.diagnostics.read({});
  expect(diagnostics.workspace).toBeNull();
  expect(diagnostics.versions).toMatchObject({
    app: '0.0.0-test',
    shell: 'loopback',
    node: process.versions.node,
  });
});

test('diagnostics know that the last access found no keychain', async () => {
  app = await startTestApp();
  expect((await app.api.diagnostics.read({})).keyringState).toBeNull();
  app.keychain.become('unavailable');
  expect((await app.api.keys.keychain({})).state).toBe('unavailable');
  expect((await app.api.diagnostics.read({})).keyringState).toBe('unavailable');
});
