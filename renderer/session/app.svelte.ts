import { untrack } from 'svelte';
import type { AppError } from '../../shared/app-error.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { AppearanceChoice } from '../../shared/model/settings/appearance.ts';
import type { Receipt } from '../../shared/model/budget.ts';
import { problemOf } from '../lib/to-app-error.ts';
import { errorLine } from '../ui/text/error-text.ts';
import { receiptSentence } from '../ui/text/price-text.ts';
import { kit } from '../ui/strings.ts';
import { Appearance } from './appearance.svelte.ts';
import { WorkspaceFiles } from './workspace-files.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { Commands } from './commands/command-registry.svelte.ts';
import { ConnectionState } from './connection.svelte.ts';
import { Demo } from './demo.svelte.ts';
import { CompanyDrafts } from './company-drafts.svelte.ts';
import { Keys } from './keys.svelte.ts';
import { Navigation } from './navigation.svelte.ts';
import { OfflineQueue } from './offline/offline-queue.svelte.ts';
import { LazyComponents } from './lazy-components.svelte.ts';
import { ProgressState } from './progress.svelte.ts';
import { QuotaStatus } from './quota-status.svelte.ts';
import { Shortcuts } from './commands/shortcuts.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { Undo } from './undo/undo.svelte.ts';
import { UnsavedNotes } from './unsaved-notes.ts';
import { Workspaces } from './workspaces.svelte.ts';

type Info = Awaited<ReturnType<Api['app']['info']>>;

interface StateEntry {
  readonly state: object;
  readonly stop: () => void;
}

/** App-wide state. Every screen gets it. */
export class App {
  readonly api: Api;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly connection: ConnectionState;
  readonly demo: Demo;
  readonly appearance: Appearance;
  readonly quota: QuotaStatus;
  readonly progress: ProgressState;
  readonly files: WorkspaceFiles;
  readonly offline: OfflineQueue;
  readonly clock = new Clock();
  readonly navigation = new Navigation();
  readonly toasts = new Toasts(kit.undo, (error) => this.reportError(error));
  readonly unsavedNotes = new UnsavedNotes(
    () => void this.toasts.show(kit.unsavedNoteLeft, { kind: 'problem' }),
  );
  readonly drafts = new CompanyDrafts(() => this.workspaces.active?.id ?? null);
  readonly undo: Undo;
  readonly commands = new Commands((command) => void this.attempt(async () => command.run()));
  readonly shortcuts: Shortcuts;
  readonly components = new LazyComponents();
  info = $state.raw<Info | null>(null);
  lastReceipt = $state.raw<Receipt | null>(null);
  /** Whether the form that connects another account is open over the current workspace. */
  connecting = $state(false);
  /** Whether onboarding asks for the user's market next: the user just connected an account or opened the demo. */
  isMarketStepDue = $state(false);
  /** Why the first load failed; no screen can be shown. */
  startError = $state.raw<AppError | null>(null);
  /** Counts resets of the workspace's state. The frame uses it as a key to recreate components. */
  resetCount = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #states = new Map<string, StateEntry>();
  #workspaceId: string | null = null;

  /** @param initial the appearance of the first paint */
  constructor(api: Api, initial?: AppearanceChoice) {
    this.api = api;
    this.files = new WorkspaceFiles(api);
    this.workspaces = new Workspaces(api, {
      onOpenFailed: (id, error) => this.files.reportBlocked(id, error),
      beforeLeave: () => this.unsavedNotes.flush(),
    });
    this.keys = new Keys(api);
    this.connection = new ConnectionState(api);
    this.demo = new Demo(api);
    this.appearance = new Appearance(api, initial);
    this.shortcuts = new Shortcuts(api, this.commands);
    this.quota = new QuotaStatus(api);
    this.offline = new OfflineQueue(api);
    this.progress = new ProgressState(api);
    this.undo = new Undo(api, this.toasts, (error) => this.reportError(error));
  }

  /** Loads the state that the frame shows and subscribes to its changes. @returns dispose */
  start(): () => void {
    const { api } = this;
    const stops = [
      this.clock.start(),
      this.files.watch(),
      this.keys.watch(),
      this.progress.start(),
      api.workspaces.onChanged(() => void this.attempt(() => this.refreshWorkspace())),
      api.keys.onChanged(() => void this.attempt(() => this.keys.refresh())),
      api.connection.onChanged((connection) => this.connection.apply(connection)),
      api.quota.onChanged(() => void this.attempt(() => this.refreshQuota())),
      api.demo.onChanged(() => void this.attempt(() => this.refreshDemo())),
      api.app.onFollow(() => void this.attempt(() => this.openLinkedCompany())),
      api.settings.onChanged(() => void this.attempt(() => this.refreshSettings())),
      api.app.onWoke(() => void this.attempt(() => this.refreshAfterWake())),
      api.offline.onChanged(() => void this.offline.refresh()),
      api.offline.onDone(({ receipt }) => this.receive(receipt)),
      api.notifications.onOpen((target) => this.navigation.openTarget(target)),
      api.menu.onChosen(({ id }) => this.commands.runById(id)),
    ];
    void this.load();
    return () => {
      for (const stop of stops) stop();
      this.#reset();
    };
  }

  async load(): Promise<void> {
    try {
      this.startError = null;
      const [info] = await Promise.all([
        this.api.app.info({}),
        this.refreshSettings(),
        this.refreshWorkspace(),
      ]);
      this.info = info;
    } catch (error) {
      this.startError = this.toAppError(error);
    }
  }

  async refreshSettings(): Promise<void> {
    await Promise.all([this.appearance.refresh(), this.shortcuts.refresh()]);
  }

  /** To be called after the active workspace may have changed. */
  async refreshWorkspace(): Promise<void> {
    await this.workspaces.refresh();
    this.#syncWorkspace();
    await this.files.refresh();
    const { active } = this.workspaces;
    if (active === null) return;
    await Promise.all([
      this.keys.refresh(),
      this.connection.refresh(),
      this.refreshQuota(),
      this.offline.refresh(),
      active.kind === 'demo' ? this.refreshDemo() : undefined,
    ]);
    await this.openLinkedCompany();
  }

  /** After the computer slept, updates the clock, the budgets and the connection. */
  async refreshAfterWake(): Promise<void> {
    this.clock.update();
    if (this.workspaces.active === null) return;
    await Promise.all([this.refreshQuota(), this.connection.refresh()]);
  }

  /** Shows the company of a `roundwatch://` link. The link waits until a workspace is open. Sends no request. */
  async openLinkedCompany(): Promise<void> {
    if (this.workspaces.active === null) return;
    const { companyId } = await this.api.app.followed({});
    if (companyId !== null) this.navigation.openCompany(companyId, true);
  }

  async refreshQuota(): Promise<void> {
    if (this.workspaces.active === null) return;
    await Promise.all([this.quota.refresh(), this.offline.refreshPrices()]);
    const { status } = this.quota;
    // In the demo only the service's time includes the time travel.
    if (status !== null) this.clock.correct(status.serverNowMs - Date.now());
  }
  async refreshDemo(): Promise<void> {
    if (this.workspaces.active?.kind !== 'demo') return;
    await this.demo.refresh();
    await this.refreshQuota();
  }

  /** Returns a state that exists once per open workspace and outlives its screen. */
  stateFor<T extends object>(key: string, create: () => T): T {
    // A screen of a new workspace may render before the app handles the change; without this, its state would be dropped.
    this.#syncWorkspace();
    const known = this.#states.get(key);
    // Each key is used with one type only.
    if (known !== undefined) return known.state as T;
    // Without its own root, the deriveds of the state would stop with the screen that created it.
    const created: T[] = [];
    const stop = $effect.root(() => void created.push(create()));
    const [state] = created;
    if (state === undefined) throw new Error(`no state for ${key}`);
    this.#states.set(key, { state, stop });
    return state;
  }

  /** Shows the receipt of a paid request in the status bar and in a toast. */
  receive(receipt: Receipt): void {
    this.lastReceipt = receipt;
    this.toasts.show(receiptSentence(receipt), { kind: 'receipt' });
  }

  toAppError(error: unknown): AppError {
    return problemOf(error);
  }
  /** Reports an error in a toast, for callers without a better place. */
  reportError(error: unknown): void {
    this.toasts.show(errorLine(this.toAppError(error), this.clock.nowMs), { kind: 'problem' });
  }
  /** Runs an action and reports its error in a toast. @returns whether it succeeded */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.reportError(error);
      return false;
    }
  }
  /** `attempt` for a change of user data: from its start, `z` undoes this change. */
  change(work: () => Promise<unknown>): Promise<boolean> {
    return this.undo.track(this.attempt(work));
  }

  /** Drops all state and loads it again, after the files of the open workspace were replaced. */
  async reloadWorkspace(): Promise<void> {
    this.#reset();
    this.drafts.clear();
    await this.refreshWorkspace();
  }

  /** Drops the state of the previous workspace once another one is open. */
  #syncWorkspace(): void {
    const id = this.workspaces.active?.id ?? null;
    if (id === this.#workspaceId) return;
    this.#workspaceId = id;
    // The caller may be a `$derived`, which must not write state.
    untrack(() => this.#reset());
  }
  #reset(): void {
    for (const { state, stop } of this.#states.values()) {
      if ('dispose' in state && typeof state.dispose === 'function') state.dispose();
      stop();
    }
    this.#states.clear();
    this.resetCount += 1;
    this.navigation.reset();
    this.keys.reset();
    this.demo.reset();
    this.quota.reset();
    this.offline.reset();
    this.files.reset();
    this.undo.reset();
    this.clock.correct(0);
    this.lastReceipt = null;
    this.connecting = false;
  }
}
