import { expect, test } from 'vitest';
import { oursImport as strings } from '../../../../renderer/features/ours/strings.ts';

test('states how many records of today’s plan are left after an import', () => {
  const { plan } = strings;
  expect(plan.changes('up to 84', 84, 'up to 12', 'Acme leaves the plan')).toBe(
    'up to 84 records now, up to 12 after the import. Acme leaves the plan.',
  );
  expect(plan.changes('about 84', 84, null, 'Acme leaves the plan')).toBe(
    'about 84 records now, nothing after the import. Acme leaves the plan.',
  );
  expect(plan.stays('1', 1)).toBe('1 record, unchanged by the import.');
});
