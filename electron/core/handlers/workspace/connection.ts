import type { Handlers } from '../../../../shared/contract/index.ts';
import { serviceState } from '../../library/service-state.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { byHand, runPricedRequest } from '../../fetching/priced-request.ts';

export function createConnectionHandlers(workspaces: Workspaces): Handlers['connection'] {
  return {
    status: () => workspaces.active()?.connection.current() ?? { state: 'idle', sinceMs: null },
    test: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const context = byHand(accepted, screen);
      const { receipt } = await runPricedRequest(workspace, { endpoint: 'health' }, context);
      return { service: serviceState(workspace.files.cache), receipt };
    },
    service: () => serviceState(workspaces.current().files.cache),
  };
}
