import { expect, test } from 'vitest';
import { oursImport as strings } from '../../../../renderer/features/ours/strings.ts';

test('says how many records of today’s plan are left after an import', () => {
  const { plan } = strings;
  expect(plan.changes(84, 12, 'Acme leaves the plan')).toBe(
    'Up to 84 records now, up to 12 after the import. Acme leaves the plan.',
  );
  expect(plan.changes(84, 0, 'Acme leaves the plan')).toBe(
    'Up to 84 records now, nothing after the import. Acme leaves the plan.',
  );
});
