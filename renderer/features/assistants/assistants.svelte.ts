import type { Api } from '../../../shared/contract/index.ts';
import type {
  AddedAssistant,
  AssistantCaps,
  AssistantClient,
  AssistantStatus,
} from '../../../shared/model/assistants/assistants.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import type { App } from '../../session/app.svelte.ts';

/**
 * While an assistant is connected or a limit is reached, the status is loaded again at this interval, in ms.
 */
const RECHECK_MS = 15_000;

/** The state of the assistant interface, for the status bar, Today, the commands and Settings. */
export class AssistantsState {
  /** Null until the state is loaded. */
  status = $state.raw<AssistantStatus | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRequested = false;

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.assistants.onChanged(() => void this.refresh());
  }
  dispose(): void {
    this.#stop();
    this.#latest.cancel();
    clearTimeout(this.#timer);
  }
  /** Loads the state unless it is loaded or loading. */
  load(): void {
    if (this.#isRequested) return;
    void this.refresh();
  }
  async refresh(): Promise<void> {
    this.#isRequested = true;
    await this.#latest.run(
      () => this.#api.assistants.status({}),
      (status) => this.#show(status),
    );
  }
  async setOn(isOn: boolean): Promise<void> {
    this.#apply(await (isOn ? this.#api.assistants.turnOn({}) : this.#api.assistants.turnOff({})));
  }
  async setPaused(isPaused: boolean): Promise<void> {
    this.#apply(await (isPaused ? this.#api.assistants.pauseAll({}) : this.#api.assistants.resume({})));
  }
  async add(client: Parameters<Api['assistants']['addClient']>[0]): Promise<AddedAssistant> {
    const { added, status } = await this.#api.assistants.addClient(client);
    this.#apply(status);
    return added;
  }
  async setPermissions(clientId: string, permissions: AssistantClient['permissions']): Promise<void> {
    this.#apply(await this.#api.assistants.setPermissions({ clientId, permissions }));
  }
  async setPlace(clientId: string, place: AssistantClient['place']): Promise<void> {
    this.#apply(await this.#api.assistants.setPlace({ clientId, place }));
  }
  async revoke(clientId: string): Promise<void> {
    this.#apply(await this.#api.assistants.revoke({ clientId }));
  }
  async setCaps(caps: AssistantCaps): Promise<void> {
    this.#apply(await this.#api.assistants.setCaps(caps));
  }

  #apply(status: AssistantStatus): void {
    this.#latest.cancel();
    this.#show(status);
  }
  #show(status: AssistantStatus): void {
    this.status = status;
    clearTimeout(this.#timer);
    // The status must be loaded again, because no event is published when an assistant has made no request
    // for a while, or when a limit is no longer reached.
    if (
      status.clients.some(({ isConnected }) => isConnected) ||
      Object.values(status.caps).some(({ freeAtMs }) => freeAtMs !== null)
    )
      this.#timer = setTimeout(() => void this.refresh(), RECHECK_MS);
  }
}

const unloadedAssistantsOf = (app: App): AssistantsState =>
  app.stateFor('assistants', () => new AssistantsState(app.api));

export function assistantsOf(app: App): AssistantsState {
  const assistants = unloadedAssistantsOf(app);
  assistants.load();
  return assistants;
}

/**
 * Returns the state for the status bar. While the interface is off, the status bar shows nothing about
 * assistants, so the state is not loaded.
 */
export const assistantsIfOn = (app: App): AssistantsState =>
  app.workspaces.assistantsOn ? assistantsOf(app) : unloadedAssistantsOf(app);
