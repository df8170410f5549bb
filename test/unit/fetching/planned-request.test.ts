import { afterEach, beforeEach, expect, it } from 'vitest';
import { countUndocumented } from '../../../electron/core/database/queries/cache/encrypted-columns.ts';
import { fetchPlanned } from '../../../electron/core/fetching/planned-request.ts';
import { byHand } from '../../../electron/core/fetching/priced-request.ts';
import type { Client, ValueOf } from '../../../electron/core/service-api/client-port.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';

/* Tests the requests of a plan with a real workspace and the simulated service. */

const DAY_MS = 86_400_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
});
afterEach(() => demo.dispose());

function addUndocumentedField(value: ValueOf<Endpoint>): void {
  if ('rows' in value) for (const { raw } of value.rows) Object.assign(raw as object, { ceo: 'Ada' });
}

/** Adds an undocumented field to each row of a page. */
const client: Client = {
  request: (call, context, store) =>
    workspace.client.request(call, context, (value, atMs) => {
      addUndocumentedField(value);
      store(value, atMs);
    }),
};

it('a page that a plan fetches is stored with its undocumented fields', async () => {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const nowMs = workspace.governor.serverNowMs();
  const query = fundingsQuery({
    fundingDateStart: date(nowMs - 20 * DAY_MS),
    fundingDateEnd: date(nowMs),
    limit: 5,
  });
  const call = { endpoint: 'fundings', query } as const;
  const accepted = workspace.governor.worst(describeCall(call, workspace.hints));
  const { news } = await fetchPlanned({ ...workspace, client }, call, byHand(accepted, 'today'));
  expect(news).toBeGreaterThan(0);
  expect(countUndocumented(workspace.files.cache)).toBeGreaterThan(0);
});
