import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queuedCall, runQueuedRequest } from '../../../electron/core/fetching/queued-request.ts';
import { findSet, resultRows } from '../../../electron/core/library/query-sets.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import { createSavedSearches } from '../../../electron/core/user-data/saved-searches.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { toSavedQuery } from '../../../shared/search-date-ranges.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { failureOf } from '../../support/common/failure.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const DAY_MS = 86_400_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
let question: ListQuery;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const nowMs = workspace.governor.serverNowMs();
  const days = { fundingDateStart: date(nowMs - 20 * DAY_MS), fundingDateEnd: date(nowMs) };
  question = { list: 'fundings', query: fundingsQuery({ ...days, limit: 5 }) };
});
afterEach(() => demo.dispose());

type Ask = Exclude<OfflineRequest, { kind: 'catch-up' }>;
const unlocks = () => {
  const made = { count: 0 };
  const unlockContacts = (): Promise<boolean> => Promise.resolve((made.count += 1) < 0);
  return { made, unlockContacts };
};

/** Makes a request as the offline queue does, and accepts its price. */
function perform(ask: Ask, parts = workspace, { unlockContacts } = unlocks()) {
  const { governor, hints, files } = workspace;
  const call = queuedCall(files.yours, ask, governor.serverNowMs());
  if (call === null) throw new Error('nothing to price');
  const accepted = governor.worst(describeCall(call, hints));
  return runQueuedRequest(parts, { ask, accepted, screen: 'library' }, { unlockContacts });
}

/** Runs a search, and returns the id of a company with a recent round. */
async function recentCompany(): Promise<string> {
  await perform({ kind: 'search', question });
  const { cache } = workspace.files;
  const setId = findSet(cache, question)?.setId ?? '';
  const { rows } = resultRows(cache, { setId, offset: 0, limit: 1, nowMs: 0 });
  return rows[0]?.companyId ?? '';
}

describe('a queued request', () => {
  it('is made as the click would have made it', async () => {
    const companyId = await recentCompany();
    const saved = toSavedQuery(question, { kind: 'last', days: 10 });
    const { id } = createSavedSearches(workspace.files.yours, noJournal).create('Recent', saved, 1);
    const asks: [Ask, string][] = [
      [{ kind: 'profile', companyId }, 'company'],
      [{ kind: 'people', companyId }, 'contacts'],
      [{ kind: 'panel', companyId, panel: 'rounds' }, 'rounds'],
      [{ kind: 'roles', companyId, query: { page: 1, perPage: 5 } }, 'open-roles'],
      [{ kind: 'search', question }, 'fundings'],
      [{ kind: 'saved-search', searchId: id }, 'fundings'],
    ];
    for (const [ask, endpoint] of asks) {
      const receipt = await perform(ask);
      const [row] = workspace.governor.ledger(0, 1).rows;
      expect(row).toMatchObject({ endpoint, screen: 'library', reason: 'You', lane: 'interactive' });
      expect(receipt.cost).toEqual(row?.cost);
    }
  });

  it('tries to unlock contacts only if it needs them', async () => {
    const companyId = await recentCompany();
    const vault: OpenWorkspace['vault'] = { ...workspace.vault, seal: () => ({ mode: 'locked' }) };
    const parts = { ...workspace, vault };
    const { made, unlockContacts } = unlocks();
    await perform({ kind: 'profile', companyId }, parts, { made, unlockContacts });
    expect(made.count).toBe(0);
    const failed = perform({ kind: 'people', companyId }, parts, { made, unlockContacts });
    expect(await failureOf(failed)).toMatchObject({ kind: 'conflict', reason: 'people-locked' });
    expect(made.count).toBe(1);
  });

  it('has no price once its saved search was deleted', () => {
    const { yours } = workspace.files;
    expect(queuedCall(yours, { kind: 'saved-search', searchId: '7' }, 0)).toBeNull();
  });
});
