import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { momentText } from '../../../electron/core/assistants/moment-text.ts';
import { PERMISSION_NAMES } from '../../../electron/core/assistants/permission-names.ts';
import { assistantPrompts } from '../../../electron/core/assistants/prompts.ts';
import { assistantResources } from '../../../electron/core/assistants/resources.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { companyNameOf } from '../../../electron/core/library/company-view.ts';
import { assistants as strings } from '../../../renderer/features/settings/assistants/strings.ts';
import {
  ASSISTANT_PERMISSIONS,
  type AssistantPermission,
} from '../../../shared/model/assistants/assistant-limits.ts';
import { openAssistantWorld, type AssistantWorld } from '../../support/assistants/assistant-world.ts';
import { openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';

/* What the user and the assistant learn about a call that was refused. */

const outcomeSchema = z.object({ structuredContent: z.object({ error: z.object({ message: z.string() }) }) });

let world: AssistantWorld;
let served: AssistantsWorld;
let companyId: string;
let companyName: string;
beforeAll(async () => {
  world = await openAssistantWorld({ limit: 25 });
  const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
  served = await openAssistants({ offer, workspace: world.workspace });
  companyId = world.companies[0] ?? '';
  companyName = companyNameOf(world.workspace.files.cache, world.workspace.files.yours, companyId);
});
afterAll(async () => {
  await served.close();
  await world.dispose();
});

let added = 0;
const connect = (permissions: readonly AssistantPermission[]): Promise<Client> =>
  served.connect(served.key(`Client ${(added += 1)}`, permissions));
async function messageOf(client: Client, name: string, input: object): Promise<string> {
  const outcome = await client.callTool({ name, arguments: { ...input } });
  return outcomeSchema.parse(outcome).structuredContent.error.message;
}
const newest = () => {
  const [row] = served.assistants.log(null, 1).rows;
  return [row?.result, row?.about, row?.companyId];
};

describe('the log of refused calls', () => {
  it('states which company or request the client tried, and names no unknown company', async () => {
    const client = await connect(['notes']);
    await messageOf(client, 'company_contacts', { company_id: companyId });
    expect(newest()).toEqual(['not-allowed', companyName, companyId]);
    await messageOf(client, 'propose', { request: 'contacts', company_id: companyId, reason: 'x' });
    expect(newest()).toEqual(['not-allowed', `contacts: ${companyName}`, companyId]);
    await messageOf(client, 'quote', { request: 'saved-search', saved_search: 'Nordics' });
    expect(newest()).toEqual(['not-allowed', 'saved-search Nordics', null]);
    await messageOf(client, 'find_companies', { text: 'energy' });
    expect(newest()).toEqual(['not-allowed', 'energy', null]);
    await client.readResource({ uri: `roundwatch://company/${companyId}` }).catch(() => undefined);
    expect(newest()).toEqual(['not-allowed', companyName, companyId]);
    await messageOf(client, 'company_brief', { company_id: 'cmp_nobody' });
    expect(newest()).toEqual(['not-allowed', '', null]);
  });

  it('says so for calls while all clients are paused, and over a cap', async () => {
    const client = await connect(['read']);
    served.assistants.setPaused(true);
    await messageOf(client, 'company_brief', { company_id: companyId });
    expect(newest()).toEqual(['paused', companyName, companyId]);
    served.assistants.setPaused(false);
    served.assistants.setCaps({ hour: 1, day: 60, days30: 300 });
    await client.callTool({ name: 'company_brief', arguments: { company_id: world.companies[1] } });
    await messageOf(client, 'company_brief', { company_id: companyId });
    expect(newest()).toEqual(['over-cap', companyName, companyId]);
    served.assistants.setCaps({ hour: 20, day: 60, days30: 300 });
  });
});

describe('the answer to a refused call', () => {
  it('states the end of a limit as the screen does, and in ISO format', async () => {
    const client = await connect(['read']);
    served.assistants.setCaps({ hour: 1, day: 60, days30: 300 });
    for (const id of world.companies.slice(1, 3))
      await client.callTool({ name: 'company_brief', arguments: { company_id: id } });
    const endsAtMs = served.assistants.status().caps.hour.freeAtMs ?? 0;
    const { structuredContent } = await client.callTool({
      name: 'company_brief',
      arguments: { company_id: companyId },
    });
    served.assistants.setCaps({ hour: 20, day: 60, days30: 300 });
    expect(structuredContent).toMatchObject({
      error: {
        code: 'over-cap',
        message: expect.stringContaining(`until ${momentText(endsAtMs, Date.now())}.`),
        limit_ends_at: new Date(endsAtMs).toISOString(),
      },
    });
  });

  it('names the permission as Settings does', async () => {
    for (const permission of ASSISTANT_PERMISSIONS)
      expect(PERMISSION_NAMES[permission]).toBe(strings.permissions[permission].label);
    const client = await connect(['read']);
    expect(await messageOf(client, 'company_contacts', { company_id: companyId })).toContain(
      '“Read contacts”',
    );
  });

  it('states how each argument must be', async () => {
    const client = await connect(ASSISTANT_PERMISSIONS);
    const task = { company_id: companyId, title: 'Call' };
    const cases: readonly [string, object, string][] = [
      ['add_task', { ...task, due_on: 'tomorrow' }, 'due_on must be a date such as 2026-12-01'],
      ['add_task', { ...task, title: '' }, 'title must not be empty'],
      ['find_companies', { text: 'a', limit: 21 }, 'limit must be at most 20'],
      ['find_companies', { text: 1 }, 'text must be a string'],
      ['find_companies', { text: 'a'.repeat(201) }, 'text must have at most 200 characters'],
      ['find_companies', { text: 'a', sort: 'x' }, 'unknown argument: sort'],
      [
        'quote',
        { request: 'company' },
        'request must be profile, contacts, rounds, tech-stack, highlights, news, open-roles or saved-search',
      ],
      ['receipt', { proposal_id: 'the last one' }, 'proposal_id must match the pattern /^\\d{1,15}$/'],
      ['company_brief', {}, 'company_id is missing'],
      ['company_brief', { company_id: null }, 'company_id must be a string'],
    ];
    for (const [tool, input, message] of cases)
      expect([tool, await messageOf(client, tool, input)]).toEqual([tool, message]);
  });
});
