import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import { run } from '../../../electron/core/database/sql.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { byHand, runPricedRequest } from '../../../electron/core/fetching/priced-request.ts';
import {
  allowancesLeft,
  dueCompanies,
  usedThisMonth,
  valueOf,
} from '../../../electron/core/watch/due-refreshes.ts';
import { createRefreshWatched } from '../../../electron/core/fetching/refresh-watched.ts';
import { createWatchChanges, feed, unseenByList } from '../../../electron/core/watch/watched-lists.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const DAY_MS = 86_400_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
});
afterEach(() => demo.dispose());

const now = (): number => workspace.governor.serverNowMs();
const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const lastDays = (days: number, limit = 10): FundingsQuery =>
  fundingsQuery({ fundingDateStart: date(now() - days * DAY_MS), fundingDateEnd: date(now()), limit });

/** Fetches rounds, and returns the ids of their companies. */
async function search(query: FundingsQuery): Promise<string[]> {
  const { cost } = workspace.governor.preview(describeCall({ endpoint: 'fundings', query }, workspace.hints));
  const call = { endpoint: 'fundings', query } as const;
  const { value } = await runPricedRequest(workspace, call, byHand(cost, 'search'));
  return [...new Set(value.rows.map(({ company }) => company.companyId))];
}

/** Creates a watched list of these companies, and returns the id of the list. */
function watch(companyIds: readonly string[], recordsAMonth: number): string {
  const { yours } = workspace.files;
  const lists = createWatchlists(yours, noJournal);
  const { id } = lists.create('Warm (7)', now());
  for (const companyId of companyIds)
    lists.add({ id, companyId, companyName: companyId, reason: '', addedAtMs: now() });
  createWatchChanges(workspace.files, noJournal).set(
    id,
    { watched: true, refreshDays: 14, recordsAMonth },
    now(),
  );
  return id;
}
const travel = (days: number): void => {
  workspace.demo?.travel(days * DAY_MS);
  workspace.governor.review();
};

const ACCEPTED = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const kindOf = (error: unknown): string => (error instanceof AppFailure ? error.appError.kind : 'sent');

describe('refreshing watched companies', () => {
  it('is due after the list’s age, takes its allowance under any name of the list, and ends with it', async () => {
    const companyIds = (await search(lastDays(20))).slice(0, 4);
    const listId = watch(companyIds, 2);
    expect(dueCompanies(workspace.files, now())).toEqual([]);
    travel(15);
    const due = dueCompanies(workspace.files, now());
    expect(due.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
    const refresh = createRefreshWatched();
    const [first, second, third] = due.map(({ companyId }) => companyId);
    const ask = (companyId = '') =>
      refresh(workspace, { listId, companyId, accepted: ACCEPTED, screen: 'today', lane: 'watchlist' });
    expect((await ask(first)).cost.records).toBe(1);
    createWatchlists(workspace.files.yours, noJournal).rename(listId, 'Another name');
    expect(allowancesLeft(workspace.files, now()).get(listId)).toBe(1);
    await ask(second);
    expect(usedThisMonth(workspace.files.ledger, now()).get(listId)).toBe(2);
    await expect(ask(third)).rejects.toMatchObject({
      appError: {
        kind: 'quota-exhausted',
        allowance: 'watchlist',
        alternatives: ['read-library', 'read-inbox', 'wait'],
      },
    });
    expect(dueCompanies(workspace.files, now()).map(({ allowed }) => allowed)).toEqual([false, false]);
    travel(31);
    expect(allowancesLeft(workspace.files, now()).get(listId)).toBe(2);
  });

  it('concurrent refreshes never exceed the allowance', async () => {
    const companyIds = (await search(lastDays(20, 20))).slice(0, 8);
    const listId = watch(companyIds, 3);
    const refresh = createRefreshWatched();
    const answers = await Promise.all(
      companyIds.map((companyId) =>
        refresh(workspace, {
          listId,
          companyId,
          accepted: ACCEPTED,
          screen: 'today',
          lane: 'watchlist',
        }).then(() => 'sent', kindOf),
      ),
    );
    expect(answers.filter((answer) => answer === 'sent').length).toBeLessThanOrEqual(3);
    expect([...usedThisMonth(workspace.files.ledger, now()).values()]).toEqual([3]);
  });

  it('is refused for a list that is not watched any more, and nothing is sent', async () => {
    const [companyId = ''] = await search(lastDays(20, 5));
    const listId = watch([companyId], 5);
    createWatchChanges(workspace.files, noJournal).set(
      listId,
      { watched: false, refreshDays: 14, recordsAMonth: 5 },
      now(),
    );
    const sent = workspace.demo?.transcript(0, 1).total;
    const refresh = createRefreshWatched();
    await expect(
      refresh(workspace, { listId, companyId, accepted: ACCEPTED, screen: 'today', lane: 'watchlist' }),
    ).rejects.toMatchObject({ appError: { kind: 'not-found', what: 'watchlist' } });
    expect(workspace.demo?.transcript(0, 1).total).toBe(sent);
  });
});

describe('the feed of a watched list', () => {
  it('shows a change of a watched list until the user has seen it, separately for each company', async () => {
    const [one = '', other = ''] = await search(lastDays(20));
    const listId = watch([one, other], 5);
    const change = (companyId: string, day: string): void => {
      const stage = `Series ${day}`;
      run(
        workspace.files.cache,
        `INSERT INTO company_change (company_id, kind, told, fetched_at_ms, noticed_at_ms)
         VALUES (:companyId, 'new-round', :told, :atMs,
           max(:atMs, coalesce((SELECT max(noticed_at_ms) + 1 FROM company_change), 0)))`,
        {
          companyId,
          told: JSON.stringify({ kind: 'new-round', roundId: day, stage, amount: null, announcedOn: day }),
          atMs: now() + 1,
        },
      );
    };
    for (const companyId of [one, other]) change(companyId, '2026-06-01');
    const page = { listId: Number(listId), unseenOnly: true, offset: 0, limit: 50 };
    expect(feed(workspace.files, page)).toMatchObject({ total: 2, unseen: 2 });
    const words = createWatchChanges(workspace.files, noJournal);
    words.markSeen([one]);
    expect(feed(workspace.files, page).changes).toMatchObject([{ companyId: other, lists: ['Warm (7)'] }]);
    change(one, '2026-06-02');
    expect(unseenByList(workspace.files).get(Number(listId))).toBe(2);
    words.markSeen(null);
    expect(feed(workspace.files, page).unseen).toBe(0);
    expect(feed(workspace.files, { ...page, unseenOnly: false }).total).toBe(3);
  });
});

it('looking again is worth more the longer it was not done, for who fits, and while contacts can be had', () => {
  const facts = { ageMs: 14 * DAY_MS, refreshDays: 14, fit: 50, window: 'closed' } as const;
  const values = [
    valueOf(facts),
    valueOf({ ...facts, ageMs: 28 * DAY_MS }),
    valueOf({ ...facts, ageMs: null, fit: 100, window: 'open' }),
  ];
  expect(values).toEqual([1, 2, 6.75]);
});
