import { expect, it } from 'vitest';
import { z } from 'zod';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { eraseFromAssistants } from '../../../electron/core/database/queries/yours/assistants/assistants.ts';
import { openAssistantWorld } from '../../support/assistants/assistant-world.ts';
import { openAssistants } from '../../support/assistants/open-assistants.ts';

const replySchema = z.object({
  data: z.object({ companies: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

it('names the companies that a call returned, in their order, and none that was erased since', async () => {
  const { workspace, dispose } = await openAssistantWorld({ limit: 10 });
  const offer = { tools: assistantTools, resources: null, prompts: [] };
  const { assistants, key, connect, close } = await openAssistants({ offer, workspace });
  const client = await connect(key('Desk'));
  const { structuredContent } = await client.callTool({
    name: 'find_companies',
    arguments: { text: 'a', limit: 5 },
  });
  const { companies } = replySchema.parse(structuredContent).data;
  expect(companies.length).toBeGreaterThan(1);
  const [{ id = '' } = {}] = assistants.log(null, 1).rows;
  const expected = companies.map(({ id: companyId, name }) => ({ companyId, name }));
  expect(assistants.companiesOfCall(id)).toEqual(expected);
  eraseFromAssistants(workspace.files.yours, companies[0]?.id ?? '');
  expect(assistants.companiesOfCall(id)).toEqual(expected.slice(1));
  expect(assistants.companiesOfCall('999')).toEqual([]);
  await close();
  await dispose();
});
