import type { Handlers } from '../../../shared/contract.ts';
import { priceOfConnecting, connect } from '../workspace/connect.ts';
import type { Ports } from '../ports.ts';
import { summaryOf, type WorkspaceRecord } from '../workspace/workspace-store.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createWorkspacesService(workspaces: Workspaces, ports: Ports): Handlers['workspaces'] {
  const { store } = workspaces;
  return {
    list: () => ({
      workspaces: store.list().map(summaryOf),
      activeId: workspaces.active()?.record().id ?? null,
    }),
    exploreDemo: async () => {
      const known = store.list().find(({ kind }) => kind === 'demo');
      const record = known ?? newDemo(store.newId(), ports.clock.nowMs());
      if (known === undefined) store.save(record);
      return summaryOf((await workspaces.open(record.id)).record());
    },
    connectPrice: () => priceOfConnecting(ports),
    connect: (request) => connect(workspaces, ports, request),
    open: async ({ id }) => summaryOf((await workspaces.open(id)).record()),
    leave: async () => {
      await workspaces.leave();
      return {};
    },
    remove: async ({ id }) => {
      await workspaces.remove(id);
      return {};
    },
  };
}

/** The demo's base URL changes with every start; the record names only what stays. */
const newDemo = (id: string, createdAtMs: number): WorkspaceRecord => ({
  version: 1,
  id,
  kind: 'demo',
  name: 'Demo',
  baseUrl: 'http://127.0.0.1/api/v1',
  loopback: true,
  keyType: 'live',
  createdAtMs,
  apiKeyPlace: null,
  people: { mode: 'demo' },
});
