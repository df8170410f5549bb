import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Receipt, Preview } from '../../shared/model/budget.ts';
import type { LostWorkspace, Workspace } from '../../shared/model/workspace.ts';

export type ConnectInput = Omit<Parameters<Api['workspaces']['connect']>[0], 'screen'>;

interface WorkspacesReply {
  /** Of a workspace whose files do not open: there is a page for that, with what can be done. */
  stuck(id: string, error: AppError): void;
  /** Before another workspace is opened, or none: what was written is saved first. Never fails. */
  leaving(): Promise<void>;
}

/** Every workspace on this laptop, and the one that is open. */
export class Workspaces {
  list = $state.raw<readonly Workspace[]>([]);
  activeId = $state<string | null>(null);
  /** Folders with the seller's words whose record cannot be read: none of them opens. */
  lost = $state.raw<readonly LostWorkspace[]>([]);
  /** The seller read of them while another workspace is open; at the next start it is said again. */
  isLostRead = $state(false);
  /** False until the list was read once: neither the first run nor a screen is shown before. */
  known = $state(false);
  readonly active = $derived(this.list.find((workspace) => workspace.id === this.activeId) ?? null);
  readonly #api: Api;
  readonly #tell: WorkspacesReply;

  constructor(api: Api, tell: WorkspacesReply) {
    this.#api = api;
    this.#tell = tell;
  }
  async refresh(): Promise<void> {
    const { workspaces, activeId, lost } = await this.#api.workspaces.list({});
    this.list = workspaces;
    this.activeId = activeId;
    this.lost = lost;
    this.known = true;
  }
  async exploreDemo(): Promise<void> {
    const demo = this.list.find(({ kind }) => kind === 'demo');
    await this.#opening(demo?.id ?? null, () => this.#api.workspaces.exploreDemo({}));
    await this.refresh();
  }
  connectPrice(): Promise<Preview> {
    return this.#api.workspaces.connectPrice({});
  }
  async connect(input: ConnectInput): Promise<{ workspace: Workspace; receipt: Receipt }> {
    await this.#tell.leaving();
    const done = await this.#api.workspaces.connect({ ...input, screen: 'first-run' });
    await this.refresh();
    return done;
  }
  async open(id: string): Promise<void> {
    await this.#opening(id, () => this.#api.workspaces.open({ id }));
    await this.refresh();
  }
  async #opening(id: string | null, open: () => Promise<unknown>): Promise<void> {
    await this.#tell.leaving();
    try {
      await open();
    } catch (error) {
      if (id === null || !(error instanceof AppFailure) || !isStuck(error.appError)) throw error;
      this.#tell.stuck(id, error.appError);
    }
  }
  async leave(): Promise<void> {
    await this.#tell.leaving();
    await this.#api.workspaces.leave({});
    await this.refresh();
  }
  async remove(id: string): Promise<void> {
    await this.#api.workspaces.remove({ id });
    await this.refresh();
  }
}

const isStuck = (error: AppError): boolean =>
  error.kind === 'storage' || (error.kind === 'conflict' && error.reason === 'workspace-open-elsewhere');
