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

/** Everything the frame knows, and what every screen is given. */
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
  readonly unsavedNotes = new UnsavedNotes(
    () => void this.toasts.say(kit.unsavedNoteLeft, { kind: 'problem' }),
  );
  readonly drafts = new CompanyDrafts(() => this.workspaces.active?.id ?? null);
  readonly undo: Undo;
  readonly commands = new Commands((command) => void this.attempt(async () => command.run()));
  readonly shortcuts: Shortcuts;
  readonly parts = new Parts();
  info = $state.raw<Info | null>(null);
  lastReceipt = $state.raw<Receipt | null>(null);
  /** Connecting another account while a workspace is open. */
  connecting = $state(false);
  /** A workspace was just entered through one of the two doors: the seller's market is asked for next. */
  atTheDoor = $state(false);
  /** A failure at the start: nothing can be shown yet. */
  startError = $state.raw<AppError | null>(null);
  /** How often what was kept was forgotten: what the frame draws of it is keyed on this, and so made anew. */
  forgotten = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a shelf of states; nothing is drawn from the shelf itself
  readonly #kept = new Map<string, AppParts>();
  #openId: string | null = null;

  /** @param drawn how the page was painted before anything could be asked */
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

  /** Reads what the frame shows and follows its changes. @returns its dispose. */
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

  /** After the active workspace may have changed. */
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

  /** After sleep: ages, windows and budgets by the time it is now. */
  async woke(): Promise<void> {
    this.clock.look();
    if (this.workspaces.active === null) return;
    await Promise.all([this.refreshQuota(), this.connection.refresh()]);
  }

  /** Shows the company that a `roundwatch://` link asked for; before a workspace is open, the link waits. Never spends. */
  async follow(): Promise<void> {
    if (this.workspaces.active === null) return;
    const { companyId } = await this.api.app.followed({});
    if (companyId !== null) this.navigation.openCompany(companyId, true);
  }

  async refreshQuota(): Promise<void> {
    if (this.workspaces.active === null) return;
    await Promise.all([this.quota.refresh(), this.offline.priceAgain()]);
    const { status } = this.quota;
    // In the demo the core's own clock was moved: only the service's time tells by how much.
    if (status !== null) this.clock.correct(status.serverNowMs - Date.now());
  }
  async refreshDemo(): Promise<void> {
    if (this.workspaces.active?.kind !== 'demo') return;
    await this.demo.refresh();
    await this.refreshQuota();
  }

  /** A screen's state, made once per open workspace; it outlives leaving the screen. */
  keep<T extends object>(key: string, make: () => T): T {
    // Screens of another workspace may be drawn before anything else heard of it: what they make now must not be forgotten.
    this.#follow();
    const known = this.#kept.get(key);
    // One key always holds what its own `make` made.
    if (known !== undefined) return known.state as T;
    // A root of its own: made inside a screen, what it derives would stand still once that screen is left.
    const made: T[] = [];
    const stop = $effect.root(() => void made.push(make()));
    const [state] = made;
    if (state === undefined) throw new Error(`no state for ${key}`);
    this.#kept.set(key, { state, stop });
    return state;
  }

  /** After every paid call: status bar, toast and, through it, the live region. */
  receive(receipt: Receipt): void {
    this.lastReceipt = receipt;
    this.toasts.say(receiptSentence(receipt), { kind: 'receipt' });
  }

  /** What anything thrown means to the seller. */
  problem(error: unknown): AppError {
    return problemOf(error);
  }
  /** Says a failure in a toast, where there is no better place for it. */
  complain(error: unknown): void {
    this.toasts.say(errorLine(this.problem(error), this.clock.nowMs), { kind: 'problem' });
  }
  /** Does what a button asks and complains where it fails. @returns whether it worked. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }
  /** `attempt` for a change of the seller's own words: from its first moment on `z` means this one. */
  change(work: () => Promise<unknown>): Promise<boolean> {
    return this.undo.during(this.attempt(work));
  }

  /** The open workspace's files were replaced: whatever was read of the old ones is forgotten. */
  async reopened(): Promise<void> {
    this.#forget();
    this.drafts.clear();
    await this.refreshWorkspace();
  }

  /** Forgets what was kept of a workspace that is not the open one any more. */
  #follow(): void {
    const id = this.workspaces.active?.id ?? null;
    if (id === this.#openId) return;
    this.#openId = id;
    // Whoever is the first to ask after a change may be a `$derived`, and that must not change anything: this is no part of it.
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
