import type { Api } from '../../shared/contract/index.ts';
import type { Connection } from '../../shared/model/workspace.ts';

/**
 * The state of the connection after the last request: online, offline, failing, API key refused or plan
 * lapsed. Before the first request, the state is idle.
 */
export class ConnectionState {
  state = $state<Connection['state']>('idle');
  sinceMs = $state<number | null>(null);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.apply(await this.#api.connection.status({}));
  }
  apply(connection: Connection): void {
    this.state = connection.state;
    this.sinceMs = connection.sinceMs;
  }
}
