import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import { companyView } from '../library/company-view.ts';
import { panelsView } from '../library/panels-view.ts';
import { emptyContactsView, peopleOf } from '../contacts/contact-view.ts';
import { rolesView } from '../library/open-roles-view.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { storeHighlights, storeNews, storeRounds, storeTechStack } from '../library/store-panels.ts';
import { storeRoles } from '../library/store-open-roles.ts';
import { storeContacts, storeDetail } from '../library/store-responses.ts';
import { withFit } from '../market/fit-scores.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { learning, type RequestParts } from '../fetching/record-not-found.ts';
import { reloadContactsAfterUnlock } from './reload-after-unlock.ts';
import { byHand, pricedRequest } from '../fetching/priced-request.ts';

type FetchPanel = Parameters<Handlers['companies']['fetchPanel']>[0];

export function createCompaniesHandlers(
  workspaces: Workspaces,
  publish: Publish,
  release: ReleaseRateLimit,
): Handlers['companies'] {
  const fetching = createFetching(publish);
  return {
    ...createReads(workspaces, release),
    fetchProfile: async ({ id, accepted, screen }) => {
      const workspace = workspaces.current();
      return fetching(workspace, { id }, () =>
        workspace.vault.whileFetching((seal) =>
          workspace.client.company(id, byHand(accepted, screen), (detail, fetchedAtMs) =>
            storeDetail(workspace.files.cache, seal(), detail, fetchedAtMs),
          ),
        ),
      );
    },
    fetchPeople: async ({ id, accepted, screen }) => {
      const workspace = workspaces.current();
      // Refused before it is charged: contacts that cannot be encrypted would be lost.
      if (!(await reloadContactsAfterUnlock(workspaces, workspace, publish)))
        throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
      return fetching(workspace, { id }, () =>
        workspace.vault.whileFetching((seal) =>
          workspace.client.contacts(id, byHand(accepted, screen), (contacts, fetchedAtMs) =>
            storeContacts(workspace.files.cache, seal(), contacts, fetchedAtMs),
          ),
        ),
      );
    },
    fetchPanel: async ({ id, panel, accepted, screen }) => {
      const workspace = workspaces.current();
      const context = byHand(accepted, screen);
      return fetching<unknown>(workspace, { id }, () => askPanel(workspace, { id, panel }, context));
    },
    fetchRoles: async ({ id, query, accepted, screen }) => {
      const workspace = workspaces.current();
      return fetching(workspace, { id, query }, () =>
        workspace.client.openRoles(id, query, byHand(accepted, screen), (roles, fetchedAtMs) =>
          storeRoles(workspace.files.cache, roles, query, fetchedAtMs),
        ),
      );
    },
  };
}

/** Reads stored data; free. */
const createReads = (
  workspaces: Workspaces,
  release: ReleaseRateLimit,
): Pick<Handlers['companies'], 'get' | 'people' | 'panels' | 'roles'> => ({
  get: ({ id }) => {
    const { files, vault, governor } = workspaces.current();
    const nowMs = governor.serverNowMs();
    const view = companyView(files.cache, files.yours, id, nowMs);
    if (view === null) throw new AppFailure({ kind: 'not-found', what: 'company' });
    const [row = view.row] = withFit(files, [view.row]);
    const nobody = emptyContactsView(files.cache, vault.seal(), id, nowMs);
    return nobody === null ? { ...view, row } : { ...view, row, nobody };
  },
  people: ({ id }) => {
    const { files, vault, governor } = workspaces.current();
    const kept = peopleOf(files.cache, vault.seal(), id, governor.serverNowMs());
    if (kept.people.length === 0) return kept;
    const released = release.ask(id);
    return released.allowed ? kept : { ...kept, state: 'paced', people: [], againAfterMs: released.afterMs };
  },
  panels: ({ id }) => panelsView(workspaces.current().files.cache, id),
  roles: ({ id, ...request }) => rolesView(workspaces.current().files.cache, id, request),
});

function askPanel(
  { client, files: { cache } }: OpenWorkspace,
  { id, panel }: Pick<FetchPanel, 'id' | 'panel'>,
  context: CallContext,
): Promise<FetchedResponse<unknown>> {
  switch (panel) {
    case 'tech-stack':
      return client.techStack(id, context, (told, atMs) => storeTechStack(cache, told, atMs));
    case 'rounds':
      return client.rounds(id, context, (told, atMs) => storeRounds(cache, told, atMs));
    case 'highlights':
      return client.highlights(id, context, (told, atMs) => storeHighlights(cache, told, atMs));
    case 'news':
      return client.news(id, context, (told, atMs) => storeNews(cache, told, atMs));
    default:
      return assertNever(panel);
  }
}

/** Publishes the company's change, whatever the result. */
const createFetching =
  (publish: Publish) =>
  async <T>(workspace: OpenWorkspace, asked: RequestParts, work: () => Promise<FetchedResponse<T>>) => {
    try {
      const { receipt } = await learning(workspace, asked, () => pricedRequest(workspace, work));
      return { receipt };
    } finally {
      publish('companies', 'onChanged', { id: asked.id });
      publish('library', 'onChanged', {});
    }
  };
