import type { AppError } from '../../../shared/app-error.ts';
import type { OfflineAsk } from '../../../shared/model/offline.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Company } from './company.svelte.ts';
import type { PanelName } from './panels.svelte.ts';
import { fetchOrQueue } from '../../session/queue-when-offline.ts';

/** What can be fetched of one company. */
export interface CompanyFetches {
  readonly profile: () => void;
  readonly people: () => void;
  readonly panel: (name: PanelName) => void;
}

/** The profile, wherever a panel offers it: what it costs, and how it is fetched. */
export const profileOffer = ({ profilePrice }: Company, { profile }: CompanyFetches) => ({
  preview: profilePrice.preview,
  busy: profilePrice.busy,
  run: profile,
});

/**
 * At the prices that are shown; offline they wait at those. Bound to `company`: whatever stands in the pane by the time of the
 * answer, it is this company that was paid for.
 */
export function companyFetches(app: App, company: Company): CompanyFetches {
  const { id: companyId, panels } = company;
  const pay = (
    ask: OfflineAsk,
    preview: Preview | null,
    place: { error: AppError | null },
    make: () => ReturnType<Company['fetchProfile']>,
  ): void => {
    const asked = { ask, preview, screen: 'company', about: company.view?.row.name ?? '' } as const;
    void fetchOrQueue(app, asked, place, make);
  };
  const people = {
    get error() {
      return company.peopleError;
    },
    set error(error) {
      company.peopleError = error;
    },
  };
  return {
    profile: () =>
      pay({ kind: 'profile', companyId }, company.profilePrice.preview, company, () =>
        company.fetchProfile(),
      ),
    people: () =>
      pay({ kind: 'people', companyId }, company.peoplePrice.preview, people, () => company.fetchPeople()),
    panel: (name) =>
      pay(panels.askOf(name), panels.of[name].price.preview, panels.of[name], () => panels.fetch(name)),
  };
}
