import { mkdirSync } from 'node:fs';
import type { Handlers, Publish } from '../../shared/contract/index.ts';
import { createReleaseRateLimit } from './contacts/release-rate-limit.ts';
import { planPartsOf } from './day-plan/workspace-plan-inputs.ts';
import { messageOf } from './foundation/error-message.ts';
import type { Ports } from './ports.ts';
import { createProgress, type ProgressBoard } from './foundation/progress.ts';
import { createAppService, type AppFacts } from './handlers/app.ts';
import { createBackupsService } from './handlers/workspace/backups.ts';
import { createCompaniesService } from './handlers/companies.ts';
import { createConnectionService } from './handlers/workspace/connection.ts';
import { createContactLogService } from './handlers/user-data/contact-log.ts';
import { createDemoService } from './handlers/workspace/demo.ts';
import { createDiagnosticsService } from './handlers/workspace/diagnostics.ts';
import { createKeysService } from './handlers/workspace/keys.ts';
import { createLibraryService } from './handlers/library.ts';
import { createLinksService } from './handlers/links.ts';
import { createMarketService } from './handlers/market.ts';
import { createMarksService } from './handlers/user-data/marks.ts';
import { createMenuService } from './handlers/menu.ts';
import { createNotesService } from './handlers/user-data/notes.ts';
import { createPlanService } from './handlers/day-plan.ts';
import { createNotificationsService } from './handlers/notifications.ts';
import { createOfflineService } from './handlers/offline-queue.ts';
import { keychainUnlocked } from './handlers/reload-after-unlock.ts';
import { createOnboardingService } from './handlers/workspace/onboarding.ts';
import { createPrivacyService } from './handlers/workspace/privacy.ts';
import { createProgressService } from './handlers/progress.ts';
import { createQuotaService } from './handlers/quota.ts';
import { createSavedFiltersService } from './handlers/user-data/saved-views.ts';
import { createSavedSearchesService } from './handlers/user-data/saved-searches.ts';
import { createSearchService } from './handlers/search.ts';
import { createSettingsService } from './handlers/settings.ts';
import { createSignalsService } from './handlers/signals.ts';
import { createTasksService } from './handlers/user-data/tasks.ts';
import { createTemplatesService } from './handlers/user-data/templates.ts';
import { createTimelineService } from './handlers/user-data/timeline.ts';
import { createTriageService } from './handlers/user-data/triage.ts';
import { createWatchService } from './handlers/watched-lists.ts';
import { createWatchlistsService } from './handlers/user-data/lists.ts';
import { createExportHandlers } from './handlers/user-data/export.ts';
import { createWorkspacesService } from './handlers/workspace/workspaces.ts';
import { guardErasures } from './fetching/erasure-guard.ts';
import { runPlannedRequest } from './fetching/planned-request.ts';
import { perform } from './fetching/queued-request.ts';
import { createRefreshWatched } from './fetching/refresh-watched.ts';
import { createBackground } from './jobs/background-jobs.ts';
import type { WorkspaceJobs } from './jobs/workspace-jobs.ts';
import { readNotificationSettings } from './notifications/notification-settings.ts';
import { createNotifications, type Notifications } from './notifications/notifications.ts';
import { watchKeychain } from './workspace/keychain-watch.ts';
import { createWorkspaceStore } from './workspace/workspace-store.ts';
import { createWorkspaces, type Workspaces } from './workspace/workspaces.ts';

export interface AppOptions extends AppFacts {
  /** The folder that holds all of the app's data. */
  readonly dataDir: string;
  /** Opens the demo at start, and creates it if it is missing. */
  readonly demo: boolean;
  /** Sends a push to the renderer: `channel` is `group.name`. */
  readonly publish: (channel: string, payload: unknown) => void;
}

export interface App {
  readonly handlers: Handlers;
  /** Opens the company of a link as soon as the window is ready. */
  follow(companyId: string): void;
  /** Called after sleep: refreshes time-dependent views and checks scheduled work. */
  wake(): void;
  /** Opens the last open workspace. */
  start(): Promise<void>;
  /** Closes the files; there is never unsaved state. */
  dispose(): Promise<void>;
}

/** The composition root: wires every part of the core once. */
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
  const workspaces = createWorkspaces({
    ports,
    store,
    publish,
    version,
    realAccounts,
    progress,
    guardClient: guardErasures,
  });

  const notifications = createNotifications({
    active: workspaces.active,
    clock: ports.clock,
    log: ports.log,
    notifier: ports.notifier,
    settings: () => readNotificationSettings(ports.settings),
    open: (target) => publish('notifications', 'onOpen', target),
    onNoticed: () => publish('watch', 'onChanged', {}),
  });
  const background = createBackground({
    ports,
    workspaces,
    publish,
    progress,
    notifications,
    planParts: planPartsOf,
    requests: (workspace) => ({
      queued: (request) => perform(handlers, request),
      planned: (call, context) => runPlannedRequest(workspace, publish, call, context),
    }),
  });
  const entrance = createAppService(facts, publish);

  const wired = { look, ports, facts, workspaces, publish, progress, notifications, jobs: background.jobs };
  const handlers: Handlers = { app: entrance.handlers, ...createServices(wired) };

  return {
    handlers,
    follow: entrance.follow,
    wake: () => {
      publish('app', 'onWoke', {});
      background.wake();
    },
    start: async () => {
      // With the demo, the last open workspace is not needed.
      await workspaces.start({ reopen: !options.demo });
      if (options.demo) await handlers.workspaces.exploreDemo({});
    },
    dispose: async () => {
      progress.dispose();
      await Promise.all([background.dispose(), workspaces.dispose()]);
    },
  };
}

interface WiredApp {
  readonly look: () => Promise<unknown>;
  readonly ports: Ports;
  readonly facts: AppFacts;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
  readonly notifications: Notifications;
  readonly jobs: () => WorkspaceJobs;
}

/** One set of handlers for each group of the contract. */
function createServices({
  look,
  ports,
  facts,
  workspaces,
  publish,
  progress,
  notifications,
  jobs,
}: WiredApp): Omit<Handlers, 'app'> {
  // Shared by every path on which contacts leave the app.
  const release = createReleaseRateLimit(ports);
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
    words: createExportHandlers(workspaces, ports),
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
    offline: createOfflineService(workspaces, publish, jobs),
    notifications: createNotificationsService(ports, publish, notifications),
    plan: createPlanService(workspaces, publish, jobs),
    backups: createBackupsService(workspaces, ports, progress),
    privacy: createPrivacyService(workspaces, ports, publish),
    connection: createConnectionService(workspaces),
    demo: createDemoService(workspaces, publish),
    settings: createSettingsService(ports.settings, publish),
    menu: createMenuService(ports.menu, publish),
    diagnostics: createDiagnosticsService(workspaces, ports, facts),
  };
}
