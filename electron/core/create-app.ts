import { mkdirSync } from 'node:fs';
import type { Handlers, Publish } from '../../shared/contract.ts';
import type { Ports } from './ports.ts';
import { createAppService, type AppFacts } from './services/app-service.ts';
import { createBackupsService } from './services/backups-service.ts';
import { createCompaniesService } from './services/companies-service.ts';
import { createConnectionService } from './services/connection-service.ts';
import { createContactLogService } from './services/contact-log-service.ts';
import { createDemoService } from './services/demo-service.ts';
import { createKeysService } from './services/keys-service.ts';
import { createLibraryService } from './services/library-service.ts';
import { createLinksService } from './services/links-service.ts';
import { createMarketService } from './services/market-service.ts';
import { createMarksService } from './services/marks-service.ts';
import { createNotesService } from './services/notes-service.ts';
import { createPrivacyService } from './services/privacy-service.ts';
import { createQuotaService } from './services/quota-service.ts';
import { createSavedFiltersService } from './services/saved-filters-service.ts';
import { createSavedSearchesService } from './services/saved-searches-service.ts';
import { createSearchService } from './services/search-service.ts';
import { createSettingsService } from './services/settings-service.ts';
import { createTasksService } from './services/tasks-service.ts';
import { createTemplatesService } from './services/templates-service.ts';
import { createTimelineService } from './services/timeline-service.ts';
import { createWatchlistsService } from './services/watchlists-service.ts';
import { createWordsService } from './services/words-service.ts';
import { createWorkspacesService } from './services/workspaces-service.ts';
import { createWorkspaceStore } from './workspace/workspace-store.ts';
import { createWorkspaces } from './workspace/workspaces.ts';

export interface AppOptions extends AppFacts {
  /** Everything the app keeps lies below this folder. */
  readonly dataDir: string;
  /** Opens the demo at start, making it where there is none. */
  readonly demo: boolean;
  /** Carries a push to the renderer: `channel` is `group.name`. */
  readonly publish: (channel: string, payload: unknown) => void;
}

export interface App {
  readonly handlers: Handlers;
  /** A link asked for this company: the window shows it when it can. */
  follow(companyId: string): void;
  /** Opens what was open last. */
  start(): Promise<void>;
  /** Closes the files; unsaved state is none. */
  dispose(): Promise<void>;
}

/** The composition root: every part of the core, wired once, readable from top to bottom. */
export function createApp(ports: Ports, options: AppOptions): App {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const { version, shell, realAccounts } = options;
  const publish: Publish = (group, name, payload) => options.publish(`${group}.${name}`, payload);
  const store = createWorkspaceStore(options.dataDir, ports.random, ports.log);
  const workspaces = createWorkspaces({ ports, store, publish, version, realAccounts });

  const entrance = createAppService({ version, shell, realAccounts }, publish);

  const handlers: Handlers = {
    app: entrance.handlers,
    workspaces: createWorkspacesService(workspaces, ports),
    keys: createKeysService(workspaces, ports, publish),
    search: createSearchService(workspaces, publish),
    companies: createCompaniesService(workspaces, publish),
    watchlists: createWatchlistsService(workspaces, publish),
    notes: createNotesService(workspaces, publish),
    marks: createMarksService(workspaces, publish),
    tasks: createTasksService(workspaces, publish),
    contactLog: createContactLogService(workspaces, publish),
    words: createWordsService(workspaces, ports),
    library: createLibraryService(workspaces, ports.random),
    savedFilters: createSavedFiltersService(workspaces, publish),
    savedSearches: createSavedSearchesService(workspaces, publish),
    market: createMarketService(workspaces, publish),
    links: createLinksService(workspaces, publish, ports),
    templates: createTemplatesService(workspaces, publish),
    timeline: createTimelineService(workspaces),
    quota: createQuotaService(workspaces, publish),
    backups: createBackupsService(workspaces, ports),
    privacy: createPrivacyService(workspaces, ports, publish),
    connection: createConnectionService(workspaces),
    demo: createDemoService(workspaces, publish),
    settings: createSettingsService(ports.settings, publish),
  };

  return {
    handlers,
    follow: entrance.follow,
    start: async () => {
      // What was open last need not be opened where the demo takes its place.
      await workspaces.start({ reopen: !options.demo });
      if (options.demo) await handlers.workspaces.exploreDemo({});
    },
    dispose: () => workspaces.dispose(),
  };
}
