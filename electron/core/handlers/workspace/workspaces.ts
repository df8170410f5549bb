import { AppFailure } from '../../../../shared/app-failure.ts';
import { cleanLine } from '../../../../shared/clean-text.ts';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { FOLDER_LENGTH_MAX } from '../../../../shared/model/workspace.ts';
import { createAssistantSettings } from '../../assistants/assistant-settings.ts';
import { createSerialQueue } from '../../foundation/serial-queue.ts';
import { connect, priceOfConnecting, type RequireHost } from '../connect.ts';
import type { Ports } from '../../ports.ts';
import { demoMorning } from './demo-morning.ts';
import { newDemo, summaryOf } from '../../workspace/workspace-store.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export function createWorkspacesHandlers(
  workspaces: Workspaces,
  ports: Ports,
  requireHost: RequireHost,
): Handlers['workspaces'] {
  const { store } = workspaces;
  // Connects one account at a time. Otherwise, two connections could both pass the check of the maximum
  // number of workspaces.
  const connectInTurn = createSerialQueue();
  return {
    list: () => {
      const activeId = workspaces.active()?.record().id ?? null;
      return {
        workspaces: store.list().map(summaryOf),
        activeId,
        assistantsOn: activeId !== null && createAssistantSettings(ports.settings).isOn(activeId),
        lost: workspaces.lost().map((id) => ({ id, folder: store.folder(id).slice(0, FOLDER_LENGTH_MAX) })),
      };
    },
    exploreDemo: async ({ filled }) => {
      const known = store.list().find(({ kind }) => kind === 'demo');
      const record = known ?? newDemo(store.newId(), ports.clock.nowMs());
      if (known === undefined) store.save(record);
      const filling = known === undefined && filled === true ? demoMorning(workspaces, ports.log) : undefined;
      return summaryOf((await workspaces.open(record.id, filling)).record());
    },
    connectPrice: () => priceOfConnecting(ports),
    connect: (request) => connectInTurn(() => connect(workspaces, ports, requireHost, request)),
    open: async ({ id }) => summaryOf((await workspaces.open(id)).record()),
    rename: async ({ id, name }) => {
      // The name also appears in native menus and notifications, so it must not contain characters that hide
      // or reorder text.
      const shown = cleanLine(name);
      if (shown === '') throw new AppFailure({ kind: 'validation', issues: [] });
      return summaryOf(await workspaces.rename(id, shown));
    },
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
