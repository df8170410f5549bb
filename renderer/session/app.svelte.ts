import { untrack } from 'svelte';
import type { AppError } from '../../shared/app-error.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { AppearanceChoice } from '../../shared/model/settings/appearance.ts';
import type { Receipt } from '../../shared/model/budget.ts';
import type { OfflineRequest } from '../../shared/model/offline.ts';
import { problemOf } from '../lib/to-app-error.ts';
import { errorLine } from '../ui/text/error-text.ts';
import { safeLine } from '../lib/safe-text.ts';
import { sessionStrings } from './strings.ts';
import { serviceErrorIn } from '../ui/text/service-error-text.ts';
import { kit } from '../ui/strings.ts';
import { Appearance } from './appearance.svelte.ts';
import { ExpiredContacts } from './expired-contacts.svelte.ts';
import { WorkspaceFiles } from './workspace-files.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { Commands } from './commands/command-registry.svelte.ts';
import { ConnectionState } from './connection.svelte.ts';
import { Demo } from './demo.svelte.ts';
import { CompanyDrafts } from './company-drafts.svelte.ts';
import { Keys } from './keys.svelte.ts';
import { Navigation } from './navigation.svelte.ts';
import { OpenDialogs } from './open-dialogs.ts';
import { OfflineQueue } from './offline/offline-queue.svelte.ts';
import { LazyComponents } from './lazy-components.svelte.ts';
import { ProgressState } from './progress.svelte.ts';
import { QuotaStatus } from './quota-status.svelte.ts';
import { reportActivity } from './report-activity.ts';
import { Shortcuts } from './commands/shortcuts.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { Undo } from './undo/undo.svelte.ts';
import { UnsavedNotes } from './unsaved-notes.ts';
import { Workspaces } from './workspaces.svelte.ts';

export type HelpPage = 'guide' | 'glossary' | 'news' | 'about';

type Info = Awaited<ReturnType<Api['app']['info']>>;

interface StateEntry {
  readonly state: object;
  readonly stop: () => void;
}

/** The state of the whole app. Every screen receives it as `app`. */
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
  readonly expiredContacts: ExpiredContacts;
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
  readonly dialogs = new OpenDialogs();
  info = $state.raw<Info | null>(null);
  lastReceipt = $state.raw<Receipt | null>(null);
  /**
   * The kind of the request for which `lastReceipt` was received; null if the caller of `receive` did not
   * pass the kind.
   */
  lastReceiptKind = $state<OfflineRequest['kind'] | null>(null);
  /** Whether the form that connects another account is open over the current workspace. */
  connecting = $state(false);
  /** A plain http link that the user has not confirmed yet; null if there is none. */
  linkToConfirm = $state.raw<{ readonly host: string; readonly open: () => Promise<void> } | null>(null);
  areTermsOpen = $state(false);
  helpPage = $state<HelpPage | null>(null);
  /**
   * The initial text for the command palette, for example from a link. The frame resets this to null after it
   * passes the text to the palette.
   */
  linkedText = $state<string | null>(null);
  /** The investor that is shown over the screen. */
  investorName = $state<string | null>(null);
  /** The initial base URL in the form that connects an account; empty for none. */
  suggestedBaseUrl = $state('');
  /**
   * Whether onboarding must still ask for the user's market. This becomes true when the user connects an
   * account or opens an existing demo.
   */
  isMarketStepDue = $state(false);
  /**
   * The name of the company that is shown at full size; null if there is none or its name is still loading.
   */
  fullCompanyName = $state<string | null>(null);
  /**
   * Whether several windows share one application menu. If so, a window must send its own menu again whenever
   * it gains focus.
   */
  sharesMenu = $state(false);
  /** The error from the first load; null if there is none. After an error, no screen can be shown. */
  startError = $state.raw<AppError | null>(null);
  /**
   * How many times the workspace's state has been reset. The frame uses this number as a `{#key}`, so each
   * reset recreates the components.
   */
  resetCount = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #states = new Map<string, StateEntry>();
  /** The last change made with `changeInOrder`; never rejects. */
  #lastInOrder: Promise<boolean> = Promise.resolve(true);
  #workspaceId: string | null = null;
  /** Whether this window was opened for one company. Links and notifications open in the main window instead. */
  readonly isCompanyWindow: boolean;
  /** The company to open once a workspace is open; null afterwards, and in the main window. */
  #companyToOpen: string | null;

  readonly #termsAction = { label: sessionStrings.terms, run: () => this.openTerms() };

  /**
   * @param initial the appearance for the first paint
   * @param companyId the company for which this window was opened; null in the main window
   */
  constructor(api: Api, initial?: AppearanceChoice, companyId: string | null = null) {
    this.api = api;
    this.isCompanyWindow = companyId !== null;
    this.sharesMenu = this.isCompanyWindow;
    this.#companyToOpen = companyId;
    if (companyId !== null) this.navigation.openCompany(companyId, true);
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
    this.expiredContacts = new ExpiredContacts(api);
    this.progress = new ProgressState(api);
    this.undo = new Undo(api, this.toasts, (error) => this.reportError(error));
  }

  /**
   * Loads the state that the frame shows and subscribes to its changes.
   *
   * @returns a function that ends the subscriptions
   */
  start(): () => void {
    const { api } = this;
    const stops = [
      this.clock.start(),
      this.files.watch(),
      this.keys.watch(),
      this.progress.start(),
      // User activity is reported only to the loopback shell, because Electron itself measures the computer's
      // idle time.
      reportActivity(api, () => this.info !== null && this.info.shell !== 'electron'),
      this.expiredContacts.watch(),
      api.workspaces.onChanged(() => void this.attempt(() => this.refreshWorkspace())),
      api.keys.onChanged(() => void this.attempt(() => this.keys.refresh())),
      api.connection.onChanged((connection) => this.connection.apply(connection)),
      api.quota.onChanged(() => void this.attempt(() => this.refreshQuota())),
      api.demo.onChanged(() => void this.attempt(() => this.refreshDemo())),
      api.app.onFollow(() => void this.attempt(() => this.openLink())),
      api.settings.onChanged(() => void this.attempt(() => this.refreshSettings())),
      api.app.onWoke(() => void this.attempt(() => this.refreshAfterWake())),
      api.offline.onChanged(() => void this.offline.refresh()),
      api.offline.onDone(({ ask, receipt }) => this.receive(receipt, ask.kind)),
      api.notifications.onOpen((target) => this.#openFromOutside(() => this.navigation.openTarget(target))),
      api.notifications.onNotShown(() => this.#tellNotNotified()),
      api.updates.onFound(({ version }) => this.#offerUpdate(version)),
      api.menu.onChosen(({ id }) => {
        if (!this.refuseBehindDialog()) this.commands.runById(id);
      }),
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

  /** Reloads the workspace's state. Call it whenever the active workspace may have changed. */
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
    await this.openLink();
    // Not awaited, because it is not part of the first view.
    void this.expiredContacts.refresh();
  }

  /** Updates the clock, the budgets and the connection after the computer has woken up. */
  async refreshAfterWake(): Promise<void> {
    this.clock.update();
    if (this.workspaces.active === null) return;
    await Promise.all([this.refreshQuota(), this.connection.refresh()]);
  }

  /**
   * Opens the target of the most recent `roundwatch://` link, unless that link was already opened. A link to
   * one stored company, or with the address of exactly one, opens that company. Any other text is entered in
   * the command palette. If no workspace is open, the link waits for the next call. No request is sent to the
   * service.
   */
  async openLink(): Promise<void> {
    if (this.workspaces.active === null || this.isCompanyWindow) return;
    const { companyId, find } = await this.api.app.followed({});
    const found = find === null ? null : await this.api.library.byAddress({ text: find }).catch(() => null);
    const [only, ...others] = found?.companies ?? [];
    const opened = companyId ?? (others.length === 0 ? only?.companyId : undefined);
    if (opened !== undefined) this.#openFromOutside(() => this.navigation.openCompany(opened, true));
    else if (find !== null) this.#openFromOutside(() => (this.linkedText = find));
  }

  async refreshQuota(): Promise<void> {
    if (this.workspaces.active === null) return;
    await Promise.all([this.quota.refresh(), this.offline.refreshPrices()]);
    const { status } = this.quota;
    // Corrects the clock to the service's time. In the demo, only the service's time includes the days that
    // the user skipped.
    if (status !== null) this.clock.correct(status.serverNowMs - Date.now());
  }
  async refreshDemo(): Promise<void> {
    if (this.workspaces.active?.kind !== 'demo') return;
    await this.demo.refresh();
    await this.refreshQuota();
  }

  /**
   * Returns the state object with this key, and creates it if necessary. Each open workspace has one object
   * per key. The object outlives the screen that first requested it.
   */
  stateFor<T extends object>(key: string, create: () => T): T {
    // A screen may call this method directly after a workspace switch. Drop the old workspace's state first;
    // otherwise, the new state would be dropped along with it later.
    this.#syncWorkspace();
    const known = this.#states.get(key);
    // The cast is safe, because each key is used with a single type.
    if (known !== undefined) return known.state as T;
    // Creates the state in a separate effect root. Otherwise, the `$derived` values of the state would stop
    // updating as soon as the screen that created it is destroyed.
    const created: T[] = [];
    const stop = $effect.root(() => void created.push(create()));
    const [state] = created;
    if (state === undefined) throw new Error(`no state for ${key}`);
    this.#states.set(key, { state, stop });
    return state;
  }

  /** Shows the receipt of a paid request in the status bar. */
  receive(receipt: Receipt, kind: OfflineRequest['kind'] | null = null): void {
    this.lastReceipt = receipt;
    this.lastReceiptKind = kind;
  }

  toAppError(error: unknown): AppError {
    return problemOf(error);
  }
  /** Informs the user that the selection was not copied, and that the terms of use forbid copying it. */
  reportRefusedCopy(): void {
    this.toasts.show(sessionStrings.notCopied, { kind: 'problem', action: this.#termsAction });
  }
  /**
   * Refuses a command if a dialog is open, because the command would change the screen behind the dialog.
   * Shows a message that asks the user to close the dialog first.
   *
   * @returns whether the command was refused
   */
  refuseBehindDialog(): boolean {
    if (!this.dialogs.isAnyOpen) return false;
    this.toasts.show(sessionStrings.closeDialogFirst, { kind: 'problem' });
    return true;
  }
  openInvestor(name: string): void {
    this.investorName = name;
  }
  closeInvestor(): void {
    this.investorName = null;
  }
  #tellNotNotified(): void {
    if (this.isCompanyWindow) return;
    const { text, show } = sessionStrings.notNotified;
    this.toasts.show(text, {
      link: {
        label: show,
        run: () => {
          this.navigation.pendingTarget = `section:${kit.notifications}`;
          this.navigation.go('settings');
        },
      },
    });
  }
  #offerUpdate(version: string): void {
    const { found, show } = sessionStrings.updates;
    this.toasts.show(found(safeLine(version, 40)), {
      action: { label: show, run: () => this.openHelp('about') },
    });
  }
  openHelp(page: HelpPage): void {
    this.helpPage = page;
  }
  closeHelp(): void {
    this.helpPage = null;
  }
  openTerms(): void {
    this.areTermsOpen = true;
  }
  closeTerms(): void {
    this.areTermsOpen = false;
  }
  /** Shows an error in a toast, for callers that have no better place to show it. */
  reportError(error: unknown): void {
    const appError = this.toAppError(error);
    const isRefusedCopy = appError.kind === 'rate-limited' && appError.peoplePaced === true;
    this.toasts.show(errorLine(appError, this.clock.nowMs), {
      kind: 'problem',
      serviceError: serviceErrorIn(appError),
      action: isRefusedCopy ? this.#termsAction : null,
    });
  }
  /**
   * Runs an action. If it fails, shows the error in a toast.
   *
   * @returns whether the action succeeded
   */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.reportError(error);
      return false;
    }
  }
  /**
   * Like `attempt`, but for a change to user data. If the user presses `z` while the change is being saved,
   * the app first waits until the change is saved, and then undoes it.
   */
  change(work: () => Promise<unknown>): Promise<boolean> {
    return this.undo.track(this.attempt(work));
  }
  /**
   * Like `change`, but saves changes one after the other, in the order of the calls. Use it for changes that
   * the screen shows before they are saved. A change that is still waiting when the workspace is switched or
   * reloaded is dropped.
   */
  changeInOrder(work: () => Promise<unknown>): Promise<boolean> {
    const { resetCount } = this;
    const saved = this.#lastInOrder.then(() => this.resetCount === resetCount && this.attempt(work));
    this.#lastInOrder = saved;
    return this.undo.track(saved);
  }

  /**
   * Opens the target of a notification or a link. If a dialog is open, shows a message and opens the target
   * once the dialog is closed. A notification disappears once it is clicked, so the user could not click it
   * again.
   */
  #openFromOutside(open: () => void): void {
    this.refuseBehindDialog();
    this.dialogs.runOnceClosed(open);
  }

  /** Drops and reloads all state. Called after the files of the open workspace have been replaced. */
  async reloadWorkspace(): Promise<void> {
    this.#reset();
    this.drafts.clear();
    await this.refreshWorkspace();
  }

  /** Drops the state of the previous workspace if the user has switched to another one. */
  #syncWorkspace(): void {
    const id = this.workspaces.active?.id ?? null;
    if (id === this.#workspaceId) return;
    this.#workspaceId = id;
    // This function may run inside a `$derived` value, where state may be changed only in untracked code.
    untrack(() => this.#reset());
    const companyId = this.#companyToOpen;
    if (id === null || companyId === null) return;
    this.#companyToOpen = null;
    untrack(() => this.navigation.openCompany(companyId, true));
  }
  #reset(): void {
    for (const { state, stop } of this.#states.values()) {
      if ('dispose' in state && typeof state.dispose === 'function') state.dispose();
      stop();
    }
    this.#states.clear();
    this.resetCount += 1;
    this.navigation.reset();
    this.dialogs.cancelWaiting();
    this.keys.reset();
    this.demo.reset();
    this.quota.reset();
    this.offline.reset();
    this.expiredContacts.reset();
    this.files.reset();
    this.undo.reset();
    this.clock.reset();
    this.lastReceipt = null;
    this.lastReceiptKind = null;
    this.connecting = false;
    this.linkToConfirm = null;
  }
}
