import BadgeCheck from '@lucide/svelte/icons/badge-check';
import Building from '@lucide/svelte/icons/building-2';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import SearchIcon from '@lucide/svelte/icons/search';
import User from '@lucide/svelte/icons/user';
import { lastDays } from '../../../../shared/search-date-ranges.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Cost } from '../../../../shared/model/budget.ts';
import type { Person } from '../../../../shared/model/company.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import { safeLine, safeName } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Command } from '../../../session/commands/command.ts';
import { priceOf } from '../../../ui/text/price-text.ts';
import { openCompanyCommand, openContactCommand } from '../../company/open-company-command.ts';
import { openAndRun } from '../../lists/triage/run-in-company.svelte.ts';
import { Search } from '../search.svelte.ts';
import { addressStrings as strings } from './strings.ts';

type Address = NonNullable<Awaited<ReturnType<Api['library']['byAddress']>>['address']>;

interface AddressOptions {
  /**
   * Whether to show the name and title of the contact who has the address. If so, the company counts as
   * shown.
   */
  readonly namesContact?: boolean;
}

/**
 * Returns commands for a website, an e-mail address or a LinkedIn URL; null for any other text. The commands
 * open the stored companies that match the address or, if there are none, look the address up at the service.
 */
export async function addressCommandsFor(
  app: App,
  text: string,
  { namesContact = false }: AddressOptions = {},
): Promise<readonly Command[] | null> {
  const { address, companies, againAfterMs } = await app.api.library.byAddress({ text });
  if (address === null) return null;
  // Reads the contacts of the first company only, because no reply contains contacts of several companies.
  const [first] = companies;
  const contact = namesContact && first !== undefined ? await contactOf(app, first) : null;
  const isNameOnly = companies.some(({ match }) => match === 'name');
  const stored = companies.flatMap((company, at) => {
    const { personId, match } = company;
    const id = `open-address-${at}`;
    const group = isNameOnly ? strings.websiteUnknown(shownAddress(address, text)) : strings.inLibrary;
    const ofCompany = { group, icon: Building };
    if (personId === null)
      return [openCompanyCommand(app, id, company, { ...ofCompany, detail: matchText(address, match) })];
    const named = at === 0 ? contact : null;
    const ofContact = { group, icon: User, detail: matchText(address, match) };
    const toContact = (contactId: string): Command =>
      openContactCommand(app, contactId, { ...company, personId }, named, ofContact);
    if (named === null) return [toContact(id)];
    return [
      toContact('open-address-contact'),
      openCompanyCommand(app, id, company, { ...ofCompany, detail: matchText(address, 'company') }),
    ];
  });
  if (stored.length > 0 && !isNameOnly) return stored;
  if (first !== undefined && isNameOnly)
    return [
      ...stored,
      ...(await profileCommands(app, first, stored[0]?.group)),
      searchCommand(app, address, stored[0]?.group ?? ''),
    ];
  // No paid request is offered while the limit on contacts pauses the library search, because the company may
  // already be stored.
  if (againAfterMs !== null) return [searchCommand(app, address, strings.paused)];
  return lookUpCommands(app, address, text);
}

type Match = Awaited<ReturnType<Api['library']['byAddress']>>['companies'][number];

const matchText = ({ kind }: Address, match: Match['match']): string =>
  match === 'contact' ? strings.matches[kind] : strings.matches[match];
const shownAddress = ({ host }: Address, text: string): string => host ?? safeLine(text, 60);

/** Returns the contact; null if the match is not a contact or contacts are locked. */
async function contactOf(app: App, { companyId, personId }: Match): Promise<Person | null> {
  if (personId === null) return null;
  const { people } = await app.api.companies.people({ id: companyId }).catch(() => ({ people: [] }));
  return people.find((each) => each.personId === personId) ?? null;
}

/**
 * Returns a command that fetches the company's profile. This request is the cheapest way to find out whether
 * the address belongs to the company.
 */
async function profileCommands(
  app: App,
  { companyId, name }: Match,
  group: string | undefined,
): Promise<readonly Command[]> {
  const call = { endpoint: 'company' as const, companyId };
  const preview = await app.api.quota.price({ call, screen: 'company' }).catch(() => null);
  const price = priceOf(preview);
  if (preview === null || price === null || preview.decision.kind !== 'go') return [];
  return [
    {
      id: 'fetch-address-profile',
      ...(group === undefined ? {} : { group }),
      label: strings.fetchProfileOf(safeName(name)),
      icon: RefreshCw,
      price: () => price,
      run: () => openAndRun(app, companyId, 'company.profile', true),
    },
  ];
}

/**
 * Returns commands for an address that is not stored. They include a search whose filters the user can change
 * before it runs, and the cheapest request that may find the company. A free command comes first, because
 * Enter runs the first command.
 */
async function lookUpCommands(app: App, address: Address, text: string): Promise<readonly Command[]> {
  const { searchText: name } = address;
  const group = strings.noCompanyWith(shownAddress(address, text));
  const search = searchCommand(app, address, group);
  const mark = markOursCommands(app, address, group);
  const free = [search, ...mark];
  if (name === null) return free;
  const question = firstMatchOf(app, name);
  // If there is no price, for example because the app is offline, only the free commands are offered.
  const preview = await app.api.search.price({ question }).catch(() => null);
  const price = priceOf(preview);
  if (preview === null || price === null || preview.decision.kind !== 'go') return free;
  const fetch: Command = {
    id: 'fetch-first-match',
    group,
    label: strings.fetchFirstMatch(safeLine(name, 60)),
    icon: SearchIcon,
    price: () => price,
    run: () => fetchFirstMatch(app, name, question, preview.cost),
  };
  return [search, fetch, ...mark];
}

/**
 * Returns a command that imports the domain of an address as a customer. The mark also applies to a company
 * that is stored later. Returns an empty array if the address does not contain the domain of a company, for
 * example if it is a private e-mail address.
 */
function markOursCommands(app: App, { host }: Address, group: string): readonly Command[] {
  if (host === null) return [];
  const mark = (): Promise<unknown> =>
    app.change(async () => {
      const { draftId } = await app.api.ours.addText({ draftId: null, text: host });
      await app.api.ours.preview({ draftId });
      const { undo } = await app.api.ours.import({ draftId, kind: 'customer', source: '', decisions: [] });
      app.undo.offer(strings.markedOurs(host), undo);
    });
  return [
    {
      id: 'mark-address-ours',
      group,
      label: strings.markOurs(host),
      icon: BadgeCheck,
      detail: strings.asCustomer,
      run: () => void mark(),
    },
  ];
}

/**
 * Returns a command that fills in a search for the company to which an address belongs. The user can change
 * the search before running it.
 */
const searchCommand = (app: App, { searchText: name }: Address, group: string): Command => ({
  id: 'look-up-address',
  group,
  label: name === null ? strings.searchByName : strings.searchService(safeLine(name, 60)),
  icon: SearchIcon,
  detail: name === null ? strings.noPeopleSearch : strings.priceFirst,
  run: () => prepareSearch(app, name ?? ''),
});

/**
 * Returns a command that fills in a search of the service for a company. The search shows its price before it
 * runs.
 *
 * @param group the heading in the palette; null if the library has been searched and does not contain the name
 */
export const companySearchCommand = (app: App, name: string, group: string | null): Command => ({
  id: 'search-name',
  group: group ?? strings.notInLibrary(safeLine(name, 60)),
  label: strings.searchService(safeLine(name, 60)),
  icon: SearchIcon,
  detail: strings.priceFirst,
  run: () => prepareSearch(app, name),
});

function prepareSearch(app: App, name: string): void {
  const { form } = app.stateFor('search', () => new Search(app.api));
  form.clear();
  form.list = 'companies';
  const { start, end } = lastDays(365, app.clock.nowMs);
  Object.assign(form, { range: 'dates', start, end });
  form.text = name;
  app.navigation.go('search');
}

/** Returns a query for one company that raised money in the last year and whose text contains the name. */
function firstMatchOf(app: App, search: string): ListQuery {
  const { start, end } = lastDays(365, app.clock.nowMs);
  const none = { countries: [], stages: [], industries: [], technologies: [], investors: [], tags: [] };
  const hiring = { hasOpenRoles: false, hiringDepartments: [], hiringSeniority: [] };
  const dates = { fundingDateStart: start, fundingDateEnd: end };
  const query = { ...dates, ...none, ...hiring, companySizes: [], validatedContacts: false, search };
  return { list: 'companies', query: { ...query, limit: 1, offset: 0 } };
}

/** Fetches the first match at the price that the command showed, and opens the company. */
async function fetchFirstMatch(app: App, name: string, question: ListQuery, accepted: Cost): Promise<void> {
  const { set, receipt } = await app.api.search.run({ question, accepted, screen: 'search' });
  app.receive(receipt);
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  const [row] = rows;
  if (row !== undefined) app.navigation.openCompany(row.companyId, true);
  const shown = safeLine(name, 60);
  app.toasts.show(row === undefined ? strings.noFirstMatch(shown) : strings.firstMatch(shown));
}
