import type { ErasedReply } from '../../../../shared/contract/privacy.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { countStoredContacts } from '../../database/queries/cache/deletion.ts';
import { countErasedCompanies } from '../../database/queries/privacy-state.ts';
import { countSuppressions, keyKindsOf, suppressionPage } from '../../database/queries/suppressions.ts';
import { transaction } from '../../database/sql.ts';
import { removeOpenJobs } from '../../jobs/remove-jobs.ts';
import { canStoreContacts } from '../../contacts/contact-encryption.ts';
import type { ReleaseRateLimit } from '../../contacts/release-rate-limit.ts';
import type { Logger, Ports } from '../../ports.ts';
import { removeSetAside } from '../../privacy/erase-in-backups.ts';
import { deleteConfirmed, deletionQuestion, keepExpired } from '../../privacy/deletion-question.ts';
import { applyRetention, retentionMonths, retentionView, setRetention } from '../../privacy/retention.ts';
import { dataOriginOf } from '../../privacy/data-origin.ts';
import { wipeServiceData } from '../../privacy/wipe-service-data.ts';
import { changeKey } from '../../workspace/change-contact-key.ts';
import {
  removeUndecryptableContacts,
  type UndecryptableParts,
} from '../../workspace/remove-undecryptable-contacts.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { announceErased, createErasureHandlers } from './privacy-erasure.ts';
import { readEncrypted } from '../reload-after-unlock.ts';

export function createPrivacyHandlers(
  workspaces: Workspaces,
  ports: Pick<Ports, 'random' | 'log' | 'clock'>,
  publish: Publish,
  release: ReleaseRateLimit,
): Handlers['privacy'] {
  return {
    ...createReads(workspaces),
    ...createErasureHandlers(workspaces, ports.random, publish, release),
    setRetention: ({ months }) => {
      const { files, governor } = workspaces.current();
      const nowMs = governor.serverNowMs();
      const { isTrusted: isDateTrusted } = governor.timeTrust();
      transaction(files.yours, () => setRetention(files.yours, months, nowMs));
      if (isDateTrusted) applyRetention(files, nowMs);
      announceErased(publish, []);
      return retentionView(files, { nowMs, isDateTrusted }, null);
    },
    deleteExpired: (seen) => {
      const { files, governor } = workspaces.current();
      const { people } = deleteConfirmed(files, seen, governor.timeTrust(), governor.serverNowMs());
      announceErased(publish, []);
      return { people };
    },
    keepExpired: () => {
      const { files, governor } = workspaces.current();
      keepExpired(files.cache, governor.serverNowMs());
      publish('privacy', 'onChanged', {});
      return {};
    },
    changeKey: ({ how }) =>
      workspaces.exclusively(async () => {
        const { demo, vault, update, files, record, progress } = workspaces.current();
        // The demo's contact key is not secret, so changing it is not supported.
        if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'demo' });
        // A quarantined workspace record may help to recover the old key. It is therefore deleted before the
        // key changes, because a crash between the two steps could otherwise leave it in place.
        removeSetAside(workspaces.store.folder(record().id), 'record');
        await changeKey({ vault, update, progress, cache: files.cache, log: ports.log }, how);
        // The contacts in a quarantined cache file are still encrypted with the old key, so the file is
        // deleted too.
        removeSetAside(workspaces.store.folder(record().id), 'cache');
        publish('keys', 'onChanged', {});
        return vault.state();
      }),
    removeUndecryptableContacts: () =>
      workspaces.exclusively(() => removeUndecryptable(workspaces.current(), workspaces, ports.log, publish)),
    wipeServiceData: async () => {
      const { files, governor, record, update } = workspaces.current();
      // Makes `finishOpenedPagesDeletion` delete the record of opened company pages, including its copies in
      // backups, when the workspace is opened again. The funnel in Outcomes then starts over.
      update({ openedPagesLeft: true });
      removeOpenJobs(files.ledger, governor.serverNowMs());
      const { workspace } = await workspaces.rework(record().id, (folder) => wipeServiceData(folder, ports));
      announceErased(publish, []);
      return { copiesPending: workspace.record().openedPagesLeft === true };
    },
    wipeEverything: async () => {
      await workspaces.remove(workspaces.current().record().id);
      return {};
    },
  };
}

/**
 * Removes contacts whose key is lost. First tries to load the key again. This may unlock contacts or show
 * that the keychain is locked, so the key state is published even after an error.
 */
async function removeUndecryptable(
  workspace: UndecryptableParts & Pick<OpenWorkspace, 'sealOpened'>,
  { store }: Workspaces,
  log: Logger,
  publish: Publish,
): Promise<ErasedReply> {
  try {
    const removed = await removeUndecryptableContacts(workspace, log);
    // A quarantined cache file is deleted too, because its contacts are also encrypted with the lost key.
    const filesRemoved = removeSetAside(store.folder(workspace.record().id), 'cache');
    announceErased(publish, []);
    return { ...removed, filesRemoved, companies: 0, backupsAmended: 0, copiesPending: false };
  } catch (error) {
    if (canStoreContacts(workspace.vault.seal())) await readEncrypted(workspace, publish);
    throw error;
  } finally {
    publish('keys', 'onChanged', {});
  }
}

type Reads = 'status' | 'why' | 'suppressions' | 'retention' | 'deletionQuestion';

/** Handlers that only read. They also work while contacts are locked. */
const createReads = (workspaces: Workspaces): Pick<Handlers['privacy'], Reads> => ({
  status: () => {
    const { files, vault } = workspaces.current();
    return {
      people: countStoredContacts(files.cache),
      suppressions: countSuppressions(files.yours),
      erasedCompanies: countErasedCompanies(files.yours),
      retentionMonths: retentionMonths(files.yours),
      isKeyChanging: vault.isChanging(),
    };
  },
  why: ({ companyId }) => ({ why: dataOriginOf(workspaces.current().files, companyId) }),
  suppressions: (page) => {
    const { files, record } = workspaces.current();
    const { yours } = files;
    // A suppression from before this time no longer matches any contact. Its fingerprint key was lost
    // together with the contact key.
    const lostUntilMs = record().peopleGivenUpAtMs ?? -Infinity;
    const rows = suppressionPage(yours, page).map(({ suppressionId: id, sinceMs, origin }) => ({
      id,
      sinceMs,
      asked: origin,
      knownBy: sinceMs <= lostUntilMs ? [] : [...new Set(keyKindsOf(yours, id))],
    }));
    return { suppressions: rows, total: countSuppressions(yours) };
  },
  retention: ({ months }) => {
    const { files, governor } = workspaces.current();
    const moment = { nowMs: governor.serverNowMs(), isDateTrusted: governor.timeTrust().isTrusted };
    return retentionView(files, moment, months === undefined ? null : { months });
  },
  deletionQuestion: () => {
    const { files, governor } = workspaces.current();
    return { question: deletionQuestion(files, governor.timeTrust(), governor.serverNowMs()) };
  },
});
