import type { Api } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/model/company.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import type { App } from '../../session/app.svelte.ts';

/**
 * Maximum number of companies whose contacts are read. The core limits how many contacts it returns per
 * minute (ADR 54).
 */
const COMPANIES_MAX = 10;

type Recipient = Pick<Person, 'name' | 'title'> & { readonly companyId: string };

/**
 * The contact to write to at each company whose contacts have been fetched. The Write button on the company's
 * page selects the same contact. Empty while contacts are locked.
 */
export class WhomToWrite {
  #recipients = $state.raw<readonly Recipient[]>([]);
  #companyIds: readonly string[] = [];
  readonly #api: Api;
  readonly #latest = new LatestRequest();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    this.#stops = [
      api.companies.onChanged(({ id }) => {
        if (this.#companyIds.includes(id)) void this.#read();
      }),
      // The best match depends on the buyer roles.
      api.market.onChanged(() => void this.#read()),
      api.keys.onChanged(() => {
        // Contacts may have been locked, so the names are hidden until they have been read again.
        this.#recipients = [];
        void this.#read();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }
  of(companyId: string): Recipient | null {
    return this.#recipients.find((each) => each.companyId === companyId) ?? null;
  }
  /** Reads the contacts of these companies, unless they are the same as before. */
  async show(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.slice(0, COMPANIES_MAX);
    if (ids.join(' ') === this.#companyIds.join(' ')) return;
    this.#companyIds = ids;
    await this.#read();
  }
  async #read(): Promise<void> {
    await this.#latest.run(
      async () => {
        const [{ byMatch }, { firstReachable }] = await Promise.all([
          import('../company/contacts/contact-match.ts'),
          import('../company/contacts/contact-seniority.ts'),
        ]);
        const found: Recipient[] = [];
        for (const id of this.#companyIds) {
          const { people } = await this.#api.companies.people({ id }).catch(() => ({ people: [] }));
          const person = firstReachable(byMatch(people));
          if (person !== undefined) found.push({ companyId: id, name: person.name, title: person.title });
        }
        return found;
      },
      (found) => (this.#recipients = found),
    );
  }
}

export const whomToWriteOf = (app: App): WhomToWrite =>
  app.stateFor('whom-to-write', () => new WhomToWrite(app.api));
