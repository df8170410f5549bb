import type { ForgottenReply } from '../../../shared/contract-privacy.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { countPeople } from '../db/queries/forgetting.ts';
import { deleteUndone } from '../db/queries/offline-calls.ts';
import { countErasedCompanies } from '../db/queries/privacy.ts';
import { countSuppressions, keyKindsOf, suppressionPage } from '../db/queries/suppressions.ts';
import { transaction } from '../db/sql.ts';
import { createPlans } from '../plan/plans.ts';
import { keepsPeople } from '../library/seal.ts';
import type { Logger, Ports } from '../ports.ts';
import { removeSetAside } from '../privacy/backups.ts';
import { applyRetention, retentionMonths, retentionView, setRetention } from '../privacy/retention.ts';
import { whyKept } from '../privacy/why.ts';
import { wipeServiceData } from '../privacy/wipe.ts';
import { changeKey } from '../workspace/change-key.ts';
import { giveUpPeople } from '../workspace/give-up-people.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { announceForgotten, createForgetting } from './privacy-forgetting.ts';
import { readSealed } from './people-again.ts';

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
    giveUpPeople: () =>
      workspaces.exclusively(() => giveUp(workspaces.current(), workspaces, ports.log, publish)),
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

/** The screens hear of it whatever came of it: to look for the key may have opened people, or found the keyring locked. */
async function giveUp(
  workspace: OpenWorkspace,
  { store }: Workspaces,
  log: Logger,
  publish: Publish,
): Promise<ForgottenReply> {
  try {
    const gone = await giveUpPeople(workspace, log);
    // People in a cache that was set aside are under the lost key too.
    const filesRemoved = removeSetAside(store.folder(workspace.record().id), 'cache');
    announceForgotten(publish, []);
    return { ...gone, filesRemoved, companies: 0, backupsAmended: 0, copiesPending: false };
  } catch (error) {
    if (keepsPeople(workspace.vault.seal())) await readSealed(workspace, publish);
    throw error;
  } finally {
    publish('keys', 'onChanged', {});
  }
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
    const { files, record } = workspaces.current();
    const { yours } = files;
    // What they were keyed with went with the key of people.
    const lostUntilMs = record().peopleGivenUpAtMs ?? -Infinity;
    const rows = suppressionPage(yours, page).map(({ suppressionId: id, sinceMs, asked }) => ({
      ...{ id, sinceMs, asked },
      knownBy: sinceMs <= lostUntilMs ? [] : [...new Set(keyKindsOf(yours, id))],
    }));
    return { suppressions: rows, total: countSuppressions(yours) };
  },
  retention: ({ months }) => {
    const { files, governor } = workspaces.current();
    return retentionView(files, governor.serverNowMs(), months === undefined ? null : { months });
  },
});
