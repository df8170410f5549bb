import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertSavedSearch } from '../../../electron/core/database/queries/yours/saved-searches.ts';
import { all } from '../../../electron/core/database/sql.ts';
import { planPartsOf } from '../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { runPlannedRequest } from '../../../electron/core/fetching/planned-request.ts';
import { createWorkspaceJobs, type WorkspaceJobs } from '../../../electron/core/jobs/workspace-jobs.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import { questionKeyOf } from '../../../electron/core/user-data/saved-searches.ts';
import { savedQuerySchema } from '../../../shared/model/saved-search.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { fundingsQuery, log } from '../../support/app/library-fixtures.ts';
import { noProgress } from '../../support/app/no-progress.ts';
import { contactsCallOf } from '../day-plan/plan-calls.ts';

/*
 * Two saved searches have the same filters. A request contains only the filters, so it does not show to which
 * of the two searches it belongs.
 */

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let jobs: WorkspaceJobs;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  const { workspace } = demo;
  jobs = createWorkspaceJobs({
    clock: createFakeClock(workspace.clock.nowMs()),
    log,
    publish: () => undefined,
    progress: noProgress,
    workspace,
    parts: planPartsOf(workspace),
    requests: {
      queued: () => Promise.reject(new Error('nothing is queued')),
      planned: (call, context) => runPlannedRequest(workspace, call, context),
    },
  });
});
afterEach(async () => {
  jobs.dispose();
  await demo.dispose();
});

/** Saves a search for rounds in Germany in the last `days` days, and returns its id. */
function save(days: number): number {
  const search = savedQuerySchema.parse({
    list: 'fundings',
    dates: { kind: 'last', days },
    query: { limit: 25, countries: ['DE'] },
  });
  return insertSavedSearch(demo.workspace.files.yours, {
    name: `Last ${days} days`,
    nameFolded: `last ${days} days`,
    question: JSON.stringify(search),
    questionKey: questionKeyOf(search),
    createdAtMs: 1,
  });
}

/** Approves and runs a request for older rounds of a saved search. */
async function runOlder(searchId: number): Promise<void> {
  const { governor, hints } = demo.workspace;
  const date = (daysAgo: number): string =>
    new Date(governor.serverNowMs() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const query = fundingsQuery({
    countries: ['DE'],
    fundingDateStart: date(20),
    fundingDateEnd: date(8),
    limit: 10,
  });
  const priced = { endpoint: 'fundings', query } as const;
  const governed = describeCall(priced, hints);
  jobs.plan.start(
    [
      {
        ...contactsCallOf('none'),
        key: 'older',
        kind: 'older',
        lane: 'catch-up',
        companyId: null,
        companyName: null,
        searchId: String(searchId),
        priced,
        governed,
        cost: governor.worst(governed),
        why: { why: 'more-matches', days: 13 },
        untilMs: null,
      },
    ],
    'seller',
  );
  await jobs.runner.idle();
}

it('credits a saved search with the companies and the records of a request made for it', async () => {
  save(3);
  const searchId = save(7);
  const { cache, ledger } = demo.workspace.files;
  const before = new Set(all(cache, 'SELECT company_id FROM company').map((row) => row['company_id']));
  await runOlder(searchId);
  expect(jobs.plan.run()?.items[0]?.step).toBe('done');
  const found = all(cache, 'SELECT company_id, found_by FROM company').filter(
    (row) => !before.has(row['company_id']),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map((row) => row['found_by']))).toEqual(new Set([searchId]));
  expect(all(ledger, "SELECT search_id FROM entry WHERE state = 'spent' ORDER BY id DESC LIMIT 1")).toEqual([
    { search_id: searchId },
  ]);
});
