import type { Api } from '../../../shared/contract/index.ts';
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '../../../shared/model/settings/library-columns.ts';
import { withColumn, type ChosenWidths } from '../../lib/column-layout.ts';
import { LIBRARY_COLUMNS, LIBRARY_COLUMNS_DEFAULT, type LibraryColumn } from './library-columns.ts';

/** The library's columns and their widths, as chosen by the user. The choice is saved in the settings. */
export class LibraryColumnsState {
  chosen = $state.raw<readonly LibraryColumn[]>(LIBRARY_COLUMNS_DEFAULT);
  /** The columns for which the list on screen has room; null if no list is shown. */
  shown = $state.raw<readonly LibraryColumn[] | null>(null);
  widths = $state.raw<ChosenWidths<LibraryColumn>>({});
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api) {
    this.#api = api;
    // The settings are read again after each change, because another window may have changed them.
    this.#stop = api.settings.onChanged(() => void this.read());
    void this.read();
  }
  dispose(): void {
    this.#stop();
  }

  /** Whether a chosen column is hidden because the list is too narrow. */
  lacksRoom(column: LibraryColumn): boolean {
    return this.shown !== null && this.chosen.includes(column) && !this.shown.includes(column);
  }
  /** Loads the saved choice. If loading fails, the columns remain unchanged. */
  async read(): Promise<void> {
    const stored = await this.#api.settings.libraryColumns({}).catch(() => null);
    if (stored === null) return;
    this.chosen = stored.columns;
    this.widths = Object.fromEntries(stored.widths.map(({ column, px }) => [column, px]));
  }
  /**
   * Shows or hides a column.
   *
   * @throws AppFailure if the choice cannot be saved; the column is shown or hidden anyway
   */
  async show(column: LibraryColumn, shown: boolean): Promise<void> {
    this.chosen = withColumn(LIBRARY_COLUMNS, this.chosen, column, shown);
    await this.save();
  }
  /** Changes a column's width, in px at normal text size. Call `save` once the user has chosen the width. */
  resize(column: LibraryColumn, width: number): void {
    const px = Math.round(Math.min(COLUMN_WIDTH_MAX, Math.max(COLUMN_WIDTH_MIN, width)));
    this.widths = { ...this.widths, [column]: px };
  }
  /** @throws AppFailure if the choice cannot be saved */
  async save(): Promise<void> {
    const widths = LIBRARY_COLUMNS.flatMap((column) => {
      const px = this.widths[column];
      return px === undefined ? [] : [{ column, px }];
    });
    await this.#api.settings.setLibraryColumns({ columns: [...this.chosen], widths });
  }
  async reset(): Promise<void> {
    this.chosen = LIBRARY_COLUMNS_DEFAULT;
    this.widths = {};
    await this.save();
  }
}
