import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../../electron/core/assistants/tool.ts';
import { assistantTools } from '../../../../electron/core/assistants/tools/index.ts';

it('a tool creates its schema when it is first needed, and only once', () => {
  let created = 0;
  const tool = defineTool({
    name: 'test',
    title: 'Test',
    description: 'A tool of the tests.',
    permission: 'read',
    readOnly: true,
    input: () => {
      created += 1;
      return z.strictObject({});
    },
    run: () => ({ data: {}, companyIds: [], about: { text: '', companyId: null } }),
  });
  expect(created).toBe(0);
  expect([tool.input(), tool.input()]).toEqual([expect.anything(), expect.anything()]);
  expect(created).toBe(1);
});

it('every schema of a tool is strict, so that no unknown argument is ignored', () => {
  for (const tool of assistantTools) {
    const issues = tool.input().safeParse({ approve: true }).error?.issues ?? [];
    expect([tool.name, issues.some(({ code }) => code === 'unrecognized_keys')]).toEqual([tool.name, true]);
  }
});
