import type { Api } from '../../shared/contract.ts';
import type { Receipt, Preview } from '../../shared/model/budget.ts';
import type { Workspace } from '../../shared/model/workspace.ts';

export type ConnectInput = Omit<Parameters<Api['workspaces']['connect']>[0], 'screen'>;

/** Every workspace on this laptop, and the one that is open. */
export class Workspaces {
  list = $state.raw<readonly Workspace[]>([]);
  activeId = $state<string | null>(null);
  /** False until the list was read once: neither the first run nor a screen is shown before. */
  known = $state(false);
  readonly active = $derived(this.list.find((workspace) => workspace.id === this.activeId) ?? null);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    const { workspaces, activeId } = await this.#api.workspaces.list({});
    this.list = workspaces;
    this.activeId = activeId;
    this.known = true;
  }
  async exploreDemo(): Promise<void> {
    await this.#api.workspaces.exploreDemo({});
    await this.refresh();
  }
  connectPrice(): Promise<Preview> {
    return this.#api.workspaces.connectPrice({});
  }
  async connect(input: ConnectInput): Promise<{ workspace: Workspace; receipt: Receipt }> {
    const done = await this.#api.workspaces.connect({ ...input, screen: 'first-run' });
    await this.refresh();
    return done;
  }
  async open(id: string): Promise<void> {
    await this.#api.workspaces.open({ id });
    await this.refresh();
  }
  async leave(): Promise<void> {
    await this.#api.workspaces.leave({});
    await this.refresh();
  }
  async remove(id: string): Promise<void> {
    await this.#api.workspaces.remove({ id });
    await this.refresh();
  }
}
