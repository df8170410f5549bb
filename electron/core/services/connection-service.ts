import type { Handlers } from '../../../shared/contract.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createConnectionService(workspaces: Workspaces): Handlers['connection'] {
  return {
    status: () => workspaces.active()?.connection.current() ?? { state: 'idle', sinceMs: null },
  };
}
