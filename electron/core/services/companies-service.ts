import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { companyView } from '../library/company-view.ts';
import { peopleOf } from '../library/people.ts';
import { keepsPeople } from '../library/seal.ts';
import { storeCompanyGone, storeContacts, storeContactsClosed, storeDetail } from '../library/store.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, paidCall } from './priced-call.ts';

export function createCompaniesService(workspaces: Workspaces, publish: Publish): Handlers['companies'] {
  const changed = (id: string): void => {
    publish('companies', 'onChanged', { id });
    publish('library', 'onChanged', {});
  };
  return {
    get: ({ id }) => {
      const { files, governor } = workspaces.current();
      const view = companyView(files.cache, files.yours, id, governor.serverNowMs());
      if (view === null) throw new AppFailure({ kind: 'not-found', what: 'company' });
      return view;
    },
    people: ({ id }) => {
      const { files, vault, governor } = workspaces.current();
      return peopleOf(files.cache, vault.seal(), id, governor.serverNowMs());
    },
    fetchProfile: async ({ id, accepted, screen }) => {
      const workspace = workspaces.current();
      return learning(workspace, id, changed, () =>
        workspace.client.company(id, byHand(accepted, screen), (detail, fetchedAtMs) =>
          storeDetail(workspace.files.cache, workspace.vault.seal(), detail, fetchedAtMs),
        ),
      );
    },
    fetchPeople: async ({ id, accepted, screen }) => {
      const workspace = workspaces.current();
      // Refused before it is charged: what cannot be sealed would have to be thrown away.
      if (!keepsPeople(workspace.vault.seal()))
        throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
      return learning(workspace, id, changed, () =>
        workspace.client.contacts(id, byHand(accepted, screen), (contacts, fetchedAtMs) =>
          storeContacts(workspace.files.cache, workspace.vault.seal(), contacts, fetchedAtMs),
        ),
      );
    },
  };
}

/** A 404 is free and teaches something; what it taught is kept before it is thrown on. */
async function learning<T>(
  workspace: OpenWorkspace,
  id: string,
  changed: (id: string) => void,
  work: Parameters<typeof paidCall<T>>[1],
) {
  try {
    const { receipt } = await paidCall(workspace, work);
    return { receipt };
  } catch (error) {
    if (error instanceof AppFailure) {
      const { cache } = workspace.files;
      const { appError } = error;
      const nowMs = workspace.governor.serverNowMs();
      if (appError.kind === 'not-available') storeContactsClosed(cache, id, appError.hint, nowMs);
      if (appError.kind === 'not-found' && appError.what === 'company') storeCompanyGone(cache, id, nowMs);
    }
    throw error;
  } finally {
    changed(id);
  }
}
