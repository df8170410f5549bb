import { expect, it } from 'vitest';
import { budgetOf, createGoverned, detailCall } from '../../support/quota/manual-governor.ts';

const headers = { 'x-ratelimit-test-key-monthly-limit': '300' };
type Governed = ReturnType<typeof createGoverned>;
async function spend(governed: Governed, companyId: string): Promise<number | undefined> {
  const running = governed.run(detailCall(companyId));
  await governed.clock.advance(0);
  governed.sent[0]?.answer({ headers });
  await running;
  return budgetOf(governed.governor, 'test-key')?.used;
}

it('keeps the month of a test key that is stored elsewhere, and starts another for a different key', async () => {
  const governed = createGoverned();
  for (const id of ['a', 'b']) await spend(governed, id);
  expect(await spend(governed, 'c')).toBe(3);
  governed.governor.keyReplaced('same-key');
  expect(budgetOf(governed.governor, 'test-key')?.used).toBe(3);
  expect(await spend(governed, 'd')).toBe(4);
  governed.governor.keyReplaced('same-account');
  expect(await spend(governed, 'e')).toBe(1);
});
