import type { Api } from '../../../../shared/contract/index.ts';
import {
  RESULT_COLUMNS,
  RESULT_COLUMNS_DEFAULT,
  type ResultColumn,
} from '../../../../shared/model/result-columns.ts';

/** Which columns the results have: the seller's choice, kept on this laptop. */
export class SearchColumns {
  chosen = $state.raw<readonly ResultColumn[]>(RESULT_COLUMNS_DEFAULT);
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api) {
    this.#api = api;
    // Another window of the app may have chosen.
    this.#stop = api.settings.onChanged(() => void this.read());
  }
  dispose(): void {
    this.#stop();
  }

  /** What cannot be read leaves the columns as they are: nothing is lost by it. */
  async read(): Promise<void> {
    const kept = await this.#api.settings.resultColumns({}).catch(() => null);
    if (kept !== null) this.chosen = kept.columns;
  }
  /** @throws AppFailure where it could not be kept; the choice is shown all the same */
  async set(column: ResultColumn, shown: boolean): Promise<void> {
    this.chosen = RESULT_COLUMNS.filter((each) => (each === column ? shown : this.chosen.includes(each)));
    await this.#api.settings.setResultColumns({ columns: [...this.chosen] });
  }
  async reset(): Promise<void> {
    this.chosen = RESULT_COLUMNS_DEFAULT;
    await this.#api.settings.setResultColumns({ columns: [...RESULT_COLUMNS_DEFAULT] });
  }
}
