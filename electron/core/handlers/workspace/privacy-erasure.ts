import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ErasedReply } from '../../../../shared/contract/privacy.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import type { RandomSource } from '../../ports.ts';
import { removeSetAside } from '../../privacy/erase-in-backups.ts';
import {
  eraseCompany,
  eraseContact,
  suppressContact,
  suppressByIdentifier,
  unsuppress,
  type ErasureTarget,
  type Erased,
  type Suppressed,
  type TypedIdentifier,
} from '../../privacy/erase.ts';
import { insertOwnAct } from '../../database/queries/yours/user-actions.ts';
import { removeJobsOf } from '../../jobs/remove-jobs.ts';
import { companyNameOf } from '../../library/company-view.ts';
import type { ContactKeyState } from '../../contacts/contact-encryption.ts';
import type { ReleaseRateLimit } from '../../contacts/release-rate-limit.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

type ErasesRequest = 'suppress' | 'suppressByIdentifier' | 'unsuppress' | 'eraseContact' | 'eraseCompany';

export function createErasureHandlers(
  workspaces: Workspaces,
  random: RandomSource,
  publish: Publish,
  release: ReleaseRateLimit,
): Pick<Handlers['privacy'], ErasesRequest> {
  /** Runs `work` on the current workspace. The workspace's files stay open until `work` has ended. */
  const change = <T>(work: (workspace: OpenWorkspace) => Promise<T> | T): Promise<T> =>
    workspaces.exclusively(async () => work(workspaces.current()));
  const replyAfter = (
    { record }: Pick<OpenWorkspace, 'record'>,
    removed: Erased & { companies?: number },
  ): ErasedReply => {
    // Quarantined cache files are deleted, because they may contain the erased data.
    const filesRemoved = removeSetAside(workspaces.store.folder(record().id), 'cache');
    announceErased(publish, removed.companyIds);
    const { people, rawRows, logsEmptied, companies = 0 } = removed;
    const copies = { backupsAmended: 0, filesRemoved, copiesPending: false };
    return { people, rawRows, companies, logsEmptied, ...copies };
  };
  const suppressing = (work: (target: ErasureTarget, state: ContactKeyState) => Promise<Suppressed>) =>
    change(async (workspace) => {
      const suppressed = await work(targetOf(workspace, random), workspace.vault.seal());
      return { id: suppressed.suppressionId, forgotten: replyAfter(workspace, suppressed) };
    });
  return {
    suppress: (person) =>
      suppressing(async (target, state) => {
        const suppressed = await suppressContact(target, state, person);
        recordAct(workspaces.current(), publish, person.companyId, 'suppressed');
        return suppressed;
      }),
    suppressByIdentifier: (typed) =>
      suppressing(async (target, state) => {
        requireComparison(workspaces.current(), release, typed);
        const suppressed = await suppressByIdentifier(target, state, typed);
        for (const companyId of suppressed.companyIds) release.ask(companyId);
        return suppressed;
      }),
    unsuppress: ({ id }) =>
      change((workspace) => {
        unsuppress(targetOf(workspace, random), id);
        announceErased(publish, []);
        return {};
      }),
    eraseContact: (person) =>
      change(async (workspace) =>
        replyAfter(workspace, await erasedPerson(workspace, random, publish, person)),
      ),
    eraseCompany: ({ companyId }) =>
      change((workspace) => {
        const erasure = eraseWithWaitingCalls(workspace, random, publish, companyId);
        const copies = workspace.privacy.eraseInBackups();
        const reply = replyAfter(workspace, { ...erasure, companyIds: [companyId] });
        const { backupsAmended = 0, filesRemoved = 0 } = copies ?? {};
        const removed = reply.filesRemoved + filesRemoved;
        return { ...reply, backupsAmended, filesRemoved: removed, copiesPending: copies === null };
      }),
  };
}

/**
 * Limits how many typed email addresses and LinkedIn URLs are compared with the stored contacts, because each
 * reply reveals whether a matching contact is stored (ADR 54).
 * @throws AppFailure `rate-limited`
 */
function requireComparison(
  { governor }: Pick<OpenWorkspace, 'governor'>,
  release: ReleaseRateLimit,
  { email, linkedinUrl }: TypedIdentifier,
): void {
  const compared = release.compareText(`${email ?? ''} ${linkedinUrl ?? ''}`);
  const waitMs = compared.allowed ? release.searchPauseMs() : compared.afterMs;
  if (waitMs === 0) return;
  throw new AppFailure({
    kind: 'rate-limited',
    peoplePaced: true,
    retryAtMs: governor.serverNowMs() + waitMs,
  });
}

/**
 * Erases a company. Cancels its pending requests in the offline queue, in plans and in the governor's queue.
 * Responses to requests that were already sent are not stored (`erased.note`).
 */
function eraseWithWaitingCalls(
  workspace: Pick<OpenWorkspace, 'files' | 'governor' | 'erased'>,
  random: RandomSource,
  publish: Publish,
  companyId: string,
) {
  const { files, governor, erased } = workspace;
  const removed = eraseCompany(targetOf(workspace, random), companyId);
  erased.note(companyId);
  removeJobsOf(files.ledger, companyId, governor.serverNowMs());
  for (const call of governor.status().queue)
    if (call.companyId === companyId && call.state === 'waiting') governor.cancel(call.id);
  publish('plan', 'onChanged', {});
  publish('offline', 'onChanged', {});
  publish('proposals', 'onChanged', {});
  return removed;
}

async function erasedPerson(
  workspace: Pick<OpenWorkspace, 'files' | 'clock' | 'governor' | 'vault' | 'erased'>,
  random: RandomSource,
  publish: Publish,
  person: { companyId: string; personId: string },
): Promise<Erased> {
  const { erased, vault } = workspace;
  const removed = await eraseContact(targetOf(workspace, random), vault.seal(), person, erased.notePerson);
  recordAct(workspace, publish, person.companyId, 'erased-person');
  return removed;
}

type ErasureKind = 'suppressed' | 'erased-person';
/** Records an erasure in the company's timeline, without identifying the contact. */
function recordAct(
  { files, clock }: Pick<OpenWorkspace, 'files' | 'clock'>,
  publish: Publish,
  companyId: string,
  what: ErasureKind,
): void {
  const companyName = companyNameOf(files.cache, files.yours, companyId);
  const act = { companyId, companyName, what, atMs: clock.nowMs(), about: null, personRefId: null };
  insertOwnAct(files.yours, act);
  publish('timeline', 'onChanged', { companyId });
}

const targetOf = (
  { files, governor }: Pick<OpenWorkspace, 'files' | 'governor'>,
  random: RandomSource,
): ErasureTarget => ({
  files,
  random,
  nowMs: governor.serverNowMs(),
  pause: async () => {
    await nextTurn();
  },
});

/** Publishes an erasure to all views that show contacts or companies. */
export function announceErased(publish: Publish, companyIds: readonly string[]): void {
  for (const id of companyIds) publish('companies', 'onChanged', { id });
  publish('library', 'onChanged', {});
  publish('privacy', 'onChanged', {});
}
