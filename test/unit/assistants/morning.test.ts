import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { listProposals, propose } from '../../../electron/core/assistants/proposals.ts';
import { assistantPrompts } from '../../../electron/core/assistants/prompts.ts';
import { assistantResources } from '../../../electron/core/assistants/resources.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { putOpened } from '../../../electron/core/database/queries/yours/outcome-facts.ts';
import { callsOfEveryTool } from '../../support/assistants/every-tool.ts';
import { fillLibrary } from '../../support/assistants/assistant-world.ts';
import { openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';

/* The official client calls the product's own tools in the demo workspace, over a real socket. */

let world: AssistantsWorld;
let client: Client;
let companies: readonly string[];
beforeAll(async () => {
  const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
  world = await openAssistants({ offer });
  companies = await fillLibrary(world.workspace, 50);
  client = await world.connect(world.key('Desk', ['read', 'notes', 'add', 'propose', 'draft']));
});
afterAll(() => world.close());

const outcomeSchema = z.object({
  structuredContent: z.object({
    data: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.string() }).optional(),
  }),
});
const call = async (name: string, args: object = {}) =>
  outcomeSchema.parse(await client.callTool({ name, arguments: { ...args } })).structuredContent;
const requestsOfDemo = (): number => world.workspace.demo?.transcript(0, 1).total ?? -1;

it('every tool is listed with a strict schema, and every prompt can be read', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(assistantTools.map(({ name }) => name));
  for (const { inputSchema } of tools)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts)
    expect((await client.getPrompt({ name, arguments: { company: 'Acme' } })).messages.length).toBe(1);
});

it('a morning reads, notes and proposes without one request to the service', async () => {
  const before = requestsOfDemo();
  const companyId = companies[0] ?? '';
  const about = { company_id: companyId };
  const calls = callsOfEveryTool(companyId).filter(
    ([name]) => name !== 'receipt' && name !== 'company_contacts',
  );
  for (const [name, args] of calls) expect([name, (await call(name, args)).error]).toEqual([name, undefined]);
  const { proposals } = listProposals({ ...world.workspace, publish: () => undefined });
  expect(proposals).toMatchObject([{ state: 'open', clientName: 'Desk', reason: 'For your call' }]);
  expect((await call('receipt', { proposal_id: proposals[0]?.id })).data).toMatchObject({ state: 'open' });
  expect((await call('company_contacts', about)).error).toEqual({ code: 'not-allowed' });
  putOpened(world.workspace.files.yours, companyId, 1);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([`roundwatch://company/${companyId}`]);
  const [content] = (await client.readResource({ uri: resources[0]?.uri ?? '' })).contents;
  expect(JSON.stringify(content)).toContain('Seen this morning.');
  expect(requestsOfDemo()).toBe(before);
});

it('no more than 20 companies are read in an hour, by all tools together', async () => {
  const codes: (string | undefined)[] = [];
  for (const company_id of companies.slice(0, 30))
    codes.push((await call('company_brief', { company_id })).error?.code);
  expect(world.assistants.status().caps.hour.used).toBe(20);
  expect(codes).toContain('over-cap');
  for (const name of ['quote', 'propose', 'add_task']) {
    const company_id = companies.slice(0, 30)[codes.lastIndexOf('over-cap')];
    const args = {
      quote: { request: 'profile' },
      propose: { request: 'news', reason: 'x' },
      add_task: { title: 'x' },
    }[name];
    expect([name, (await call(name, { company_id, ...args })).error]).toEqual([name, { code: 'over-cap' }]);
  }
});

it('revoking a client withdraws its proposals, and what it has read stays in sight', async () => {
  const [{ id = '' } = {}] = world.assistants.status().clients;
  await call('company_brief', { company_id: companies[0] });
  const parts = { ...world.workspace, publish: () => undefined };
  const client = { id, name: 'Desk' };
  const { proposal: made } = propose(parts, {
    client,
    ask: { kind: 'profile', companyId: companies[1] ?? '' },
    reason: 'x',
  });
  world.assistants.revoke(id);
  const { proposals, waiting } = listProposals(parts);
  expect(proposals.find((each) => each.id === made.id)?.state).toBe('withdrawn');
  expect(waiting).toEqual([]);
  const { clients, revoked } = world.assistants.status();
  expect([clients, revoked]).toMatchObject([[], [{ id, name: 'Desk', place: 'local' }]]);
  expect(revoked[0]?.today.companies).toBeGreaterThan(0);
});
