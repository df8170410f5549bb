import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { createMcpProtocol } from '../../../electron/adapters/mcp-server.ts';
import type { AssistantHost } from '../../../electron/core/ports.ts';

/* `npm test` builds first. To run only this test, run `npm run build` first. */

const MAIN = join('out', 'main');
const chunks = readdirSync(join(MAIN, 'chunks'));
const protocolChunk = chunks.find((name) => name.startsWith('mcp-server-')) ?? 'missing';

const host: AssistantHost = {
  version: '1.0.0',
  instructions: '',
  tools: () => [
    { name: 'find', title: 'Find', description: 'Finds.', inputSchema: { type: 'object' }, readOnly: true },
  ],
  callTool: () => Promise.resolve({ data: {}, isRefused: false }),
  barred: () => null,
  resources: () => Promise.resolve({ resources: [], refusal: null }),
  resourceTemplates: () => [],
  readResource: () => Promise.resolve({ data: {}, isRefused: true, message: '' }),
  prompts: () => [],
  prompt: () => null,
};

describe('the built assistant interface', () => {
  it('is a chunk that is loaded on demand, without Ajv and without the core', async () => {
    const code = readFileSync(join(MAIN, 'chunks', protocolChunk), 'utf8');
    expect(code).not.toContain('node_modules/ajv/');
    const load = createRequire(import.meta.url);
    const built = load(resolve(MAIN, 'chunks', protocolChunk)) as {
      createMcpProtocol: typeof createMcpProtocol;
    };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const answer = await built.createMcpProtocol().answer({ headers, body }, host);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ result: { tools: [{ name: 'find' }] } });
  });

  it('is the same as the other chunks: none loads the core, whose file is a function', () => {
    expect(chunks.length).toBeGreaterThan(4);
    for (const name of chunks)
      expect(readFileSync(join(MAIN, 'chunks', name), 'utf8')).not.toContain('require("../open-core');
  });

  it('comes with the bridge', () => {
    expect(readFileSync(join(MAIN, 'assistant-bridge.mjs'), 'utf8')).toBe(
      readFileSync(join('resources', 'assistant-bridge.mjs'), 'utf8'),
    );
  });
});
