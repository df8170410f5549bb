import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

it('restoring a backup restores notes, but keeps the current rules that spend records automatically', async () => {
  const { api } = app;
  const { id: listId } = await api.watchlists.create({ name: 'Warm' });
  const rules = await api.plan.rules({});
  const spending = { listId, weight: 2, prefetch: true, reveals: false } as const;
  await api.plan.setRules({ rules: { ...rules, lists: [spending], catchUpRecords: 50 } });
  await api.notes.save({ companyId: 'cmp_1', body: 'Call on Monday.', baseRevision: 0 });
  await api.backups.make({});
  const { backups } = await api.backups.list({});
  await api.plan.setRules({ rules: { ...rules, lists: [], catchUpRecords: 0 } });
  await api.notes.save({ companyId: 'cmp_1', body: 'Overwritten.', baseRevision: 1 });
  await api.backups.restore({ id: backups.find(({ kind }) => kind === 'hand')?.id ?? '' });
  expect((await api.notes.get({ companyId: 'cmp_1' })).body).toBe('Call on Monday.');
  expect(await api.plan.rules({})).toMatchObject({ lists: [], catchUpRecords: 0 });
});
