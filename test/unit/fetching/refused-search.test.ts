import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  filterSnapshotAt,
  putFilterSnapshot,
} from '../../../electron/core/database/queries/cache/filter-snapshot.ts';
import { byHand } from '../../../electron/core/fetching/priced-request.ts';
import { countMatches, runSearch } from '../../../electron/core/fetching/search-requests.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { failureOf } from '../../support/common/failure.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';

/* Tests the filter options after a refused search, with a real workspace and the simulated service. */

const HOUR_MS = 3_600_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
let requestedFilters = 0;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
  requestedFilters = 0;
});
afterEach(() => demo.dispose());

const question: ListQuery = { list: 'fundings', query: fundingsQuery({ tags: ['No such tag'], limit: 5 }) };
const nowMs = (): number => workspace.governor.serverNowMs();
const optionsOf = (ageMs: number): void => putFilterSnapshot(workspace.files.cache, '{}', nowMs() - ageMs);
const learnFree = (): void =>
  workspace.governor.storeMeasuredCosts([
    { endpoint: 'filters', unit: 'records', assumed: 1, learned: 0, atMs: nowMs() },
  ]);
/** Runs a search that the service refuses with this status, at its full price. */
function refused(
  status: number,
  of: ListQuery = question,
  run: typeof runSearch | typeof countMatches = runSearch,
) {
  const client: OpenWorkspace['client'] = {
    request: (call, context, store) => {
      if (call.endpoint === 'filters') requestedFilters += 1;
      return call.endpoint === 'fundings'
        ? Promise.reject(new AppFailure({ kind: 'upstream', status, code: null, retryable: false }))
        : workspace.client.request(call, context, store);
    },
  };
  const accepted = workspace.governor.worst(
    describeCall({ endpoint: 'fundings', query: fundingsQuery({ limit: 5 }) }, workspace.hints),
  );
  return failureOf(run({ ...workspace, client }, of, byHand(accepted, 'search')));
}

describe('a search that the service refuses', () => {
  it('refreshes the filter options once if that costs no record', async () => {
    learnFree();
    optionsOf(2 * HOUR_MS);
    expect(await refused(400)).toMatchObject({ kind: 'upstream', status: 400 });
    expect(requestedFilters).toBe(1);
    expect(nowMs() - (filterSnapshotAt(workspace.files.cache) ?? 0)).toBeLessThan(HOUR_MS);
    expect(await refused(400)).toMatchObject({ kind: 'upstream', status: 400 });
    expect(requestedFilters).toBe(1);
  });

  it('does so after a refused count, too', async () => {
    learnFree();
    optionsOf(2 * HOUR_MS);
    await refused(422, question, countMatches);
    expect(requestedFilters).toBe(1);
  });

  it('spends no record on the filter options without being asked', async () => {
    optionsOf(2 * HOUR_MS);
    expect(await refused(400)).toMatchObject({ kind: 'upstream', status: 400 });
    expect(requestedFilters).toBe(0);
  });

  it('keeps the filter options if they cannot be the reason', async () => {
    learnFree();
    await refused(400);
    optionsOf(2 * HOUR_MS);
    await refused(500);
    await refused(400, { list: 'fundings', query: fundingsQuery({ limit: 5 }) });
    expect(requestedFilters).toBe(0);
  });
});
