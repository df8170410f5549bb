import type { CompanyMatches } from '../../../shared/model/plan.ts';
import type { App } from '../../session/app.svelte.ts';
import { FactsOnToday } from './facts-on-today.svelte.ts';

/** Leaves room for the companies that the user opens, because both count toward the same limit. */
const COMPANIES_MAX = 40;

/** How many contacts of each company on Today match the buyer roles. */
export const matchesOnTodayOf = (app: App): FactsOnToday<CompanyMatches> =>
  app.stateFor(
    'matches-on-today',
    () =>
      new FactsOnToday(app.api, {
        companiesMax: COMPANIES_MAX,
        read: async (companyIds) =>
          (await app.api.plan.matches({ companyIds: [...companyIds] }).catch(() => ({ matches: [] })))
            .matches,
      }),
  );
