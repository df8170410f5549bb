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
import { Files } from './workspace-files.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { Commands } from './commands/command-registry.svelte.ts';
import { ConnectionState } from './connection.svelte.ts';
import { Demo } from './demo.svelte.ts';
import { CompanyDrafts } from './company-drafts.svelte.ts';
import { Keys } from './keys.svelte.ts';
import { Navigation } from './navigation.svelte.ts';
import { OfflineQueue } from './offline/offline-queue.svelte.ts';
import { Parts } from './lazy-components.svelte.ts';
import { ProgressState } from './progress.svelte.ts';
import { QuotaStatus } from './quota-status.svelte.ts';
import { Shortcuts } from './commands/shortcuts.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { Undo } from './undo/undo.svelte.ts';
import { UnsavedNotes } from './unsaved-notes.ts';
import { Workspaces } from './workspaces.svelte.ts';

type Info = Awaited<ReturnType<Api['app']['info']>>;

interface AppParts {
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
  readonly files: Files;
  readonly offline: OfflineQueue;
  readonly clock = new Clock();
  readonly navigation = new Navigation();
  readonly toasts = new Toasts(kit.undo, (error) => this.complain(error));
  readonly unsavedNotes = new UnsavedNotes(() => void this.toasts.say(kit.noteLeft, { kind: 'problem' }));
  readonly drafts = new CompanyDrafts(() => this.workspaces.active?.id ?? null);
  readonly undo: Undo;
  readonly commands = new Commands((command) => void this.attempt(async () => command.run()));
  readonly shortcuts: Shortcuts;
  readonly parts = new Parts();
  info = $state.raw<Info | null>(null);
  lastReceipt = $state.raw<Receipt | null>(null);
  /** Whether the form that connects another account is open over the current workspace. */
  connecting = $state(false);
  /** Whether onboarding asks for the user's market next: the user just connected an account or opened the demo. */
  atTheDoor = $state(false);
  /** Why the first load failed; no screen can be shown. */
  startError = $state.raw<AppError | null>(null);
  /** Counts resets of the workspace's state. The frame uses it as a key to recreate components. */
  forgotten = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #kept = new Map<string, AppParts>();
  #openId: string | null = null;

  /** @param drawn the appearance of the first paint */
  constructor(api: Api, drawn?: AppearanceChoice) {
    this.api = api;
    this.files = new Files(api);
    this.workspaces = new Workspaces(api, {
      stuck: (id, error) => this.files.stuck(id, error),
      leaving: () => this.unsavedNotes.save(),
    });
    this.keys = new Keys(api);
    this.connection = new ConnectionState(api);
    this.demo = new Demo(api);
    this.appearance = new Appearance(api, drawn);
    this.shortcuts = new Shortcuts(api, this.commands);
    this.quota = new QuotaStatus(api);
    this.offline = new OfflineQueue(api);
    this.progress = new ProgressState(api);
    this.undo = new Undo(api, this.toasts, (error) => this.complain(error));
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
      api.connection.onChanged((connection) => this.connection.take(connection)),
      api.quota.onChanged(() => void this.attempt(() => this.refreshQuota())),
      api.demo.onChanged(() => void this.attempt(() => this.refreshDemo())),
      api.app.onFollow(() => void this.attempt(() => this.follow())),
      api.settings.onChanged(() => void this.attempt(() => this.refreshSettings())),
      api.app.onWoke(() => void this.attempt(() => this.woke())),
      api.offline.onChanged(() => void this.offline.refresh()),
      api.offline.onDone(({ receipt }) => this.receive(receipt)),
      api.notifications.onOpen((target) => this.navigation.show(target)),
      api.menu.onChosen(({ id }) => this.commands.runById(id)),
    ];
    void this.load();
    return () => {
      for (const stop of stops) stop();
      this.#forget();
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
      this.startError = this.problem(error);
    }
  }

  async refreshSettings(): Promise<void> {
    await Promise.all([this.appearance.refresh(), this.shortcuts.refresh()]);
  }

  /** To be called after the active workspace may have changed. */
  async refreshWorkspace(): Promise<void> {
    await this.workspaces.refresh();
    this.#follow();
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
    await this.follow();
  }

  /** After the computer slept, updates the clock, the budgets and the connection. */
  async woke(): Promise<void> {
    this.clock.look();
    if (this.workspaces.active === null) return;
    await Promise.all([this.refreshQuota(), this.connection.refresh()]);
  }

  /** Shows the company of a `roundwatch://` link. The link waits until a workspace is open. Sends no request. */
  async follow(): Promise<void> {
    if (this.workspaces.active === null) return;
    const { companyId } = await this.api.app.followed({});
    if (companyId !== null) this.navigation.openCompany(companyId, true);
  }

  async refreshQuota(): Promise<void> {
    if (this.workspaces.active === null) return;
    await Promise.all([this.quota.refresh(), this.offline.priceAgain()]);
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
  keep<T extends object>(key: string, make: () => T): T {
    // A screen of a new workspace may render before the app handles the change; without this, its state would be dropped.
    this.#follow();
    const known = this.#kept.get(key);
    // Each key is used with one type only.
    if (known !== undefined) return known.state as T;
    // Without its own root, the deriveds of the state would stop with the screen that created it.
    const made: T[] = [];
    const stop = $effect.root(() => void made.push(make()));
    const [state] = made;
    if (state === undefined) throw new Error(`no state for ${key}`);
    this.#kept.set(key, { state, stop });
    return state;
  }

  /** Shows the receipt of a paid request in the status bar and in a toast. */
  receive(receipt: Receipt): void {
    this.lastReceipt = receipt;
    this.toasts.say(receiptSentence(receipt), { kind: 'receipt' });
  }

  problem(error: unknown): AppError {
    return problemOf(error);
  }
  /** Reports an error in a toast, for callers without a better place. */
  complain(error: unknown): void {
    this.toasts.say(errorLine(this.problem(error), this.clock.nowMs), { kind: 'problem' });
  }
  /** Runs an action and reports its error in a toast. @returns whether it succeeded */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }
  /** `attempt` for a change of user data: from its start, `z` undoes this change. */
  change(work: () => Promise<unknown>): Promise<boolean> {
    return this.undo.during(this.attempt(work));
  }

  /** Drops all state and loads it again, after the files of the open workspace were replaced. */
  async reopened(): Promise<void> {
    this.#forget();
    this.drafts.clear();
    await this.refreshWorkspace();
  }

  /** Drops the state of the previous workspace once another one is open. */
  #follow(): void {
    const id = this.workspaces.active?.id ?? null;
    if (id === this.#openId) return;
    this.#openId = id;
    // The caller may be a `$derived`, which must not write state.
    untrack(() => this.#forget());
  }
  #forget(): void {
    for (const { state, stop } of this.#kept.values()) {
      if ('dispose' in state && typeof state.dispose === 'function') state.dispose();
      stop();
    }
    this.#kept.clear();
    this.forgotten += 1;
    this.navigation.reset();
    this.keys.forget();
    this.demo.forget();
    this.quota.forget();
    this.offline.forget();
    this.files.forget();
    this.undo.forget();
    this.clock.correct(0);
    this.lastReceipt = null;
    this.connecting = false;
  }
}
