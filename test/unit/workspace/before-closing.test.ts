import { readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSimulator } from '../../../electron/simulator/index.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/* Work before the files are closed, such as saving the first view (ADR 122). */
let folder: ReturnType<typeof tempDir>;
beforeEach(() => {
  folder = tempDir();
});
afterEach(() => folder.remove());

const openLogs = (): string[] =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.db-wal'));

it('can still read the open workspace', async () => {
  const { handlers, dispose } = await startTestApp({ dataDir: folder.path, demo: true });
  const seen: (string | null)[] = [];
  await dispose(async () => {
    seen.push((await handlers.workspaces.list({})).activeId);
    await handlers.plan.today({});
  });
  expect(seen).toEqual([expect.any(String)]);
  expect(openLogs()).toEqual([]);
});

it('waits until a workspace that is being removed is gone', async () => {
  const service = await startSimulator({ seed: 7, companies: 3_000, makeWorld: sharedWorld });
  const keychain = createFakeKeychain();
  let goOn = (): void => undefined;
  const removing = new Promise<void>((resolve) => (goOn = resolve));
  const slowKeychain = {
    ...keychain,
    delete: async (account: string) => {
      await removing;
      return keychain.delete(account);
    },
  };
  const { api, dispose } = await startTestApp({ dataDir: folder.path, keychain: slowKeychain });
  const { workspace } = await api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'keychain' },
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
  const removal = api.workspaces.remove({ id: workspace.id });
  const beforeClosing = vi.fn(async () => {
    expect(await api.workspaces.list({})).toMatchObject({ activeId: null, workspaces: [] });
  });
  const closed = dispose(beforeClosing);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(beforeClosing).not.toHaveBeenCalled();
  goOn();
  await Promise.all([removal, closed]);
  expect(beforeClosing).toHaveBeenCalledOnce();
  await service.dispose();
});

it('closes the files even if it fails', async () => {
  const { dispose } = await startTestApp({ dataDir: folder.path, demo: true });
  await expect(dispose(() => Promise.reject(new Error('no reply')))).rejects.toThrow('no reply');
  expect(openLogs()).toEqual([]);
});
