import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assistantPrompts } from '../../../electron/core/assistants/prompts.ts';
import { assistantResources } from '../../../electron/core/assistants/resources.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { ASSISTANT_PERMISSIONS } from '../../../shared/model/assistants/assistant-limits.ts';
import { fillLibrary } from '../../support/assistants/assistant-world.ts';
import { callsOfEveryTool } from '../../support/assistants/every-tool.ts';
import { openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';
import { installInspector } from '../../support/assistants/programs.ts';
import { ownNode } from '../../support/common/process.ts';

/*
 * Calls each of the product's tools from other programs, with the demo open. `morning.test.ts` calls the
 * tools over HTTP with the official client.
 */

let world: AssistantsWorld;
let companyId: string;
beforeEach(async () => {
  const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
  world = await openAssistants({ offer });
  [companyId = ''] = await fillLibrary(world.workspace, 10);
});
afterEach(() => world.close());

const key = (): string => world.key('Desk', ASSISTANT_PERMISSIONS);
const requestsOfDemo = (): number => world.workspace.demo?.transcript(0, 1).total ?? -1;

describe('every tool', () => {
  it('is in the list of calls', () => {
    expect(
      callsOfEveryTool('x')
        .map(([tool]) => tool)
        .toSorted(),
    ).toEqual(assistantTools.map(({ name }) => name).toSorted());
  });

  it('is called by a client that only starts programs, through the bridge', async () => {
    const before = requestsOfDemo();
    const client = new Client({ name: 'tests', version: '1.0.0' });
    const args = [join(world.dataDir, 'assistant-bridge.mjs')];
    const env = { ROUNDWATCH_KEY: key(), ROUNDWATCH_URL: world.address };
    await client.connect(new StdioClientTransport({ command: ownNode, args, env }));
    for (const [name, given] of callsOfEveryTool(companyId)) {
      const { structuredContent } = await client.callTool({ name, arguments: { ...given } });
      expect([name, structuredContent]).toMatchObject([name, { untrusted: true }]);
    }
    await client.close();
    expect(requestsOfDemo()).toBe(before);
  });

  it("is called by the MCP Inspector's command line", async () => {
    const before = requestsOfDemo();
    const inspector = installInspector();
    const target = [world.address, '--transport', 'http', '--header', `Authorization: Bearer ${key()}`];
    for (const [name, given] of callsOfEveryTool(companyId)) {
      // Values are passed as JSON, because the Inspector's CLI would parse a plain `1` as a number.
      const pairs = Object.entries(given).flatMap(([field, value]) => [
        '--tool-arg',
        `${field}=${JSON.stringify(value)}`,
      ]);
      const method = ['--method', 'tools/call', '--tool-name', name];
      const { code, output } = await inspector.run([...target, ...method, ...pairs]);
      expect(code, `${name}: ${output}`).toBe(0);
      expect(output, name).toContain('"untrusted": true');
    }
    inspector.remove();
    expect(requestsOfDemo()).toBe(before);
  });
});
