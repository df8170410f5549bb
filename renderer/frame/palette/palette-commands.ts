import Bookmark from '@lucide/svelte/icons/bookmark';
import Layers from '@lucide/svelte/icons/layers';
import List from '@lucide/svelte/icons/list';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import SearchIcon from '@lucide/svelte/icons/search';
import Sliders from '@lucide/svelte/icons/sliders-horizontal';
import type { SavedSearch } from '../../../shared/model/saved-search.ts';
import type { Command } from '../../session/commands/command.ts';
import { NO_FILTERS } from '../../features/library/library-filters.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { sessionStrings } from '../../session/strings.ts';
import { frame } from '../strings.ts';
import { assistants } from '../../features/settings/assistants/strings.ts';
import { settings } from '../../features/settings/strings.ts';
import { ours } from '../../features/lists/ours/strings.ts';
import { market } from '../../features/settings/market/strings.ts';
import { privacy } from '../../features/settings/privacy/strings.ts';
import { archive } from '../../features/archive/strings.ts';
import { backups } from '../../features/settings/backups/strings.ts';
import { notifications } from '../../features/settings/notifications/strings.ts';
import { shortcuts } from '../../features/settings/shortcuts/strings.ts';
import { terms } from '../../features/settings/terms/strings.ts';
import { signalsLight } from '../../features/signals/receiver/status-strings.ts';
import { templates } from '../../features/company/contacts/strings.ts';
import { followUpStrings } from '../../features/company/user-data/follow-up-strings.ts';
import { savedViews as filterWords } from '../../features/library/saved-views/strings.ts';
import { savedSearches as searchWords } from '../../features/search/saved/strings.ts';
import type { App } from '../../session/app.svelte.ts';
import { Library } from '../../features/library/library.svelte.ts';
import { SavedViewsState } from '../../features/library/saved-views/saved-views.svelte.ts';
import type { SavedSearches } from '../../features/search/saved/saved-searches.svelte.ts';
import { Search } from '../../features/search/search.svelte.ts';
import { ListsState } from '../../features/lists/lists.svelte.ts';
import {
  nameOf,
  savedSearchActions,
  savedSearchesOf,
} from '../../features/search/saved/saved-search-actions.ts';

const NAME_MAX = 80;
const strings = frame.palette;

/**
 * Lists, saved searches and saved views: the items that the user has named and can open from every screen.
 */
export interface Places {
  readonly searches: SavedSearches;
  readonly lists: ListsState;
  readonly filters: SavedViewsState;
}

export function workspaceCommands(app: App): readonly Command[] {
  const others = app.workspaces.list.filter(({ id }) => id !== app.workspaces.activeId);
  return others.map(({ id, name, kind, baseUrl }) => ({
    id: `place.workspace-${id}`,
    group: settings.workspaces.title,
    icon: Layers,
    label: strings.switchTo(safeName(name)),
    detail: kind === 'demo' ? sessionStrings.badges.demo : safeLine(baseUrl, 60),
    keywords: ['switch', 'account'],
    run: () => app.workspaces.open(id),
  }));
}

/**
 * Returns the state objects of the named items. The screens use the same objects, so the items are loaded
 * only once.
 */
export const placesOf = (app: App): Places => ({
  searches: savedSearchesOf(app),
  lists: app.stateFor('watchlists', () => new ListsState(app.api)),
  filters: app.stateFor('saved-filters', () => new SavedViewsState(app.api)),
});

/** Returns whether one of the commands from `placeCommands` does the same as this command. */
export const isDuplicateOfPlace = ({ id }: Command): boolean =>
  /^(?:search\.saved-(?:run-)?\d|library\.filter-)/.test(id);

/**
 * Returns the commands that open the user's named items. Each saved search has two commands: one opens the
 * search for free, and the other runs the search and shows its price.
 */
export function placeCommands(app: App, { searches, lists, filters }: Places): readonly Command[] {
  return [
    ...searches.all.filter(({ search }) => search !== null).flatMap((saved) => searchPlace(app, saved)),
    ...lists.all.map(({ id, name, count }) => ({
      id: `place.list-${id}`,
      group: strings.lists,
      icon: List,
      label: safeLine(name, NAME_MAX),
      isOpening: true,
      detail: strings.companiesIn(count),
      run: () => showInLibrary(app, { text: '', filters: { ...NO_FILTERS, lists: [id] } }),
    })),
    ...filters.all.flatMap(({ id, name, question }) =>
      question === null
        ? []
        : [
            {
              id: `place.filter-${id}`,
              group: filterWords.title,
              icon: Bookmark,
              label: filterWords.apply(safeLine(name, NAME_MAX)),
              run: () => showInLibrary(app, question),
            },
          ],
    ),
  ];
}

function searchPlace(app: App, saved: SavedSearch): readonly Command[] {
  const { id, price, fresh } = saved;
  const group = searchWords.title;
  const actions = () => {
    const search = app.stateFor('search', () => new Search(app.api));
    app.navigation.go('search');
    return savedSearchActions(app, search, () => null);
  };
  return [
    {
      id: `place.search-${id}`,
      group,
      icon: SearchIcon,
      label: searchWords.open(nameOf(saved)),
      ...(fresh > 0 ? { detail: searchWords.fresh(fresh) } : {}),
      run: () => actions().open(saved),
    },
    {
      id: `place.search-run-${id}`,
      group,
      icon: RefreshCw,
      label: searchWords.runOf(nameOf(saved)),
      price: () => (price === null ? null : priceSentence(price)),
      available: () => price?.decision.kind === 'go',
      run: () => actions().run(saved),
    },
  ];
}

/** Opens the Library and runs a search in its list. */
export async function showInLibrary(app: App, question: Parameters<Library['search']>[0]): Promise<void> {
  const library = app.stateFor('library', () => new Library(app.api));
  app.navigation.go('library');
  library.show('list');
  await library.search({ ...question });
}

export function settingsCommands(app: App): readonly Command[] {
  const hasWorkspace = (): boolean => app.workspaces.active !== null;
  return SETTINGS_SECTIONS.map(({ title, keywords }) => ({
    id: `settings-section-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    group: sessionStrings.screens.settings,
    label: strings.settingsSection(title),
    icon: Sliders,
    keywords,
    available: hasWorkspace,
    run: () => {
      app.navigation.pendingTarget = `section:${title}`;
      app.navigation.go('settings');
    },
  }));
}
const section = (title: string, ...keywords: readonly string[]) => ({ title, keywords });
const SETTINGS_SECTIONS = [
  section(settings.workspaces.title, 'account', 'rename'),
  section(settings.key.title, 'token', 'secret'),
  section(settings.people.title, 'passphrase', 'lock', 'privacy'),
  section(
    market.settingsTitle,
    'your market',
    'fit',
    'weights',
    'icp',
    'buyer roles',
    'job titles',
    'persona',
  ),
  section(ours.title, 'import', 'customers', 'competitors'),
  section(privacy.title, 'erase', 'delete everything', 'delete data', 'wipe', 'block', 'retention', 'gdpr'),
  section(templates.title, 'message', 'mail', 'signature'),
  section(followUpStrings.title, 'rhythm', 'working days', 'days off', 'tasks'),
  section(archive.title, 'import', 'move', 'another computer'),
  section(backups.title, 'restore', 'export', 'second folder'),
  section(settings.service.title, 'api', 'url', 'connection'),
  section(signalsLight.settings.title, 'tunnel', 'events', 'signals'),
  section(
    assistants.title,
    'mcp',
    'ai',
    'claude',
    'chatgpt',
    'copilot',
    'limits',
    'proposals',
    'permissions',
    'read contacts',
  ),
  section(settings.appearance.title, 'theme', 'dark', 'density', 'text size'),
  section(notifications.title, 'reminder', 'digest', 'quiet hours'),
  section(shortcuts.title, 'keys', 'keyboard'),
  section(settings.diagnostics.title, 'log', 'support', 'version'),
  section(terms.app.title, 'guide', 'glossary', 'terms', 'licences'),
];
