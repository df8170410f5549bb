import type { AppError } from '../../../shared/app-error.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Company } from './company.svelte.ts';
import type { PanelName } from './panels.svelte.ts';
import { fetchOrQueue } from '../../session/queue-when-offline.ts';

interface CompanyFetches {
  readonly profile: () => void;
  readonly people: () => void;
  readonly panel: (name: PanelName) => void;
}

/** Returns the profile's price and fetch action, for panels that offer to fetch the profile. */
export const profileOffer = ({ profilePrice }: Company, { profile }: CompanyFetches) => ({
  preview: profilePrice.preview,
  busy: profilePrice.busy,
  run: profile,
});

/** Sends a request. If the company is marked as do not contact, the user must confirm the request first. */
export function confirmFetch(company: Company, send: () => void): void {
  const ours = company.view?.row.ours;
  if (ours?.isCertain === true && ours.kind === 'do-not-contact') company.fetchToConfirm = send;
  else send();
}

/**
 * Creates the functions that fetch a company's data. Calling one of these functions means that the user has
 * accepted the price on screen. If the company is marked as "do not contact", the user must confirm the
 * request first. While the app is offline, the request is queued at the accepted price. Errors are stored in
 * `company`, even if the pane already shows another company.
 */
export function companyFetches(app: App, company: Company): CompanyFetches {
  const { id: companyId, panels } = company;
  const pay = (
    ask: OfflineRequest,
    preview: Preview | null,
    errorHolder: { error: AppError | null },
    fetch: () => ReturnType<Company['fetchProfile']>,
  ): void => {
    const request = { ask, preview, screen: 'company', about: company.view?.row.name ?? '' } as const;
    confirmFetch(company, () => void fetchOrQueue(app, request, errorHolder, fetch));
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
      pay(panels.offlineRequest(name), panels.of[name].price.preview, panels.of[name], () =>
        panels.fetch(name),
      ),
  };
}
