import { mkdirSync } from 'node:fs';
import type { Handlers, Publish } from '../../shared/contract/index.ts';
import type { LinkTarget } from '../../shared/model/link.ts';
import { createAssistants, type Assistants } from './assistants/assistants.ts';
import { assistantPrompts } from './assistants/prompts.ts';
import { assistantResources } from './assistants/resources.ts';
import { assistantTools } from './assistants/tools/index.ts';
import { createReleaseRateLimit, type ReleaseRateLimit } from './contacts/release-rate-limit.ts';
import { planPartsOf } from './day-plan/workspace-plan-inputs.ts';
import { messageOf } from './foundation/error-message.ts';
import { createConfirmation, type Confirmation } from './foundation/native-confirmation.ts';
import type { Ports } from './ports.ts';
import { createProgress, type ProgressBoard } from './foundation/progress.ts';
import { createAppHandlers, type AppFacts } from './handlers/app.ts';
import { createAssistantsHandlers } from './handlers/assistants/assistants.ts';
import { createBackupsHandlers } from './handlers/workspace/backups.ts';
import { createCompaniesHandlers } from './handlers/companies.ts';
import { createCloseForeignWindows } from './handlers/company-windows.ts';
import { createRequireHost } from './handlers/connect.ts';
import { createConnectionHandlers } from './handlers/workspace/connection.ts';
import { createContactLogHandlers } from './handlers/user-data/contact-log.ts';
import { createFollowUpsHandlers } from './handlers/user-data/follow-ups.ts';
import { createDemoHandlers } from './handlers/workspace/demo.ts';
import { createDiagnosticsHandlers } from './handlers/workspace/diagnostics.ts';
import { createKeysHandlers } from './handlers/workspace/keys.ts';
import { createInsightsHandlers } from './handlers/insights.ts';
import { createOutcomesHandlers } from './handlers/outcomes.ts';
import { createInvestorsHandlers } from './handlers/investors.ts';
import { createLibraryHandlers } from './handlers/library.ts';
import { createLinksHandlers } from './handlers/links.ts';
import { createMarketHandlers } from './handlers/market.ts';
import { createMarksHandlers } from './handlers/user-data/marks.ts';
import { createMenuHandlers } from './handlers/menu.ts';
import { createNotesHandlers } from './handlers/user-data/notes.ts';
import { createPlanHandlers } from './handlers/day-plan.ts';
import { createNotificationsHandlers } from './handlers/notifications.ts';
import { createMatchLater } from './handlers/match-later.ts';
import { createArchiveHandlers } from './handlers/user-data/archive.ts';
import { createImportFilesHandlers } from './handlers/user-data/import-files.ts';
import { createOpenImports, type OpenImports } from './handlers/user-data/open-imports.ts';
import { createOursHandlers } from './handlers/user-data/ours.ts';
import { createOfflineHandlers } from './handlers/offline-queue.ts';
import { keychainUnlocked, reloadContactsAfterUnlock } from './handlers/reload-after-unlock.ts';
import { createOnboardingHandlers } from './handlers/workspace/onboarding.ts';
import { createPrivacyHandlers } from './handlers/workspace/privacy.ts';
import { createProgressHandlers } from './handlers/progress.ts';
import { createProposalsHandlers } from './handlers/assistants/proposals.ts';
import { createQuotaHandlers } from './handlers/quota.ts';
import { createReviewsHandlers } from './handlers/user-data/reviews.ts';
import { createSavedFiltersHandlers } from './handlers/user-data/saved-views.ts';
import { createSavedSearchesHandlers } from './handlers/user-data/saved-searches.ts';
import { createSearchHandlers } from './handlers/search.ts';
import { createSettingsHandlers } from './handlers/settings.ts';
import { createSignalsHandlers } from './handlers/signals.ts';
import { createTasksHandlers } from './handlers/user-data/tasks.ts';
import { createTemplatesHandlers } from './handlers/user-data/templates.ts';
import { createTimelineHandlers } from './handlers/user-data/timeline.ts';
import { createTriageHandlers } from './handlers/user-data/triage.ts';
import { createRefreshFirstView } from './handlers/app/first-view.ts';
import { createUpdatesHandlers } from './handlers/app/updates.ts';
import { createWatchHandlers } from './handlers/watched-lists.ts';
import { createWatchlistsHandlers } from './handlers/user-data/lists.ts';
import { createExportHandlers } from './handlers/user-data/export.ts';
import { createWorkspacesHandlers } from './handlers/workspace/workspaces.ts';
import { runPlannedRequest } from './fetching/planned-request.ts';
import { runQueuedRequest } from './fetching/queued-request.ts';
import { createRefreshWatched } from './fetching/refresh-watched.ts';
import { createBackground } from './jobs/background-jobs.ts';
import type { JobRequests, WorkspaceJobs } from './jobs/workspace-jobs.ts';
import { readNotificationSettings } from './notifications/notification-settings.ts';
import { createNotifications, type Notifications } from './notifications/notifications.ts';
import { watchNotifier } from './notifications/watched-notifier.ts';
import { Updates } from './updates/updates.ts';
import type { OpenWorkspace } from './workspace/open-workspace.ts';
import { createAutoLock, type AutoLock } from './workspace/auto-lock.ts';
import { watchKeychain } from './workspace/keychain-watch.ts';
import { createWorkspaceStore } from './workspace/workspace-store.ts';
import { createWorkspaces, type Workspaces } from './workspace/workspaces.ts';

interface AppOptions extends AppFacts {
  /** Folder with all of the app's data. */
  readonly dataDir: string;
  /** If true, `start` opens the demo. If there is no demo yet, it first creates and fills one. */
  readonly demo: boolean;
  /**
   * Sends an event defined in the contract to the renderer. `channel` is `group.name`, such as
   * `quota.onChanged`.
   */
  readonly publish: (channel: string, payload: unknown) => void;
}

export interface App {
  readonly handlers: Handlers;
  /** Opens the target of a link as soon as the window is ready. */
  follow(target: LinkTarget): void;
  /**
   * Refreshes time-dependent views and checks scheduled work. Call this when the computer wakes from sleep.
   */
  wake(): void;
  /**
   * Releases the search index, which only windows use. Call this when the last window has closed. The next
   * request from a window loads the index again.
   */
  releaseIndex(): void;
  /**
   * Reports a change of everything that the first view shows. Call this when a page has shown replies from
   * before the start.
   */
  refreshFirstView(): void;
  /** Opens the workspace that was open last, or the demo if `AppOptions.demo` is set. */
  start(): Promise<void>;
  /**
   * Stops background work and closes the files. Waits for changes that are under way, such as the removal of a
   * workspace, and then for `beforeClosing`.
   */
  dispose(beforeClosing?: () => Promise<void>): Promise<void>;
}

/** Creates all parts of the core and connects them. Called once, by the shell. */
export function createApp(given: Ports, options: AppOptions): App {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const facts = factsOf(options);
  const publish: Publish = (group, name, payload) => {
    options.publish(`${group}.${name}`, payload);
    background.onGroupChanged(group);
    matchLater.onGroupChanged(group);
    if (group === 'workspaces') closeForeignWindows();
  };
  const closeForeignWindows = createCloseForeignWindows(given.companyWindows, () => workspaces.active());
  const unlocked = (): void => {
    keychainUnlocked(workspaces, publish).catch((error: unknown) =>
      given.log.error('not-unlocked', { error: messageOf(error) }),
    );
  };
  const { keychain, check } = watchKeychain(given.secrets.keychain, given.clock, unlocked);
  const ports: Ports = { ...given, secrets: { ...given.secrets, keychain } };
  const progress = createProgress(ports.clock, publish);
  const store = createWorkspaceStore(options.dataDir, ports);
  const confirmation = createConfirmation(ports);
  const workspaces = createWorkspaces({ ...facts, ports, store, publish, progress, confirmation });

  const unlockContacts = (): Promise<boolean> => reloadContactsAfterUnlock(workspaces, publish);
  const notifications = startNotifications(ports, workspaces, publish);
  const background = createBackground({
    ports,
    workspaces,
    publish,
    progress,
    notifications,
    planParts: planPartsOf,
    requests: (workspace) => requestsOf(workspace, unlockContacts),
  });
  const matchLater = createMatchLater(ports, workspaces, publish);
  const autoLock = createAutoLock({ ports, workspaces, publish });
  const app = createAppHandlers(facts, publish, autoLock);
  const updates = startUpdates(ports, facts.version, publish);
  const assistance = startAssistants(ports, workspaces, publish, options);
  const imports = startImports(ports, workspaces);

  const wired = {
    check,
    ports,
    facts,
    workspaces,
    publish,
    progress,
    notifications,
    jobs: background.jobs,
    unlockContacts,
    autoLock,
    confirmation,
    updates,
    ...imports,
    ...assistance,
  };
  const handlers: Handlers = { app: app.handlers, ...createHandlers(wired) };

  return {
    handlers,
    follow: app.follow,
    wake: () => {
      publish('app', 'onWoke', {});
      background.wake();
    },
    releaseIndex: () => workspaces.active()?.releaseSearch(),
    refreshFirstView: createRefreshFirstView(options.publish, workspaces, progress),
    start: async () => {
      await workspaces.start({ reopen: !options.demo });
      if (options.demo) await handlers.workspaces.exploreDemo({ filled: true });
    },
    dispose: async (beforeClosing) => {
      progress.dispose();
      autoLock.dispose();
      matchLater.dispose();
      updates.dispose();
      imports.openImports.dispose();
      imports.importFiles.dispose();
      await assistance.assistants.dispose();
      await Promise.all([background.dispose(), workspaces.dispose(beforeClosing)]);
    },
  };
}

const factsOf = ({ version, shell, realAccounts }: AppFacts): AppFacts => ({ version, shell, realAccounts });

const requestsOf = (workspace: OpenWorkspace, unlockContacts: () => Promise<boolean>): JobRequests => ({
  queued: (request) => runQueuedRequest(workspace, request, { unlockContacts }),
  planned: (call, context) => runPlannedRequest(workspace, call, context),
});

const startNotifications = (ports: Ports, workspaces: Workspaces, publish: Publish): Notifications =>
  createNotifications({
    active: workspaces.active,
    clock: ports.clock,
    log: ports.log,
    notifier:
      ports.notifier &&
      watchNotifier(ports.notifier, {
        settings: ports.settings,
        isWindowless: () => ports.background?.isWindowless() ?? false,
        onChanged: () => publish('notifications', 'onChanged', {}),
        onNotShown: () => publish('notifications', 'onNotShown', {}),
      }),
    settings: () => readNotificationSettings(ports.settings),
    open: (target) => publish('notifications', 'onOpen', target),
    onChangesRecorded: () => publish('watch', 'onChanged', {}),
  });

function startImports(ports: Ports, workspaces: Workspaces): Pick<WiredApp, 'importFiles' | 'openImports'> {
  const openImports = createOpenImports(workspaces, ports);
  return { openImports, importFiles: createImportFilesHandlers(workspaces, ports, openImports) };
}

function startAssistants(
  ports: Ports,
  workspaces: Workspaces,
  publish: Publish,
  { version, dataDir }: AppOptions,
): Pick<WiredApp, 'assistants' | 'release'> {
  // Handlers and assistants share this rate limit. It covers both returning contact data and comparing text
  // with contact data.
  const release = createReleaseRateLimit(ports);
  const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
  return {
    release,
    assistants: createAssistants({ ports, workspaces, publish, release, version, dataDir, offer }),
  };
}

const startUpdates = (ports: Ports, version: string, publish: Publish): Updates =>
  new Updates({
    clock: ports.clock,
    log: ports.log,
    random: ports.random,
    settings: ports.settings,
    updates: ports.updates,
    version,
    onChanged: () => publish('updates', 'onChanged', {}),
    onFound: (update) => publish('updates', 'onFound', { version: update.version }),
  });

interface WiredApp {
  readonly check: () => Promise<unknown>;
  readonly ports: Ports;
  readonly facts: AppFacts;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
  readonly notifications: Notifications;
  readonly jobs: () => WorkspaceJobs;
  readonly unlockContacts: () => Promise<boolean>;
  readonly autoLock: AutoLock;
  readonly confirmation: Confirmation;
  readonly updates: Updates;
  readonly openImports: OpenImports;
  readonly importFiles: ReturnType<typeof createImportFilesHandlers>;
  readonly release: ReleaseRateLimit;
  readonly assistants: Assistants;
}

/** Creates the handlers for every call group in the contract except `app`. */
function createHandlers({
  check,
  ports,
  facts,
  workspaces,
  publish,
  progress,
  notifications,
  jobs,
  unlockContacts,
  autoLock,
  confirmation,
  updates,
  openImports,
  importFiles,
  release,
  assistants,
}: WiredApp): Omit<Handlers, 'app'> {
  const requireHost = createRequireHost(workspaces, confirmation, ports, facts);
  return {
    workspaces: createWorkspacesHandlers(workspaces, ports, requireHost),
    keys: createKeysHandlers(workspaces, ports, publish, check, autoLock, confirmation),
    search: createSearchHandlers(workspaces),
    companies: createCompaniesHandlers(workspaces, publish, release, unlockContacts, ports.companyWindows),
    watchlists: createWatchlistsHandlers(workspaces, publish),
    watch: createWatchHandlers(workspaces, publish, createRefreshWatched()),
    notes: createNotesHandlers(workspaces, publish),
    marks: createMarksHandlers(workspaces, publish),
    tasks: createTasksHandlers(workspaces, publish),
    contactLog: createContactLogHandlers(workspaces, publish),
    followUps: createFollowUpsHandlers(workspaces, publish),
    words: createExportHandlers(workspaces, ports),
    library: createLibraryHandlers(workspaces, ports.random, release),
    savedFilters: createSavedFiltersHandlers(workspaces, publish),
    investors: createInvestorsHandlers(workspaces, publish),
    insights: createInsightsHandlers(workspaces, ports.log),
    outcomes: createOutcomesHandlers(workspaces),
    signals: createSignalsHandlers(workspaces, publish, ports.random),
    savedSearches: createSavedSearchesHandlers(workspaces, publish),
    market: createMarketHandlers(workspaces, publish),
    links: createLinksHandlers(workspaces, publish, release, { ...ports, confirmation }),
    templates: createTemplatesHandlers(workspaces, publish),
    timeline: createTimelineHandlers(workspaces),
    ours: createOursHandlers(workspaces, publish, ports.random),
    archive: createArchiveHandlers(workspaces, publish, ports, facts, openImports),
    importFiles: importFiles.handlers,
    reviews: createReviewsHandlers(workspaces, publish),
    triage: createTriageHandlers(workspaces, publish),
    progress: createProgressHandlers(progress),
    onboarding: createOnboardingHandlers(workspaces),
    quota: createQuotaHandlers(workspaces),
    offline: createOfflineHandlers(workspaces, publish, jobs),
    notifications: createNotificationsHandlers(ports, publish, notifications),
    plan: createPlanHandlers(workspaces, { publish, release, jobs }),
    proposals: createProposalsHandlers(workspaces, publish, jobs),
    backups: createBackupsHandlers(workspaces, ports, progress, publish),
    privacy: createPrivacyHandlers(workspaces, ports, publish, release),
    connection: createConnectionHandlers(workspaces),
    demo: createDemoHandlers(workspaces, publish),
    settings: createSettingsHandlers(ports.settings, publish, autoLock, confirmation, ports.background),
    menu: createMenuHandlers(ports.menu, publish),
    diagnostics: createDiagnosticsHandlers(workspaces, ports, facts),
    updates: createUpdatesHandlers(updates, ports),
    assistants: createAssistantsHandlers(assistants),
  };
}
