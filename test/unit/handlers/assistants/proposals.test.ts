import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../../electron/core/database/open.ts';
import { insertProposal } from '../../../../electron/core/database/queries/ledger/proposals.ts';
import { close } from '../../../../electron/core/database/sql.ts';
import { clock, log } from '../../../support/app/library-fixtures.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { failureOf } from '../../../support/common/failure.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';
import { until } from '../../../support/common/until.ts';
import { roundsOf } from '../plan-world.ts';

/*
 * Tests the page's calls about proposals with the whole core. Each test writes a proposal directly into the
 * ledger file. No assistant is involved.
 */

const SCREEN = 'today' as const;
let folder: ReturnType<typeof tempDir>;
let app: TestApp;
let companyId: string;
let proposedAtMs: number;
beforeEach(async () => {
  folder = tempDir();
  app = await startTestApp({ dataDir: folder.path, demo: true });
  const { serverNowMs } = await app.api.quota.status({});
  proposedAtMs = Math.round(serverNowMs);
  const query = roundsOf(serverNowMs, 10);
  const accepted = { requests: 1, records: 10, pageTurns: 1, companies: 0 };
  const { set } = await app.api.search.run({
    question: { list: 'fundings', query },
    accepted,
    screen: SCREEN,
  });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  companyId = rows[0]?.companyId ?? '';
});
afterEach(async () => {
  await app.dispose();
  folder.remove();
});

/** Stores a proposal for the company's profile in the ledger of the open workspace. */
function store(): void {
  const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  const ledger = files.find((file) => file.endsWith('ledger.db')) ?? '';
  const db = openDatabase(join(folder.path, ledger), { clock, log });
  insertProposal(db, {
    clientId: '00000000000000aa',
    clientName: 'Desk Assistant',
    request: JSON.stringify({ kind: 'profile', companyId }),
    companyId,
    reason: 'For your call',
    price: JSON.stringify({ requests: 1, records: 1, pageTurns: 0, companies: 1 }),
    proposedAtMs,
    expiresAtMs: proposedAtMs + 86_400_000,
  });
  close(db);
}
const list = () => app.api.proposals.list({});
/** Reads the requests from the ledger, because the demo's own log is emptied at each start. */
const requests = async (): Promise<readonly string[]> => {
  const { rows } = await app.api.quota.ledger({ offset: 0, limit: 50 });
  return rows.filter((row) => row.companyId === companyId).map(({ state, reason }) => `${state} ${reason}`);
};

it('a proposal stays beside the plan, and is made once over restarts after the user approves it', async () => {
  const { proposal: before } = await app.api.plan.today({});
  store();
  const { proposals, waiting } = await list();
  expect(waiting).toEqual([{ clientId: '00000000000000aa', count: 1 }]);
  expect(proposals).toMatchObject([
    { state: 'open', clientName: 'Desk Assistant', companyId, reason: 'For your call' },
  ]);
  const { proposal: plan } = await app.api.plan.today({});
  expect([plan.preview, plan.items]).toEqual([before.preview, before.items]);
  const [{ id = '', preview } = {}] = proposals;
  const accepted = preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await app.api.proposals.approve({ id, accepted, screen: SCREEN });
  const done = async () => ((await list()).proposals[0]?.state === 'done' ? true : null);
  await until(done, 'the request to be made');
  expect((await list()).proposals[0]?.receipt).toMatchObject({ outcome: 'spent', cost: { records: 1 } });
  await app.dispose();
  app = await startTestApp({ dataDir: folder.path, demo: true });
  expect((await app.api.proposals.approve({ id, accepted, screen: SCREEN })).proposal.state).toBe('done');
  expect(await requests()).toEqual(['spent Proposal: Desk Assistant']);
});

it('a declined proposal is not made, and the proposals of an erased company are gone', async () => {
  store();
  const [{ id = '', preview } = {}] = (await list()).proposals;
  await app.api.proposals.decline({ id });
  const accepted = preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  const approved = failureOf(app.api.proposals.approve({ id, accepted, screen: SCREEN }));
  expect(await approved).toEqual({ kind: 'not-found', what: 'proposal' });
  store();
  expect((await list()).proposals.length).toBe(2);
  await app.api.privacy.eraseCompany({ companyId });
  expect(await list()).toEqual({ proposals: [], waiting: [] });
  expect(await requests()).toEqual([]);
});
