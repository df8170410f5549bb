import type { Handlers, Publish } from '../../../shared/contract.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { countPeople } from '../db/queries/forgetting.ts';
import { deleteUndone } from '../db/queries/offline-calls.ts';
import { countErasedCompanies } from '../db/queries/privacy.ts';
import { countSuppressions, keyKindsOf, suppressionPage } from '../db/queries/suppressions.ts';
import { transaction } from '../db/sql.ts';
import { createPlans } from '../plan/plans.ts';
import type { Ports } from '../ports.ts';
import { removeSetAside } from '../privacy/backups.ts';
import { applyRetention, retentionMonths, retentionView, setRetention } from '../privacy/retention.ts';
import { whyKept } from '../privacy/why.ts';
import { wipeServiceData } from '../privacy/wipe.ts';
import { changeKey } from '../workspace/change-key.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { announceForgotten, createForgetting } from './privacy-forgetting.ts';

export function createPrivacyService(
  workspaces: Workspaces,
  ports: Pick<Ports, 'random' | 'log' | 'clock'>,
  publish: Publish,
): Handlers['privacy'] {
  return {
    ...createReads(workspaces),
    ...createForgetting(workspaces, ports.random, publish),
    setRetention: ({ months }) => {
      const { files, governor } = workspaces.current();
      const nowMs = governor.serverNowMs();
      transaction(files.yours, () => setRetention(files.yours, months, nowMs));
      applyRetention(files, nowMs);
      announceForgotten(publish, []);
      return retentionView(files, nowMs, null);
    },
    changeKey: ({ how }) =>
      workspaces.exclusively(async () => {
        const { demo, vault, update, files, record, progress } = workspaces.current();
        // The demo's key is no secret.
        if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
        // A record that was set aside may still tell how the old key is opened; gone first, no crash leaves it behind.
        removeSetAside(workspaces.store.folder(record().id), 'record');
        await changeKey({ vault, update, progress, cache: files.cache, log: ports.log }, how);
        // People in a cache that was set aside are under the old key.
        removeSetAside(workspaces.store.folder(record().id), 'cache');
        publish('keys', 'onChanged', {});
        return vault.state();
      }),
    wipeServiceData: async () => {
      const workspace = workspaces.current();
      endWhatWaits(workspace);
      await workspaces.rework(workspace.record().id, (folder) => wipeServiceData(folder, ports));
      announceForgotten(publish, []);
      return {};
    },
    wipeEverything: async () => {
      await workspaces.remove(workspaces.current().record().id);
      return {};
    },
  };
}

/** What was approved, or waits for the network, would fetch again what is wiped. */
function endWhatWaits({ files, governor }: OpenWorkspace): void {
  transaction(files.ledger, () => {
    for (const by of ['seller', 'rule'] as const) createPlans(files).stop(by, governor.serverNowMs());
    deleteUndone(files.ledger);
  });
}

type Reads = 'status' | 'why' | 'suppressions' | 'retention';

/** What costs nothing and changes nothing; all of it works while people are locked. */
const createReads = (workspaces: Workspaces): Pick<Handlers['privacy'], Reads> => ({
  status: () => {
    const { files, vault } = workspaces.current();
    return {
      people: countPeople(files.cache),
      suppressions: countSuppressions(files.yours),
      erasedCompanies: countErasedCompanies(files.yours),
      retentionMonths: retentionMonths(files.yours),
      isKeyChanging: vault.isChanging(),
    };
  },
  why: ({ companyId }) => ({ why: whyKept(workspaces.current().files, companyId) }),
  suppressions: (page) => {
    const { yours } = workspaces.current().files;
    const rows = suppressionPage(yours, page).map(({ suppressionId: id, sinceMs, asked }) => ({
      ...{ id, sinceMs, asked },
      knownBy: [...new Set(keyKindsOf(yours, id))],
    }));
    return { suppressions: rows, total: countSuppressions(yours) };
  },
  retention: ({ months }) => {
    const { files, governor } = workspaces.current();
    return retentionView(files, governor.serverNowMs(), months === undefined ? null : { months });
  },
});
