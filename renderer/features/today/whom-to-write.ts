import type { Api } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/model/company.ts';
import type { CompanyMatches } from '../../../shared/model/plan.ts';
import type { App } from '../../session/app.svelte.ts';
import { FactsOnToday } from './facts-on-today.svelte.ts';

type Recipient = Pick<Person, 'name' | 'title'> & { readonly companyId: string };

/**
 * For each company whose contacts have been fetched, the contact that the user should write to. The Write
 * button on the company's page selects the same contact.
 */
export class WhomToWrite extends FactsOnToday<Recipient> {
  constructor(api: Api) {
    super(api, { companiesMax: 10, read: (companyIds) => recipientsAt(api, companyIds) });
  }
}

async function recipientsAt(api: Api, companyIds: readonly string[]): Promise<Recipient[]> {
  const { byMatch, firstReachable } = await import('../../../shared/contact-order.ts');
  const found: Recipient[] = [];
  for (const companyId of companyIds) {
    const { people } = await api.companies.people({ id: companyId }).catch(() => ({ people: [] }));
    const person = firstReachable(byMatch(people));
    if (person !== undefined) found.push({ companyId, name: person.name, title: person.title });
  }
  return found;
}

export const whomToWriteOf = (app: App): WhomToWrite =>
  app.stateFor('whom-to-write', () => new WhomToWrite(app.api));

/**
 * Maximum number of companies whose contacts Today reads. The rest of the limit remains for companies that
 * the user opens.
 */
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
