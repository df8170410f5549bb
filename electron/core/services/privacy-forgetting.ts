import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ForgottenReply } from '../../../shared/contract-privacy.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { RandomSource } from '../ports.ts';
import { removeSetAside } from '../privacy/backups.ts';
import {
  eraseCompany,
  erasePerson,
  suppressPerson,
  suppressTyped,
  unsuppress,
  type ForgetIn,
  type Forgotten,
  type Suppressed,
} from '../privacy/forget.ts';
import { deleteCallsOf } from '../db/queries/offline-calls.ts';
import { dropPlanItemsOf } from '../db/queries/plan.ts';
import { insertOwnAct } from '../db/queries/own-acts.ts';
import { transaction } from '../db/sql.ts';
import { companyNameOf } from '../library/company-view.ts';
import type { SealState } from '../library/seal.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

type Forgets = 'suppress' | 'suppressTyped' | 'unsuppress' | 'erasePerson' | 'eraseCompany';

export function createForgetting(
  workspaces: Workspaces,
  random: RandomSource,
  publish: Publish,
): Pick<Handlers['privacy'], Forgets> {
  /** One after the other, also with opening and leaving: the files stay open to the end. */
  const change = <T>(work: (workspace: OpenWorkspace) => Promise<T> | T): Promise<T> =>
    workspaces.exclusively(async () => work(workspaces.current()));
  const done = (workspace: OpenWorkspace, forgotten: Forgotten & { companies?: number }): ForgottenReply => {
    // A set-aside cache holds what it held, whoever it was.
    const filesRemoved = removeSetAside(workspaces.store.folder(workspace.record().id), 'cache');
    announceForgotten(publish, forgotten.companyIds);
    const { people, rawRows, logsEmptied, companies = 0 } = forgotten;
    const copies = { backupsAmended: 0, filesRemoved, copiesPending: false };
    return { people, rawRows, companies, logsEmptied, ...copies };
  };
  const suppressing = (work: (where: ForgetIn, state: SealState) => Promise<Suppressed>) =>
    change(async (workspace) => {
      const forgotten = await work(whereOf(workspace, random), workspace.vault.seal());
      return { id: forgotten.suppressionId, forgotten: done(workspace, forgotten) };
    });
  return {
    suppress: (person) =>
      suppressing(async (where, state) => {
        const suppressed = await suppressPerson(where, state, person);
        writeDown(workspaces.current(), publish, person.companyId, 'suppressed');
        return suppressed;
      }),
    suppressTyped: (typed) => suppressing((where, state) => suppressTyped(where, state, typed)),
    unsuppress: ({ id }) =>
      change((workspace) => {
        unsuppress(whereOf(workspace, random), id);
        announceForgotten(publish, []);
        return {};
      }),
    erasePerson: (person) =>
      change(async (workspace) => done(workspace, await erasedPerson(workspace, random, publish, person))),
    eraseCompany: ({ companyId }) =>
      change((workspace) => {
        const forgotten = eraseWithWaitingCalls(workspace, random, publish, companyId);
        const copies = workspace.privacy.forgetInCopies();
        const reply = done(workspace, { ...forgotten, companyIds: [companyId] });
        const { backupsAmended = 0, filesRemoved = 0 } = copies ?? {};
        const removed = reply.filesRemoved + filesRemoved;
        return { ...reply, backupsAmended, filesRemoved: removed, copiesPending: copies === null };
      }),
  };
}

/** Whatever still asks for the company would bring it back: for the network, in a plan, in the queue, or under way already. */
function eraseWithWaitingCalls(
  workspace: OpenWorkspace,
  random: RandomSource,
  publish: Publish,
  companyId: string,
) {
  const { files, governor, erased } = workspace;
  const forgotten = eraseCompany(whereOf(workspace, random), companyId);
  erased.note(companyId);
  transaction(files.ledger, () => {
    deleteCallsOf(files.ledger, companyId);
    dropPlanItemsOf(files.ledger, { companyId, atMs: Math.round(governor.serverNowMs()) });
  });
  for (const call of governor.status().queue)
    if (call.companyId === companyId && call.state === 'waiting') governor.cancel(call.id);
  publish('plan', 'onChanged', {});
  publish('offline', 'onChanged', {});
  return forgotten;
}

async function erasedPerson(
  workspace: OpenWorkspace,
  random: RandomSource,
  publish: Publish,
  person: { companyId: string; personId: string },
): Promise<Forgotten> {
  const { erased, vault } = workspace;
  const forgotten = await erasePerson(whereOf(workspace, random), vault.seal(), person, erased.notePerson);
  writeDown(workspace, publish, person.companyId, 'erased-person');
  return forgotten;
}

type Done = 'suppressed' | 'erased-person';
/** For the timeline: that it was done and when, of nobody in particular. */
function writeDown({ files, clock }: OpenWorkspace, publish: Publish, companyId: string, what: Done): void {
  const companyName = companyNameOf(files.cache, files.yours, companyId);
  const act = { companyId, companyName, what, atMs: clock.nowMs(), about: null, personRefId: null };
  insertOwnAct(files.yours, act);
  publish('timeline', 'onChanged', { companyId });
}

const whereOf = ({ files, governor }: OpenWorkspace, random: RandomSource): ForgetIn => ({
  ...{ files, random, nowMs: governor.serverNowMs() },
  pause: async () => {
    await nextTurn();
  },
});

/** Whatever keeps a view of people or companies hears it here. */
export function announceForgotten(publish: Publish, companyIds: readonly string[]): void {
  for (const id of companyIds) publish('companies', 'onChanged', { id });
  publish('library', 'onChanged', {});
  publish('privacy', 'onChanged', {});
}
