import type { Handlers } from '../../../shared/contract.ts';
import { describeCall } from '../api/endpoints.ts';
import { companyNamesOf } from '../db/queries/companies.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, paidCall } from './priced-call.ts';

export function createQuotaService(workspaces: Workspaces): Handlers['quota'] {
  return {
    status: () => workspaces.current().governor.status(),
    price: ({ call }) => {
      const { governor, hints } = workspaces.current();
      return governor.preview(describeCall(call, hints));
    },
    ledger: ({ offset, limit }) => {
      const { governor, files } = workspaces.current();
      const { rows, total } = governor.ledger(offset, limit);
      // The ledger keeps ids only; names stand in the cache and may be gone from it.
      const ids = rows.map(({ companyId }) => companyId).filter((id) => id !== null);
      const names = companyNamesOf(files.cache, [...new Set(ids)]);
      return {
        total,
        rows: rows.map((row) => ({
          ...row,
          companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
        })),
      };
    },
    confirm: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { governor, client } = workspace;
      const keyTurn = governor.keyTurn();
      const { receipt } = await paidCall(workspace, async () => {
        const fetched = await client.stats(byHand(accepted, screen), () => undefined);
        if (governor.keyTurn() === keyTurn) governor.reconcile(fetched.value, fetched.serverNowMs);
        return fetched;
      });
      return { receipt };
    },
  };
}
