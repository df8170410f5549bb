import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* Webhook events, with their notes and marks, are deleted from every file that contained them. */

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

const NOTE = 'only the dashboard knew of Wednesday';
const streamRows = async () => {
  const { queryId } = await app.api.signals.open({});
  const { rows } = await app.api.signals.rows({ queryId, offset: 0, limit: 50 });
  return rows.map(({ companyId, seen }) => [companyId, seen]);
};
const inFiles = (text: string): string[] =>
  findPlaintext(join(app.dataDir, 'workspaces'), [text]).hits.filter((hit) => !hit.includes('cache.db'));

it('erasing a company deletes its events, their notes and marks, in backups too', async () => {
  const events = ['cmp_going', 'cmp_staying'].map((companyId, at) =>
    eventOf({ companyId, roundId: `fnd_${at}`, ...(at === 0 ? { note: NOTE } : {}) }),
  );
  for (const event of events) await app.api.signals.paste({ text: JSON.stringify(event) });
  await app.api.signals.markSeen({ ids: null });
  // Both companies have the same website, so one may be dismissed as a duplicate of the other.
  await app.api.companies.dismissDuplicate({ id: 'cmp_going', otherId: 'cmp_staying' });
  const { queryId } = await app.api.signals.open({});
  const { rows } = await app.api.signals.rows({ queryId, offset: 0, limit: 50 });
  const going = rows.find(({ companyId }) => companyId === 'cmp_going')?.id ?? '';
  const { undo } = await app.api.signals.remove({ id: going });
  await app.api.marks.undo({ token: undo ?? '' });
  await app.api.backups.make({});
  expect(inFiles('cmp_going').join()).toMatch(/yours\.db.*backups|backups.*yours\.db/);
  await app.api.privacy.eraseCompany({ companyId: 'cmp_going' });
  expect(inFiles('cmp_going')).toEqual([]);
  expect(findPlaintext(join(app.dataDir, 'workspaces'), [NOTE]).hits).toEqual([]);
  expect(await streamRows()).toEqual([['cmp_staying', true]]);
});

it('deleting downloaded data deletes all events; a repeated event is still marked as seen', async () => {
  const text = JSON.stringify(eventOf({ companyId: 'cmp_1', note: NOTE }));
  await app.api.signals.paste({ text });
  await app.api.signals.markSeen({ ids: null });
  await app.api.privacy.wipeServiceData({});
  expect(findPlaintext(join(app.dataDir, 'workspaces'), [NOTE]).hits).toEqual([]);
  expect(await streamRows()).toEqual([]);
  await app.api.signals.paste({ text });
  expect(await streamRows()).toEqual([['cmp_1', true]]);
});
