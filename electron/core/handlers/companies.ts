import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { companyView, industriesPage, investorsPage, roundsPage, tagsPage } from '../library/company-view.ts';
import {
  articleRows,
  highlightRows,
  panelsView,
  techCategoryRows,
  technologyRows,
} from '../library/panels-view.ts';
import { contactMatchesOf } from '../contacts/contact-matches.ts';
import { emptyContactsView, peopleOf } from '../contacts/contact-view.ts';
import { roleRequestView, rolesView } from '../library/open-roles-view.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { readBuyerRoles } from '../market/buyer-roles.ts';
import { withFit } from '../market/fit-scores.ts';
import { withOurs } from '../user-data/ours/ours-marks.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { dismissDuplicate } from '../user-data/duplicates.ts';
import { byHand, runPricedRequest } from '../fetching/priced-request.ts';
import type { CompanyWindows } from '../ports.ts';
import { createChangeUserData, undoReply } from './change-user-data.ts';
import { openCompanyWindow } from './company-windows.ts';

type CompanyCall = Extract<PricedCall, { readonly companyId: string }>;
type AcceptedPrice = Pick<Parameters<Handlers['companies']['fetchProfile']>[0], 'accepted' | 'screen'>;

export function createCompaniesHandlers(
  workspaces: Workspaces,
  publish: Publish,
  release: ReleaseRateLimit,
  unlockContacts: () => Promise<boolean>,
  windows?: CompanyWindows,
): Handlers['companies'] {
  const change = createChangeUserData(workspaces, publish);
  const fetchCompany = async (call: CompanyCall, { accepted, screen }: AcceptedPrice) => {
    const context = byHand(accepted, screen);
    const { receipt } = await runPricedRequest(workspaces.current(), call, context, { unlockContacts });
    return { receipt };
  };
  return {
    ...createReads(workspaces, release),
    dismissDuplicate: ({ id, otherId }) =>
      undoReply(
        change('duplicate-dismissed', ({ files, journal, atMs }) =>
          dismissDuplicate(files.yours, journal, [id, otherId], atMs),
        ),
      ),
    openWindow: ({ id }) => {
      const { files, governor } = workspaces.current();
      if (companyView(files.cache, files.yours, id, governor.serverNowMs()) === null)
        throw new AppFailure({ kind: 'not-found', what: 'company' });
      openCompanyWindow(windows, id);
      return {};
    },
    fetchProfile: ({ id, ...price }) => fetchCompany({ endpoint: 'company', companyId: id }, price),
    fetchPeople: ({ id, ...price }) => fetchCompany({ endpoint: 'contacts', companyId: id }, price),
    fetchPanel: ({ id, panel, ...price }) => fetchCompany({ endpoint: panel, companyId: id }, price),
    fetchRoles: ({ id, query, ...price }) =>
      fetchCompany({ endpoint: 'open-roles', companyId: id, query }, price),
  };
}

const createReads = (
  workspaces: Workspaces,
  release: ReleaseRateLimit,
): Pick<
  Handlers['companies'],
  | 'get'
  | 'people'
  | 'contactMatches'
  | 'rounds'
  | 'investors'
  | 'industries'
  | 'tags'
  | 'technologies'
  | 'techCategories'
  | 'panels'
  | 'highlights'
  | 'news'
  | 'roles'
  | 'roleRequest'
> => ({
  get: ({ id }) => {
    const { files, vault, governor } = workspaces.current();
    const nowMs = governor.serverNowMs();
    const view = companyView(files.cache, files.yours, id, nowMs);
    if (view === null) throw new AppFailure({ kind: 'not-found', what: 'company' });
    const [row = view.row] = withOurs(files, withFit(files, [view.row]));
    const emptyView = emptyContactsView(files.cache, vault.seal(), row.companyId, nowMs);
    return emptyView === null ? { ...view, row } : { ...view, row, nobody: emptyView };
  },
  people: ({ id, offset }) => {
    const { files, vault, governor } = workspaces.current();
    const stored = peopleOf(files.cache, vault.seal(), id, governor.serverNowMs(), {
      offset,
      buyerRoles: readBuyerRoles(files.yours),
    });
    if (stored.people.length === 0) return stored;
    const released = release.ask(id);
    return released.allowed
      ? stored
      : { ...stored, state: 'paced', people: [], stored: 0, againAfterMs: released.afterMs };
  },
  contactMatches: ({ id }) => {
    const { files, vault } = workspaces.current();
    const roles = readBuyerRoles(files.yours);
    const matches = roles === null ? null : contactMatchesOf(files.cache, vault.seal(), id, roles);
    return { matches: matches !== null && release.ask(id).allowed ? matches : null };
  },
  rounds: ({ id, offset }) => ({ rounds: roundsPage(workspaces.current().files.cache, id, offset) }),
  investors: ({ id, ...page }) => ({ investors: investorsPage(workspaces.current().files.cache, id, page) }),
  industries: ({ id, offset }) => ({
    industries: industriesPage(workspaces.current().files.cache, id, offset),
  }),
  tags: ({ id, offset }) => ({ tags: tagsPage(workspaces.current().files.cache, id, offset) }),
  technologies: ({ id, offset }) => ({
    technologies: technologyRows(workspaces.current().files.cache, id, offset),
  }),
  techCategories: ({ id, offset }) => ({
    categories: techCategoryRows(workspaces.current().files.cache, id, offset),
  }),
  panels: ({ id }) => panelsView(workspaces.current().files.cache, id),
  highlights: ({ id, offset }) => ({
    highlights: highlightRows(workspaces.current().files.cache, id, offset),
  }),
  news: ({ id, offset }) => ({ articles: articleRows(workspaces.current().files.cache, id, offset) }),
  roles: ({ id, ...request }) => rolesView(workspaces.current().files.cache, id, request),
  roleRequest: ({ id, department, seniority, search }) =>
    roleRequestView(workspaces.current().files.cache, id, {
      department: department ?? '',
      seniority: seniority ?? '',
      search,
    }),
});
