import Building from '@lucide/svelte/icons/building-2';
import Landmark from '@lucide/svelte/icons/landmark';
import ListTodo from '@lucide/svelte/icons/list-todo';
import SearchIcon from '@lucide/svelte/icons/search';
import Library from '@lucide/svelte/icons/library';
import User from '@lucide/svelte/icons/user';
import { matchingCommands, type Command } from '../../session/commands/command.ts';
import { openCompanyCommand, openContactCommand } from '../../features/company/open-company-command.ts';
import { matchingContacts } from '../../features/company/contacts/matching-contacts.ts';
import { unlessErased } from '../../features/company/contacts/unless-erased.ts';
import { dueText } from '../../features/company/user-data/due-text.ts';
import { PANELS } from '../../features/company/panels.svelte.ts';
import { company } from '../../features/company/strings.ts';
import { writeTo } from '../../features/company/contacts/strings.ts';
import { noteStrings, tasks as taskStrings } from '../../features/company/user-data/strings.ts';
import { startTypedSearch } from '../../features/search/saved/saved-search-actions.ts';
import { SearchForm } from '../../features/search/filters/search-form.svelte.ts';
import { searchTitle } from '../../features/search/search-title.ts';
import { Search } from '../../features/search/search.svelte.ts';
import { createTypedSearch } from '../../features/search/typed-search.ts';
import { countryName, matchingCountries } from '../../lib/countries.ts';
import { triage } from '../../features/lists/triage/strings.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { sessionStrings } from '../../session/strings.ts';
import type { App } from '../../session/app.svelte.ts';
import { addressCommandsFor, companySearchCommand } from '../../features/search/address/address-commands.ts';
import { NO_FILTERS } from '../../lib/no-filters.ts';
import { frame } from '../strings.ts';
import { showInLibrary } from './palette-commands.ts';

/* Finds stored companies, contacts and tasks for the palette. Reads only local data, so it is free. */

const strings = frame.palette;
const TASKS_MAX = 5;
/** Maximum number of contacts that are listed for one company. */
const CONTACTS_MAX = 3;
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

/** Labels of the commands that exist only while a company is open or its row is active. */
const COMPANY_ONLY: readonly string[] = [
  triage.commands.status,
  company.saveTo,
  taskStrings.command,
  company.fetchProfile,
  company.commands.people,
  ...PANELS.map((name) => company.commands[name]),
  noteStrings.writeCommand,
  writeTo.command,
];
const COMPANY_ONLY_MAX = 3;

/**
 * If no company is open, returns a placeholder for each command in `COMPANY_ONLY` that matches the text. The
 * placeholders open the library and explain that a company must be opened first.
 */
export function companyOnlyCommands(app: App, text: string): readonly Command[] {
  if (text.trim() === '' || app.navigation.companyId !== null) return [];
  const commands = COMPANY_ONLY.map((label, at) => ({
    id: `needs-company-${at}`,
    group: company.commands.group,
    label,
    icon: Building,
    detail: strings.needsCompany,
    run: () => app.navigation.go('library'),
  }));
  return matchingCommands(commands, text).slice(0, COMPANY_ONLY_MAX);
}

/** Returns commands that open the companies whose names contain the text. */
export async function companyCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { companies } = await app.api.library.named({ text });
  return companies.map((company, at) =>
    openCompanyCommand(app, `open-company-${at}`, company, {
      group: strings.companies,
      icon: Building,
      detail: placeOf(company),
    }),
  );
}

/**
 * Returns commands that show investors of stored rounds. The investor's name must contain a word that begins
 * with the text.
 */
export async function investorCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const { names } = await app.api.investors.named({ text });
  return names.map((name, at) => ({
    id: `open-investor-${at}`,
    group: strings.investors,
    label: safeName(name),
    icon: Landmark,
    isOpening: true,
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
    isOpening: true,
    detail: [safeName(task.companyName), dueText(task, today, app.clock.nowMs)?.text ?? '']
      .filter(Boolean)
      .join(' · '),
    run: () => app.navigation.openCompany(task.companyId, true),
  }));
}

/**
 * Returns commands that open companies at the contacts whose name or title contains the text. Call this only
 * after the user has stopped typing, because each text counts toward the limit on contacts per minute.
 */
export async function contactCommandsFor(app: App, text: string): Promise<readonly Command[]> {
  const read = async () => {
    const { queryId } = await app.api.library.find({ text });
    const { rows } = await app.api.library.contactMatches({ queryId });
    return Promise.all(rows.map((row, at) => contactsAt(app, row, text, `open-contact-${at}`)));
  };
  const found = await unlessErased(app, read, []);
  // Contacts may have been locked while they were read.
  return app.keys.state?.people.state === 'locked' ? [] : found.flat();
}

/** Returns the commands for an address, with the name of the contact who has it; null for other text. */
export const addressMatchesFor = (app: App, text: string): Promise<readonly Command[] | null> =>
  unlessErased(app, () => addressCommandsFor(app, text, { namesContact: true }), null);

/**
 * Returns a command for each contact of a company that matches the text, or one for the company if the
 * contact cannot be shown. The company was just released as a match, so reading its contacts does not count
 * toward the limit again (ADR 54).
 */
async function contactsAt(
  app: App,
  { companyId, name }: { readonly companyId: string; readonly name: string },
  text: string,
  id: string,
): Promise<readonly Command[]> {
  const shown = { group: strings.contacts, icon: User };
  const { people } = await app.api.companies.people({ id: companyId }).catch(() => ({ people: [] }));
  const matching = matchingContacts(people, text).slice(0, CONTACTS_MAX);
  if (matching.length === 0) {
    const rest = { ...shown, detail: strings.contactMatches };
    return [openCompanyCommand(app, id, { companyId, name }, rest)];
  }
  return matching.map((person, at) => {
    const contact = { companyId, name, personId: person.personId };
    return openContactCommand(app, `${id}-${at}`, contact, person, shown);
  });
}

interface TextSearchOptions {
  /** Whether nothing else in the palette matches the text. */
  readonly isOnlyMatch: boolean;
}

/**
 * Returns the commands that search for the text. The command that searches the library (including notes) is
 * omitted if no company matches. For the name of a country, the command that lists its stored companies comes
 * first. The command that searches the service is added only if nothing else in the
 * palette matches; its heading says "not in your library" only if the library could be searched.
 */
export async function textSearchCommands(
  app: App,
  text: string,
  { isOnlyMatch }: TextSearchOptions,
): Promise<readonly Command[]> {
  const total = await app.api.library.find({ text }).then(
    (found) => found.total,
    () => null,
  );
  const ofLibrary: Command = {
    id: 'search-library',
    group: sessionStrings.screens.library,
    label: strings.searchLibrary(safeLine(text, 60)),
    icon: Library,
    detail: total === null ? strings.free : strings.companiesIn(total),
    run: () => showInLibrary(app, { text, filters: NO_FILTERS, sort: 'relevance' }),
  };
  const ofCountry = await countryCommand(app, text);
  if (ofCountry !== null) return total === 0 ? [ofCountry] : [ofCountry, ofLibrary];
  const isStored = total === null || total > 0;
  return [
    ...(isStored ? [ofLibrary] : []),
    ...(isOnlyMatch ? [companySearchCommand(app, text, isStored ? strings.search : null)] : []),
  ];
}

/**
 * Returns a command that lists the stored companies of the country with this name; null if the text is not
 * the name of a country, or if no company is stored there. A text search does not find a country by its name.
 */
async function countryCommand(app: App, text: string): Promise<Command | null> {
  const name = text.trim().toLowerCase();
  const code = matchingCountries(text).values.find(
    ({ value }) => countryName(value).toLowerCase() === name,
  )?.value;
  if (code === undefined) return null;
  const filters = { ...NO_FILTERS, countries: [code] };
  const { total } = await app.api.library.find({ filters });
  if (total === 0) return null;
  return {
    id: 'search-country',
    group: sessionStrings.screens.library,
    label: strings.inCountry(countryName(code)),
    icon: Library,
    detail: strings.companiesIn(total),
    run: () => showInLibrary(app, { text: '', filters }),
  };
}

/**
 * Returns a function that reads a line such as `Series A fintech in Germany, last 7 days`. It offers a
 * command that opens the search form with these filters and sends no request.
 */
export function typedSearchCommands(app: App): (text: string) => Promise<readonly Command[]> {
  const { exactly } = createTypedSearch(app.api);
  return async (text) => {
    const found = await exactly(text);
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
          await startTypedSearch(app, search, found);
        },
      },
    ];
  };
}
