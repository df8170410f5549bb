import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, strFromU8 } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMcpProtocol } from '../../../electron/adapters/mcp-server.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { freePort } from '../../support/assistants/mcp-client.ts';

const MARKER = 'Zebra Desk Assistant';
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({
    demo: true,
    ports: {
      assistants: {
        load: () => Promise.resolve(createMcpProtocol()),
        bridgeFile: 'resources/assistant-bridge.mjs',
      },
    },
  });
  app.settings.set('assistants', { port: await freePort(), on: [], paused: [] });
});
afterEach(() => app.dispose());

/** Returns the files below `folder` that contain the text `marker`. Also searches inside zip files. */
function filesWith(folder: string, marker: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return false;
    const bytes = readFileSync(path);
    const isZip = bytes.subarray(0, 2).toString() === 'PK';
    const texts = isZip ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part)) : [bytes.toString()];
    return texts.some((each) => each.includes(marker));
  });
}

it('leaves clients and their keys out of archives of own data', async () => {
  const { api, dataDir } = app;
  await api.assistants.turnOn({});
  const permissions = ['read' as const];
  const { added } = await api.assistants.addClient({ name: MARKER, place: 'cloud', permissions });
  await api.watchlists.create({ name: 'Zebra list' });
  const { saved } = await api.archive.save({});
  expect(saved?.fileName).toBeDefined();
  const withList = filesWith(dataDir, 'Zebra list').filter((name) => name.endsWith(saved?.fileName ?? ''));
  expect(withList).toHaveLength(1);
  expect(filesWith(dataDir, MARKER).filter((name) => !/yours\.db/.test(name))).toEqual([]);
  expect(filesWith(dataDir, added.key)).toEqual([]);
});

it('keeps whether the interface is on outside of the workspace', async () => {
  const { api, settings } = app;
  const on = await api.assistants.turnOn({});
  expect(on).toMatchObject({ state: 'listening', isOn: true });
  expect(settings.get('assistants')).toMatchObject({ on: [expect.any(String)] });
  await api.workspaces.leave({});
  await expect(api.assistants.status({})).rejects.toThrow('not-found');
});
