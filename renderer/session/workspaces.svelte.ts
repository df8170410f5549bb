import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Receipt, Preview } from '../../shared/model/budget.ts';
import type { LostWorkspace, Workspace } from '../../shared/model/workspace.ts';

type ConnectInput = Omit<Parameters<Api['workspaces']['connect']>[0], 'screen'>;

interface WorkspaceCallbacks {
  /** Called when a workspace's files cannot be opened. A separate page then offers ways to fix this. */
  onOpenFailed(id: string, error: AppError): void;
  /** Saves unsaved text before the app leaves the workspace. Never rejects. */
  beforeLeave(): Promise<void>;
}

/** The workspaces on this computer, and the id of the open workspace. */
export class Workspaces {
  list = $state.raw<readonly Workspace[]>([]);
  activeId = $state<string | null>(null);
  /** Whether assistants could connect to the active workspace when the list was loaded. */
  assistantsOn = false;
  /** Folders that contain user data but cannot be opened, because their workspace record is unreadable. */
  lost = $state.raw<readonly LostWorkspace[]>([]);
  /**
   * Whether the user has dismissed the notice about `lost` folders. The app shows the notice again at its
   * next start.
   */
  isLostDismissed = $state(false);
  /** Whether the list is loaded. Until then, the page shows no screen, not even the first-run screens. */
  isLoaded = $state(false);
  readonly active = $derived(this.list.find((workspace) => workspace.id === this.activeId) ?? null);
  readonly #api: Api;
  readonly #callbacks: WorkspaceCallbacks;

  constructor(api: Api, callbacks: WorkspaceCallbacks) {
    this.#api = api;
    this.#callbacks = callbacks;
  }
  async refresh(): Promise<void> {
    const { workspaces, activeId, assistantsOn, lost } = await this.#api.workspaces.list({});
    this.list = workspaces;
    this.assistantsOn = assistantsOn;
    this.activeId = activeId;
    this.lost = lost;
    this.isLoaded = true;
  }
  async exploreDemo(): Promise<void> {
    const demo = this.list.find(({ kind }) => kind === 'demo');
    await this.#openOrReport(demo?.id ?? null, () => this.#api.workspaces.exploreDemo({ filled: true }));
    await this.refresh();
  }
  connectPrice(): Promise<Preview> {
    return this.#api.workspaces.connectPrice({});
  }
  async connect(input: ConnectInput): Promise<{ workspace: Workspace; receipt: Receipt }> {
    await this.#callbacks.beforeLeave();
    const done = await this.#api.workspaces.connect({ ...input, screen: 'first-run' });
    await this.refresh();
    return done;
  }
  async open(id: string): Promise<void> {
    await this.#openOrReport(id, () => this.#api.workspaces.open({ id }));
    await this.refresh();
  }
  async #openOrReport(id: string | null, open: () => Promise<unknown>): Promise<void> {
    await this.#callbacks.beforeLeave();
    try {
      await open();
    } catch (error) {
      if (id === null || !(error instanceof AppFailure) || !isOpenFailure(error.appError)) throw error;
      this.#callbacks.onOpenFailed(id, error.appError);
    }
  }
  async rename(id: string, name: string): Promise<void> {
    await this.#api.workspaces.rename({ id, name });
    await this.refresh();
  }
  async leave(): Promise<void> {
    await this.#callbacks.beforeLeave();
    await this.#api.workspaces.leave({});
    await this.refresh();
  }
  async remove(id: string): Promise<void> {
    await this.#api.workspaces.remove({ id });
    await this.refresh();
  }
}

const isOpenFailure = (error: AppError): boolean =>
  error.kind === 'storage' || (error.kind === 'conflict' && error.reason === 'workspace-open-elsewhere');
