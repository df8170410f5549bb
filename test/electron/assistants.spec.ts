import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { connectClient } from '../support/assistants/mcp-client.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';

/*
 * The assistant interface in the built app. Its protocol code is a separate chunk, which is loaded when the
 * interface is switched on.
 */

const place = newElectronPlace();
let running: LaunchedElectron;
test.beforeAll(async () => {
  running = await launchElectron(place, { keyring: false });
});
test.afterAll(async () => {
  await running.app.close();
  place.remove();
});

const replySchema = z.object({ ok: z.literal(true), value: z.unknown() });
const statusSchema = z.object({ state: z.string(), address: z.string() });
const addedSchema = z.object({ added: z.object({ key: z.string(), address: z.string() }) });
const callCore = async (channel: string, input: unknown = {}): Promise<unknown> =>
  replySchema.parse(await request(running.page, channel, input)).value;
const statusOf = async (channel: string): Promise<z.infer<typeof statusSchema>> =>
  statusSchema.parse(await callCore(channel));

test('is off until it is switched on, then answers the official client, and is off again', async () => {
  await callCore('workspaces.exploreDemo', { filled: true });
  const off = await statusOf('assistants.status');
  expect(off.state).toBe('off');
  await expect(connectClient(off.address, 'rwa_any')).rejects.toThrow('fetch failed');
  const on = await statusOf('assistants.turnOn');
  expect(on.state).toBe('listening');
  const { added } = addedSchema.parse(
    await callCore('assistants.addClient', { name: 'Desk', place: 'local', permissions: ['read'] }),
  );
  const client = await connectClient(added.address, added.key);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const today = await client.callTool({ name: 'today', arguments: {} });
  expect(today.structuredContent).toMatchObject({ untrusted: true });
  await client.close();
  expect(readFileSync(join(place.dataDir, 'assistant-bridge.mjs'), 'utf8')).toBe(
    readFileSync('resources/assistant-bridge.mjs', 'utf8'),
  );
  expect((await statusOf('assistants.turnOff')).state).toBe('off');
  await expect(connectClient(added.address, added.key)).rejects.toThrow('fetch failed');
});
