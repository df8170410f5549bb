import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from 'vitest';
import { ownNode } from '../../support/common/process.ts';
import { callTool, openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';
import { installInspector, type Inspector } from '../../support/assistants/programs.ts';

/* Tests the programs that connect to the assistants' interface: the bridge, and the MCP Inspector's CLI. */

const worlds: AssistantsWorld[] = [];
const children: ChildProcess[] = [];
const clients: Client[] = [];
const inspectors: Inspector[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const world of worlds.splice(0)) await world.close();
  for (const inspector of inspectors.splice(0)) inspector.remove();
});
async function openWorld(): Promise<AssistantsWorld> {
  const world = await openAssistants();
  worlds.push(world);
  return world;
}

const BRIDGE = resolve('resources/assistant-bridge.mjs');

function startBridge(env: Record<string, string>): {
  send(message: object | string): Promise<unknown>;
  exit: Promise<number | null>;
  errors(): string;
} {
  const child = spawn(ownNode, [BRIDGE], { env, stdio: 'pipe' });
  children.push(child);
  const waiting: ((line: unknown) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  return {
    send: (message) => {
      const answered = new Promise<unknown>((answer) => waiting.push(answer));
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      return answered;
    },
    exit: new Promise((ended) => child.once('exit', ended)),
    errors: () => errors,
  };
}

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} };

describe('the bridge', () => {
  it('lets a client that only starts programs call a tool', async () => {
    const world = await openWorld();
    const key = world.key('Desk');
    const client = new Client({ name: 'tests', version: '1.0.0' });
    clients.push(client);
    // Starts the bridge from its copy in the data folder, with the arguments and environment variables of the
    // configuration that the app shows for Claude Desktop.
    const args = [join(world.dataDir, 'assistant-bridge.mjs')];
    const env = { ROUNDWATCH_KEY: key, ROUNDWATCH_URL: world.address };
    await client.connect(new StdioClientTransport({ command: ownNode, args, env }));
    expect((await client.listTools()).tools).toHaveLength(3);
    expect(await callTool(client, 'read_companies', ['a'])).toEqual(['a']);
    const isConnected = () => world.assistants.status().clients[0]?.isConnected;
    expect(isConnected()).toBe(true);
    await client.close();
    await expect.poll(isConnected).toBe(false);
  });

  it('states that the app is closed or the interface off', async () => {
    const world = await openWorld();
    const bridge = startBridge({ ROUNDWATCH_KEY: world.key('Desk'), ROUNDWATCH_URL: world.address });
    await world.assistants.turnOff();
    expect(await bridge.send(LIST)).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('closed, or its assistant interface is off') },
    });
    await world.assistants.turnOn();
    expect(await bridge.send(LIST)).toMatchObject({ id: 7, result: {} });
  });

  it('states that the key was revoked, and that a line is not JSON', async () => {
    const world = await openWorld();
    const bridge = startBridge({ ROUNDWATCH_KEY: 'rwa_revoked', ROUNDWATCH_URL: world.address });
    expect(await bridge.send(LIST)).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('revoked') },
    });
    expect(await bridge.send('{')).toMatchObject({ error: { code: -32_700 } });
  });

  it('starts only with a key, and sends it only to this computer', async () => {
    const withoutKey = startBridge({});
    expect(await withoutKey.exit).toBe(1);
    expect(withoutKey.errors()).toContain('ROUNDWATCH_KEY');
    for (const address of [
      'https://evil.example/mcp',
      'http://127.0.0.1.evil.example:1/mcp',
      'http://10.0.0.1:47822/mcp',
    ]) {
      const elsewhere = startBridge({ ROUNDWATCH_KEY: 'rwa_x', ROUNDWATCH_URL: address });
      expect(await elsewhere.exit).toBe(1);
      expect(elsewhere.errors()).toContain('ROUNDWATCH_URL');
    }
  });

  it('imports only modules of Node', () => {
    const imports = readFileSync(BRIDGE, 'utf8').match(/from '[^']+'/g);
    expect(imports).toEqual(["from 'node:readline'"]);
  });
});

describe('the MCP Inspector', () => {
  const open = async (): Promise<{ world: AssistantsWorld; inspect: Inspector['run'] }> => {
    const inspector = installInspector();
    inspectors.push(inspector);
    return { world: await openWorld(), inspect: inspector.run };
  };

  it('lists the tools and calls one', async () => {
    const { world, inspect } = await open();
    const header = ['--transport', 'http', '--header', `Authorization: Bearer ${world.key('Inspector')}`];
    const listed = await inspect([world.address, ...header, '--method', 'tools/list']);
    expect(listed.code, listed.output).toBe(0);
    expect(listed.output).toContain('"read_companies"');
    const called = await inspect([
      ...[world.address, ...header, '--method', 'tools/call', '--tool-name', 'read_companies'],
      ...['--tool-arg', 'ids=["a"]'],
    ]);
    expect(called.code, called.output).toBe(0);
    expect(called.output).toContain('"untrusted": true');
  });

  it('is refused without the key', async () => {
    const { world, inspect } = await open();
    const { code } = await inspect([world.address, '--transport', 'http', '--method', 'tools/list']);
    expect(code).not.toBe(0);
  });
});
