import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../../shared/contract/index.ts';
import type { ImportPreview } from '../../../shared/model/archive/archive.ts';
import {
  COMPANY_COLUMNS,
  REPEATABLE_COLUMNS,
  type ColumnMeaning,
  type ImportFileKind,
} from '../../../shared/model/import-files/import-files-values.ts';

type Opened = NonNullable<Awaited<ReturnType<Api['importFiles']['open']>>>;
type Mapped = Awaited<ReturnType<Api['importFiles']['map']>>;
export type PossibleMatch = Awaited<ReturnType<Api['importFiles']['possible']>>['rows'][number];

/**
 * The value that the user chooses instead of a company id if none of the stored companies is the company in
 * the file.
 */
export const DIFFERENT = '';

/** A CSV file or Markdown files that the user prepares for an import. */
export class ImportTable {
  opened = $state.raw<Opened | null>(null);
  mapping = $state<ColumnMeaning[]>([]);
  /** The companies of the file, once the columns have been mapped. */
  companies = $state.raw<Mapped['companies'] | null>(null);
  possible = $state.raw<readonly PossibleMatch[]>([]);
  busy = $state(false);
  readonly #matches = new SvelteMap<string, string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * What is wrong with the column mapping. `company`: no column identifies the company. `twice`: two columns
   * have a meaning that only one column may have.
   */
  readonly problem = $derived.by((): 'company' | 'twice' | null => {
    if (this.mapping.length === 0) return null;
    if (!this.mapping.some((each) => COMPANY_COLUMNS.includes(each))) return 'company';
    const single = this.mapping.filter((each) => !REPEATABLE_COLUMNS.includes(each));
    return single.some((each, at) => single.indexOf(each) !== at) ? 'twice' : null;
  });

  /**
   * Lets the user choose a file or folder. Returns whether a file or folder was opened. @throws AppFailure
   */
  async open(what: ImportFileKind): Promise<boolean> {
    return this.#working(async () => {
      const opened = await this.#api.importFiles.open({ what });
      if (opened === null) return false;
      this.close();
      this.opened = opened;
      this.mapping = [...opened.mapping];
      return true;
    });
  }
  choose(column: number, meaning: ColumnMeaning): void {
    this.mapping[column] = meaning;
    this.companies = null;
  }
  matchOf({ key }: PossibleMatch): string {
    return this.#matches.get(key) ?? DIFFERENT;
  }
  match({ key }: PossibleMatch, companyId: string): void {
    if (companyId === DIFFERENT) this.#matches.delete(key);
    else this.#matches.set(key, companyId);
  }
  /**
   * Compares the file with the workspace and returns the preview. Returns null if the user must first check
   * whether companies in the file are already stored.
   * @throws AppFailure
   */
  async compare(): Promise<ImportPreview | null> {
    const { opened } = this;
    if (opened === null) return null;
    const isConfirmed = this.companies !== null;
    return this.#working(async () => {
      const { fileId } = opened;
      const mapped = await this.#api.importFiles.map({
        fileId,
        mapping: [...this.mapping],
        matches: [...this.#matches].map(([key, companyId]) => ({ key, companyId })),
      });
      this.companies = mapped.companies;
      if (isConfirmed || mapped.companies.possible === 0) return mapped.preview;
      const { rows } = await this.#api.importFiles.possible({ fileId, offset: 0, limit: POSSIBLE_MAX });
      this.possible = rows;
      return null;
    });
  }
  /** Drops the file. */
  close(): void {
    const fileId = this.opened?.fileId;
    // Errors are ignored, because the core drops the file after a while anyway.
    if (fileId !== undefined) void this.#api.importFiles.close({ fileId }).catch(() => undefined);
    this.opened = null;
    this.mapping = [];
    this.companies = null;
    this.possible = [];
    this.#matches.clear();
  }
  async #working<T>(work: () => Promise<T>): Promise<T> {
    this.busy = true;
    try {
      return await work();
    } finally {
      this.busy = false;
    }
  }
}

/** Maximum number of possible matches to show. Any further matches are treated as different companies. */
const POSSIBLE_MAX = 50;
