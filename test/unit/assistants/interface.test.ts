import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { all, exec } from '../../../electron/core/database/sql.ts';
import { digestOf } from '../../../electron/core/foundation/constant-time-equal.ts';
import { callTool, openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';
import { closeSession, connectClient } from '../../support/assistants/mcp-client.ts';
import { assistantPrompts } from '../../../electron/core/assistants/prompts.ts';
import { assistantResources } from '../../../electron/core/assistants/resources.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';

/* Tests the assistant interface over real sockets, in most cases with the official MCP client. */

const worlds: AssistantsWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function open(...args: Parameters<typeof openAssistants>): Promise<AssistantsWorld> {
  const world = await openAssistants(...args);
  worlds.push(world);
  return world;
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const ids = (count: number, prefix = 'c'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Returns an empty array inside `levels` nested arrays. */
const nested = (levels: number): unknown[] => (levels === 0 ? [] : [nested(levels - 1)]);

function post(
  { port }: Pick<AssistantsWorld, 'port'>,
  key: string | null,
  how: { headers?: Record<string, string>; body?: string; path?: string; method?: string } = {},
): Promise<{ status: number; body: string }> {
  const { method = 'POST', path = '/mcp', body = JSON.stringify(LIST) } = how;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...how.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the official client', () => {
  it('lists the tools and the prompts, and calls a tool', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    expect(client.getServerVersion()).toMatchObject({ name: 'roundwatch', version: '0.0.0-test' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['read_companies', 'leak_companies', 'read_contacts']);
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(await callTool(client, 'read_companies', ['a', 'b'])).toEqual(['a', 'b']);
    const prompt = await client.getPrompt({ name: 'morning', arguments: { focus: 'energy' } });
    expect(prompt.messages[0]?.content).toEqual({ type: 'text', text: 'Look at energy.' });
    await expect(client.getPrompt({ name: 'morning', arguments: {} })).rejects.toThrow();
    expect((await client.listResources()).resources).toEqual([]);
  });

  it('gets data marked as untrusted, as structured data and as text', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    const result = await client.callTool({ name: 'read_companies', arguments: { ids: ['a'] } });
    expect(result.structuredContent).toMatchObject({ untrusted: true, data: { companies: ['a'] } });
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
  });

  it('gets the reason of a wrong argument, an unknown tool and a missing permission', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    const codeOf = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
      (await client.callTool({ name, arguments: args })).structuredContent;
    expect(await codeOf('read_companies', { ids: 'a' })).toMatchObject({ error: { code: 'invalid' } });
    expect(await codeOf('read_companies', { ids: [], more: 1 })).toMatchObject({
      error: { code: 'invalid' },
    });
    expect(await codeOf('approve', {})).toMatchObject({ error: { code: 'not-found' } });
    expect(await codeOf('read_contacts', { ids: [] })).toMatchObject({ error: { code: 'not-allowed' } });
    const results = world.assistants.log(null, 50).rows.map(({ tool, result }) => `${tool} ${result}`);
    expect(results).toEqual([
      'read_contacts not-allowed',
      'approve not-found',
      'read_companies invalid',
      'read_companies invalid',
    ]);
  });
});

describe('a request', () => {
  it('is answered only with the key', async () => {
    const world = await open();
    const key = world.key('Desk');
    expect((await post(world, key)).status).toBe(200);
    for (const wrong of [
      null,
      'x',
      `${key}x`,
      key.slice(0, -1),
      key.toUpperCase(),
      digestOf(key).toString('hex'),
    ])
      expect((await post(world, wrong)).status).toBe(401);
    await expect(connectClient(world.address, 'rwa_wrong')).rejects.toThrow(
      /does not know this key.*Add the/,
    );
  });

  it('without a valid key is told what to do, in words that say nothing about the keys that exist', async () => {
    const world = await open();
    const { id, key } = world.assistants.addClient({ name: 'Desk', place: 'cloud', permissions: [] });
    world.assistants.revoke(id);
    const revoked = await post(world, key);
    expect(JSON.parse(revoked.body)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { message: expect.stringMatching(/may have been revoked.*Settings, Assistants/) },
    });
    expect(await post(world, 'rwa_unknown')).toEqual(revoked);
    expect(JSON.parse((await post(world, null)).body)).toMatchObject({
      error: { message: expect.stringContaining('Authorization: Bearer') },
    });
  });

  it('is refused with another Host, as after DNS rebinding', async () => {
    const world = await open();
    const key = world.key('Desk');
    for (const Host of [
      'evil.example',
      `evil.example:${world.port}`,
      '127.0.0.1',
      `127.0.0.1.nip.io:${world.port}`,
    ])
      expect(await post(world, key, { headers: { Host } })).toEqual({ status: 403, body: '' });
  });

  it('is refused with an Origin', async () => {
    const world = await open();
    const key = world.key('Desk');
    for (const Origin of ['null', 'https://evil.example', `http://127.0.0.1:${world.port}`])
      expect((await post(world, key, { headers: { Origin } })).status).toBe(403);
  });

  it('is refused if it is not flat JSON posted to the path', async () => {
    const world = await open();
    const key = world.key('Desk');
    const deep = JSON.stringify({
      ...LIST,
      method: 'tools/call',
      params: { name: 'read_companies', arguments: { ids: nested(40) } },
    });
    expect((await post(world, key, { body: deep })).status).toBe(400);
    expect((await post(world, key, { body: JSON.stringify([LIST, LIST]) })).status).toBe(400);
    expect((await post(world, key, { body: 'x'.repeat(262_145) })).status).toBe(413);
    expect((await post(world, key, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await post(world, key, { path: '/' })).status).toBe(404);
    for (const method of ['GET', 'PUT'])
      expect((await post(world, key, { method, body: '' })).status).toBe(405);
  });

  it('of one client cannot flood the app, and the log shows the flood once', async () => {
    const world = await open();
    const [key, other] = [world.key('Flood'), world.key('Desk')];
    const statuses: number[] = [];
    for (let sent = 0; sent < 130; sent += 1) statuses.push((await post(world, key)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.slice(120)).toEqual(Array.from({ length: 10 }, () => 429));
    expect((await post(world, other)).status).toBe(200);
    expect(world.assistants.log(null, 50).rows.map(({ result }) => result)).toEqual(['too-many']);
  });

  it('waits for no more than three others of the same client', async () => {
    const world = await open();
    const key = world.key('Desk');
    const client = await world.connect(key);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    world.during.run = () => held;
    const calls = Array.from({ length: 4 }, () => callTool(client, 'read_companies', ['a']));
    await expect.poll(async () => (await post(world, key)).status).toBe(429);
    release();
    expect(await Promise.all(calls)).toEqual([['a'], ['a'], ['a'], ['a']]);
    expect((await post(world, key)).status).toBe(200);
  });
});

describe('the user', () => {
  it('sees a key once, and no file contains it', async () => {
    const world = await open();
    const { key, setups } = world.assistants.addClient({
      name: 'Desk',
      place: 'cloud',
      permissions: ['read'],
    });
    expect(Buffer.from(key.slice(4), 'base64url')).toHaveLength(32);
    expect(setups.map(({ program }) => program)).toEqual(['vs-code', 'cursor', 'claude-desktop']);
    for (const { text } of setups) expect(JSON.stringify(JSON.parse(text))).toContain(key);
    expect(JSON.stringify(world.assistants.status())).not.toContain(key);
    const stored = all(world.workspace.files.yours, 'SELECT * FROM assistant_client');
    expect(stored).toHaveLength(1);
    expect(stored[0]?.['key_sha256']).toEqual(digestOf(key));
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('revokes a client immediately, even during a call', async () => {
    const world = await open();
    const { id, key } = world.assistants.addClient({ name: 'Desk', place: 'cloud', permissions: ['read'] });
    const client = await world.connect(key);
    world.during.run = () => world.assistants.revoke(id);
    await expect(callTool(client, 'read_companies', ['a'])).rejects.toThrow();
    expect((await post(world, key)).status).toBe(401);
    expect(world.assistants.status().clients).toEqual([]);
    const [row] = world.assistants.log(null, 1).rows;
    expect(row).toMatchObject({ clientName: 'Desk', result: 'failed', handedOut: { companies: 0 } });
  });

  it('pauses all clients, also while one calls, and resumes them', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    world.during.run = () => world.assistants.setPaused(true);
    expect(await callTool(client, 'read_companies', ['a'])).toBe('paused');
    world.during.run = () => undefined;
    expect(await callTool(client, 'read_companies', ['a'])).toBe('paused');
    world.assistants.setPaused(false);
    expect(await callTool(client, 'read_companies', ['a'])).toEqual(['a']);
  });

  it('answers the static lists while paused, and states that assistants are paused for everything else', async () => {
    const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
    const world = await open({ offer });
    const client = await world.connect(world.key('Desk'));
    const lists = async () => ({
      ...(await client.listTools()),
      ...(await client.listPrompts()),
      ...(await client.listResourceTemplates()),
    });
    const before = await lists();
    expect(before.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'roundwatch://company/{company_id}',
    ]);
    expect([before.tools.length, before.prompts.length]).toEqual([
      assistantTools.length,
      assistantPrompts.length,
    ]);
    world.assistants.setPaused(true);
    expect(await lists()).toEqual(before);
    const requests = [
      client.listResources(),
      client.readResource({ uri: 'roundwatch://company/c1' }),
      client.getPrompt({ name: 'morning', arguments: {} }),
    ];
    // The client prefixes the message with the error code, so the message itself must not contain the code.
    for (const request of requests)
      await expect(request).rejects.toThrow(/^MCP error -32003: The user has paused all assistants/);
    await client.ping();
    world.assistants.setPaused(false);
    expect((await client.listResources()).resources).toEqual([]);
  });

  it('sees that a client has closed its session, and not those of its other windows', async () => {
    const world = await open();
    const key = world.key('Desk');
    const [one, other] = [await world.connect(key), await world.connect(key)];
    const isConnected = () => world.assistants.status().clients[0]?.isConnected;
    await closeSession(one);
    expect(isConnected()).toBe(true);
    expect((await post(world, 'rwa_unknown', { method: 'DELETE', body: '' })).status).toBe(401);
    await closeSession(other);
    expect(isConnected()).toBe(false);
    await callTool(other, 'read_companies', []);
    expect(isConnected()).toBe(true);
  });

  it('takes a permission away from a connected client', async () => {
    const world = await open();
    const { id, key } = world.assistants.addClient({ name: 'Desk', place: 'cloud', permissions: ['read'] });
    const client = await world.connect(key);
    world.assistants.setPermissions(id, []);
    expect(await callTool(client, 'read_companies', ['a'])).toBe('not-allowed');
  });

  it('turns the interface off, and no one can connect', async () => {
    const world = await open();
    const key = world.key('Desk');
    await world.assistants.turnOff();
    expect(world.assistants.status()).toMatchObject({ state: 'off', isOn: false });
    await expect(post(world, key)).rejects.toThrow('ECONNREFUSED');
    await world.assistants.turnOn();
    expect(world.assistants.status()).toMatchObject({ state: 'listening', address: world.address });
    expect((await post(world, key)).status).toBe(200);
  });

  it('sees which clients are connected, and what each received today', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    world.key('Other');
    await callTool(client, 'read_companies', ['a', 'b']);
    await callTool(client, 'read_companies', ['b', 'c']);
    const { clients, caps } = world.assistants.status();
    expect(clients).toMatchObject([
      {
        name: 'Desk',
        isConnected: true,
        today: { companies: 3, notes: 3, tasks: 0, logEntries: 0, contacts: 0 },
      },
      {
        name: 'Other',
        isConnected: false,
        lastCallAtMs: null,
        today: { companies: 0, notes: 0, tasks: 0, logEntries: 0, contacts: 0 },
      },
    ]);
    expect(caps).toEqual({
      hour: { limit: 20, max: 20, used: 3, freeAtMs: null },
      day: { limit: 60, max: 60, used: 3, freeAtMs: null },
      days30: { limit: 300, max: 300, used: 3, freeAtMs: null },
    });
  });
});

describe('the interface', () => {
  it('does not listen before it is turned on, or while another workspace is open', async () => {
    const world = await open();
    const key = world.key('Desk');
    world.activate(null);
    await expect
      .poll(() => post(world, key).catch((error: Error) => error.message))
      .toContain('ECONNREFUSED');
    world.activate(world.workspace);
    await expect
      .poll(() =>
        post(world, key).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it('states that another program uses its port, and listens when the port is free', async () => {
    const first = await open();
    const second = await open();
    await second.assistants.turnOff();
    second.settings.set('assistants', { port: first.port, on: [], paused: [] });
    await second.assistants.turnOn();
    expect(second.assistants.status().state).toBe('port-taken');
    await first.assistants.turnOff();
    await expect.poll(() => second.assistants.status().state).toBe('listening');
  });

  it('discards a reply with companies that were not counted', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    expect(await callTool(client, 'leak_companies', ['a'])).toBe('over-cap');
    expect(world.assistants.status().caps.hour.used).toBe(0);
  });

  it('returns nothing that it could not record', async () => {
    const world = await open();
    const client = await world.connect(world.key('Desk'));
    world.during.run = () => exec(world.workspace.files.yours, 'DROP TABLE assistant_call');
    expect(await callTool(client, 'read_companies', ['a'])).toBe('failed');
  });

  it('hands out no more than 20 companies an hour to all clients together', async () => {
    const world = await open();
    const [one, two] = [await world.connect(world.key('One')), await world.connect(world.key('Two'))];
    expect(await callTool(one, 'read_companies', ids(15))).toHaveLength(15);
    expect(await callTool(two, 'read_companies', ids(15, 'd'))).toEqual(ids(5, 'd'));
    expect(await callTool(two, 'read_companies', ids(3, 'e'))).toBe('over-cap');
    expect(await callTool(two, 'read_companies', ids(15))).toHaveLength(15);
    const { hour, day } = world.assistants.status().caps;
    expect(hour).toMatchObject({ limit: 20, max: 20, used: 20 });
    expect([Number(hour.freeAtMs) > Date.now(), day.freeAtMs]).toEqual([true, null]);
  });
});
