import Building from '@lucide/svelte/icons/building-2';
import Landmark from '@lucide/svelte/icons/landmark';
import ListTodo from '@lucide/svelte/icons/list-todo';
import SearchIcon from '@lucide/svelte/icons/search';
import User from '@lucide/svelte/icons/user';
import { lastDays } from '../../../shared/search-date-ranges.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { Command } from '../../session/commands/command.ts';
import { dueText } from '../../features/company/user-data/due-text.ts';
import { tasks as taskStrings } from '../../features/company/user-data/strings.ts';
import { startNewSearch } from '../../features/search/saved/saved-search-actions.ts';
import { SearchForm } from '../../features/search/filters/search-form.svelte.ts';
import { searchTitle } from '../../features/search/search-title.ts';
import { Search } from '../../features/search/search.svelte.ts';
import { createTypedSearch } from '../../features/search/typed-search.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';
import { priceOf } from '../../ui/text/price-text.ts';
import { frame } from '../strings.ts';

/* Finds stored companies, contacts and tasks for the palette. Reads only local data, so it is free. */

const strings = frame.palette;
const TASKS_MAX = 5;
/** Contacts are searched only if the text has at least this many characters. */
export const CONTACT_TEXT_MIN = 3;

interface FoundCompany {
  readonly companyId: string;
  readonly name: string;
  readonly stage: string | null;
  readonly countryName: string | null;
}

const placeOf = ({ stage, countryName }: FoundCompany): string =>
  [stage, countryName].flatMap((part) => (part === null ? [] : [safeLine(part, 60)])).join(' · ');

/**
 * Returns a command that opens a company. The command's `id` must not contain the company's id, because a
 * company's id may be any text.
 */
const opens = (
  app: App,
  id: string,
  { companyId, name }: Pick<FoundCompany, 'companyId' | 'name'>,
  rest: Pick<Command, 'group' | 'icon' | 'detail'>,
): Command => ({
  id,
  label: safeName(name),
  ...rest,
  run: () => app.navigation.openCompany(companyId, true),
});

/** Returns commands that open the companies whose names contain the text. */
export async function companyCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { companies } = await app.api.library.named({ text });
  return companies.map((company, at) =>
    opens(app, `open-company-${at}`, company, {
      group: strings.companies,
      icon: Building,
      detail: placeOf(company),
    }),
  );
}

/** Returns commands that show the investors of stored rounds with a word that begins with the text. */
export async function investorCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { names } = await app.api.investors.named({ text });
  return names.map((name, at) => ({
    id: `open-investor-${at}`,
    group: strings.investors,
    label: safeName(name),
    icon: Landmark,
    run: () => app.openInvestor(name),
  }));
}

/** Returns a command for each open task that contains the text. The command opens the task's company. */
export async function taskCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { tasks, today } = await app.api.tasks.all({ done: false, text, offset: 0, limit: TASKS_MAX });
  return tasks.map((task) => ({
    id: `open-task-${task.id}`,
    group: taskStrings.title,
    label: safeLine(task.title, 80),
    icon: ListTodo,
    detail: [safeName(task.companyName), dueText(task, today, app.clock.nowMs)?.text ?? '']
      .filter(Boolean)
      .join(' · '),
    run: () => app.navigation.openCompany(task.companyId, true),
  }));
}

/**
 * Returns commands that open the companies with a contact whose name or title contains the text. Call this
 * only once the user has stopped typing, because each text counts toward the limit on contacts per minute.
 */
export async function contactCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { queryId } = await app.api.library.find({ text });
  const { rows } = await app.api.library.contactMatches({ queryId });
  return rows.map((row, at) =>
    opens(app, `open-contact-${at}`, row, {
      group: strings.contacts,
      icon: User,
      detail: strings.contactMatches,
    }),
  );
}

/**
 * Returns a function that offers a search for a line such as `Series A fintech in Germany, last 7 days`. The
 * command fills in the filters and sends no request.
 */
export function typedSearchCommands(app: App): (text: string) => Promise<readonly Command[]> {
  const filtersIn = createTypedSearch(app.api);
  return async (text) => {
    const found = await filtersIn(text);
    if (found === null) return [];
    const search = app.stateFor('search', () => new Search(app.api));
    const form = new SearchForm();
    form.showTyped(found, app.clock.nowMs);
    const question = form.question(app.clock.nowMs);
    if (question === null) return [];
    return [
      {
        id: 'search-typed',
        group: strings.search,
        label: searchTitle(question, app.clock.nowMs),
        icon: SearchIcon,
        detail: strings.priceFirst,
        run: async () => {
          app.navigation.go('search');
          await startNewSearch(app, search);
          search.form.showTyped(found, app.clock.nowMs);
        },
      },
    ];
  };
}

type Found = Awaited<ReturnType<Api['library']['byAddress']>>;

/**
 * Returns commands for a website, an e-mail address or a LinkedIn URL; null for any other text. Each command
 * opens a stored company that matches the address. If there is no such company, the commands look it up at the
 * service.
 */
export async function addressCommandsFor(app: App, text: string): Promise<readonly Command[] | null> {
  const { address, companies } = await app.api.library.byAddress({ text });
  if (address === null) return null;
  const stored = companies.map((company, at) =>
    opens(app, `open-address-${at}`, company, {
      group: strings.inLibrary,
      icon: company.match === 'contact' ? User : Building,
      detail: matchText(address, company.match),
    }),
  );
  return stored.length > 0 ? stored : lookUpCommands(app, address, text);
}

const matchText = ({ kind }: NonNullable<Found['address']>, match: 'company' | 'contact'): string =>
  match === 'contact' ? strings.matches[kind] : strings.matches.company;

/**
 * Returns commands for an address that is not stored: the cheapest request that may find its company, and a
 * search that the user can change first.
 */
async function lookUpCommands(
  app: App,
  address: NonNullable<Found['address']>,
  text: string,
): Promise<readonly Command[]> {
  const { searchText: name } = address;
  const group = strings.notInLibrary(address.host ?? safeLine(text, 60));
  const prepare = (label: string, detail: string): Command => ({
    id: 'look-up-address',
    group,
    label,
    icon: SearchIcon,
    detail,
    run: () => prepareSearch(app, name ?? ''),
  });
  if (name === null) return [prepare(strings.searchByName, strings.noPeopleSearch)];
  const commands = [prepare(strings.searchService(safeLine(name, 60)), strings.priceFirst)];
  const question = firstMatchOf(app, name);
  // Without a price, for example offline, only the search is offered.
  const preview = await app.api.search.price({ question }).catch(() => null);
  const price = priceOf(preview);
  if (preview === null || price === null || preview.decision.kind !== 'go') return commands;
  const fetch: Command = {
    id: 'fetch-first-match',
    group,
    label: strings.fetchFirstMatch(safeLine(name, 60)),
    icon: SearchIcon,
    price: () => price,
    run: () => fetchFirstMatch(app, name, question, preview.cost),
  };
  return [fetch, ...commands];
}

function prepareSearch(app: App, name: string): void {
  const { form } = app.stateFor('search', () => new Search(app.api));
  form.clear();
  form.list = 'companies';
  const { start, end } = lastDays(365, app.clock.nowMs);
  Object.assign(form, { range: 'dates', start, end });
  form.text = name;
  app.navigation.go('search');
}

/** Returns a query for one company that raised in the last year and whose text contains the name. */
function firstMatchOf(app: App, search: string): ListQuery {
  const { start, end } = lastDays(365, app.clock.nowMs);
  const none = { countries: [], stages: [], industries: [], technologies: [], investors: [], tags: [] };
  const hiring = { hasOpenRoles: false, hiringDepartments: [], hiringSeniority: [] };
  const dates = { fundingDateStart: start, fundingDateEnd: end };
  const query = { ...dates, ...none, ...hiring, companySizes: [], validatedContacts: false, search };
  return { list: 'companies', query: { ...query, limit: 1, offset: 0 } };
}

/** Fetches the first match at the price that the command showed, and opens it. */
async function fetchFirstMatch(app: App, name: string, question: ListQuery, accepted: Cost): Promise<void> {
  const { set, receipt } = await app.api.search.run({ question, accepted, screen: 'search' });
  app.receive(receipt);
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  const [row] = rows;
  if (row !== undefined) app.navigation.openCompany(row.companyId, true);
  const shown = safeLine(name, 60);
  app.toasts.show(row === undefined ? strings.noFirstMatch(shown) : strings.firstMatch(shown));
}
