import type { Api } from '../../../../shared/contract/index.ts';
import {
  RESULT_COLUMNS,
  RESULT_COLUMNS_DEFAULT,
  type ResultColumn,
} from '../../../../shared/model/settings/result-columns.ts';
import { withColumn } from '../../../lib/column-layout.ts';

/** The result columns that the user has chosen. The choice is saved in the settings. */
export class SearchColumns {
  chosen = $state.raw<readonly ResultColumn[]>(RESULT_COLUMNS_DEFAULT);
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api) {
    this.#api = api;
    // Read the choice after every change, because another window may have changed it.
    this.#stop = api.settings.onChanged(() => void this.read());
  }
  dispose(): void {
    this.#stop();
  }

  /** Loads the saved choice. If loading fails, the columns remain unchanged. */
  async read(): Promise<void> {
    const stored = await this.#api.settings.resultColumns({}).catch(() => null);
    if (stored !== null) this.chosen = stored.columns;
  }
  /**
   * Shows or hides a column.
   *
   * @throws AppFailure if the choice cannot be saved; the column is shown or hidden anyway
   */
  async set(column: ResultColumn, shown: boolean): Promise<void> {
    this.chosen = withColumn(RESULT_COLUMNS, this.chosen, column, shown);
    await this.#api.settings.setResultColumns({ columns: [...this.chosen] });
  }
  async reset(): Promise<void> {
    this.chosen = RESULT_COLUMNS_DEFAULT;
    await this.#api.settings.setResultColumns({ columns: [...RESULT_COLUMNS_DEFAULT] });
  }
}
