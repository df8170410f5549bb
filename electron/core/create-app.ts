import { mkdirSync } from 'node:fs';
import type { Handlers, Publish } from '../../shared/contract.ts';
import { createPeopleRelease } from './privacy/people-release.ts';
import { createBackground, type Background } from './background.ts';
import { messageOf } from './message-of.ts';
import type { Ports } from './ports.ts';
import { createProgress, type ProgressBoard } from './progress.ts';
import { createAppService, type AppFacts } from './services/app-service.ts';
import { createBackupsService } from './services/backups-service.ts';
import { createCompaniesService } from './services/companies-service.ts';
import { createConnectionService } from './services/connection-service.ts';
import { createContactLogService } from './services/contact-log-service.ts';
import { createDemoService } from './services/demo-service.ts';
import { createDiagnosticsService } from './services/diagnostics-service.ts';
import { createKeysService } from './services/keys-service.ts';
import { createLibraryService } from './services/library-service.ts';
import { createLinksService } from './services/links-service.ts';
import { createMarketService } from './services/market-service.ts';
import { createMarksService } from './services/marks-service.ts';
import { createMenuService } from './services/menu-service.ts';
import { createNotesService } from './services/notes-service.ts';
import { createPlanService } from './services/plan-service.ts';
import { createNotificationsService } from './services/notifications-service.ts';
import { createOfflineService } from './services/offline-service.ts';
import { keychainUnlocked } from './services/people-again.ts';
import { createOnboardingService } from './services/onboarding-service.ts';
import { createPrivacyService } from './services/privacy-service.ts';
import { createProgressService } from './services/progress-service.ts';
import { createQuotaService } from './services/quota-service.ts';
import { createSavedFiltersService } from './services/saved-filters-service.ts';
import { createSavedSearchesService } from './services/saved-searches-service.ts';
import { createSearchService } from './services/search-service.ts';
import { createSettingsService } from './services/settings-service.ts';
import { createSignalsService } from './services/signals-service.ts';
import { createTasksService } from './services/tasks-service.ts';
import { createTemplatesService } from './services/templates-service.ts';
import { createTimelineService } from './services/timeline-service.ts';
import { createTriageService } from './services/triage-service.ts';
import { createWatchService } from './services/watch-service.ts';
import { createWatchlistsService } from './services/watchlists-service.ts';
import { createWordsService } from './services/words-service.ts';
import { createWorkspacesService } from './services/workspaces-service.ts';
import { createRefreshWatched } from './watch/refresh.ts';
import { watchKeychain } from './workspace/keychain-watch.ts';
import { createWorkspaceStore } from './workspace/workspace-store.ts';
import { createWorkspaces, type Workspaces } from './workspace/workspaces.ts';

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
  /** This laptop slept: what the window shows of the time is read again, and what waits for its time is looked at. */
  wake(): void;
  /** Opens what was open last. */
  start(): Promise<void>;
  /** Closes the files; unsaved state is none. */
  dispose(): Promise<void>;
}

/** The composition root: every part of the core, wired once, readable from top to bottom. */
export function createApp(given: Ports, options: AppOptions): App {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const { version, shell, realAccounts } = options;
  const facts = { version, shell, realAccounts };
  const publish: Publish = (group, name, payload) => {
    options.publish(`${group}.${name}`, payload);
    background.heard(group);
  };
  const unlocked = (): void => {
    keychainUnlocked(workspaces, publish).catch((error: unknown) =>
      given.log.error('not-unlocked', { error: messageOf(error) }),
    );
  };
  const { keychain, look } = watchKeychain(given.secrets.keychain, given.clock, unlocked);
  const ports: Ports = { ...given, secrets: { ...given.secrets, keychain } };
  const progress = createProgress(ports.clock, publish);
  const store = createWorkspaceStore(options.dataDir, ports);
  const workspaces = createWorkspaces({ ports, store, publish, version, realAccounts, progress });

  const background = createBackground({ ports, workspaces, publish, progress, fetches: () => handlers });
  const entrance = createAppService(facts, publish);

  const wired = { look, ports, facts, workspaces, publish, progress, background };
  const handlers: Handlers = { app: entrance.handlers, ...createServices(wired) };

  return {
    handlers,
    follow: entrance.follow,
    wake: () => {
      publish('app', 'onWoke', {});
      background.wake();
    },
    start: async () => {
      // What was open last need not be opened where the demo takes its place.
      await workspaces.start({ reopen: !options.demo });
      if (options.demo) await handlers.workspaces.exploreDemo({});
    },
    dispose: async () => {
      progress.dispose();
      await Promise.all([background.dispose(), workspaces.dispose()]);
    },
  };
}

interface Wired {
  readonly look: () => Promise<unknown>;
  readonly ports: Ports;
  readonly facts: AppFacts;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
  readonly background: Background;
}

/** One for each group of the contract. */
function createServices({
  look,
  ports,
  facts,
  workspaces,
  publish,
  progress,
  background,
}: Wired): Omit<Handlers, 'app'> {
  // One for every way on which people leave.
  const release = createPeopleRelease(ports);
  return {
    workspaces: createWorkspacesService(workspaces, ports),
    keys: createKeysService(workspaces, ports, publish, look),
    search: createSearchService(workspaces, publish),
    companies: createCompaniesService(workspaces, publish, release),
    watchlists: createWatchlistsService(workspaces, publish),
    watch: createWatchService(workspaces, publish, createRefreshWatched()),
    notes: createNotesService(workspaces, publish),
    marks: createMarksService(workspaces, publish),
    tasks: createTasksService(workspaces, publish),
    contactLog: createContactLogService(workspaces, publish),
    words: createWordsService(workspaces, ports),
    library: createLibraryService(workspaces, ports.random),
    savedFilters: createSavedFiltersService(workspaces, publish),
    signals: createSignalsService(workspaces, publish, ports.random),
    savedSearches: createSavedSearchesService(workspaces, publish),
    market: createMarketService(workspaces, publish),
    links: createLinksService(workspaces, publish, release, ports),
    templates: createTemplatesService(workspaces, publish),
    timeline: createTimelineService(workspaces),
    triage: createTriageService(workspaces, publish),
    progress: createProgressService(progress),
    onboarding: createOnboardingService(workspaces),
    quota: createQuotaService(workspaces, publish),
    offline: createOfflineService(workspaces, publish, background.offline),
    notifications: createNotificationsService(ports, publish, background.notifications),
    plan: createPlanService(workspaces, publish, background.plan),
    backups: createBackupsService(workspaces, ports, progress),
    privacy: createPrivacyService(workspaces, ports, publish),
    connection: createConnectionService(workspaces),
    demo: createDemoService(workspaces, publish),
    settings: createSettingsService(ports.settings, publish),
    menu: createMenuService(ports.menu, publish),
    diagnostics: createDiagnosticsService(workspaces, ports, facts),
  };
}
