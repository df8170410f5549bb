import type { Api } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/model/company.ts';
import type { App } from '../../session/app.svelte.ts';
import { FactsOnToday } from './facts-on-today.svelte.ts';

type Recipient = Pick<Person, 'name' | 'title'> & { readonly companyId: string };

/**
 * The contact to write to at each company whose contacts have been fetched. The Write button on the company's
 * page selects the same contact.
 */
export class WhomToWrite extends FactsOnToday<Recipient> {
  constructor(api: Api) {
    super(api, { companiesMax: 10, read: (companyIds) => recipientsAt(api, companyIds) });
  }
}

async function recipientsAt(api: Api, companyIds: readonly string[]): Promise<Recipient[]> {
  const [{ byMatch }, { firstReachable }] = await Promise.all([
    import('../company/contacts/contact-match.ts'),
    import('../company/contacts/contact-seniority.ts'),
  ]);
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
