import type { Handlers } from '../../../../shared/contract/index.ts';
import { serviceState, storeHealth } from '../../library/service-state.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { byHand, pricedRequest } from '../../fetching/priced-request.ts';

export function createConnectionHandlers(workspaces: Workspaces): Handlers['connection'] {
  return {
    status: () => workspaces.active()?.connection.current() ?? { state: 'idle', sinceMs: null },
    test: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { cache } = workspace.files;
      const { receipt } = await pricedRequest(workspace, () =>
        workspace.client.health(byHand(accepted, screen), (health, serverNowMs) =>
          storeHealth(cache, health, serverNowMs),
        ),
      );
      return { service: serviceState(cache), receipt };
    },
    service: () => serviceState(workspaces.current().files.cache),
  };
}
