import type { Api } from '../../../../shared/contract/index.ts';
import type { ListEntry, Marks, Status, StatusId } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';
import type { UndoableChange } from './change-user-data.ts';

interface LoadedMarks extends Marks {
  readonly statuses: readonly Status[];
  /** The lists that contain the company, and the reason that the user entered for each list. */
  readonly lists: readonly ListEntry[];
}
const MAX_SUGGESTIONS = 20;

/** Status, tags and lists of one company. Every method that changes this data returns an undo token. */
export class CompanyMarks {
  readonly companyId: string;
  readonly reading: UserDataLoader<LoadedMarks>;
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    this.reading = new UserDataLoader(() => this.#read());
    const refresh = (): void => void this.reading.refresh();
    this.#stops = [
      api.marks.onChanged(({ companyIds }) => {
        if (companyIds === null || companyIds.includes(companyId)) refresh();
      }),
      api.watchlists.onChanged(refresh),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  setStatus(statusId: StatusId | null): Promise<UndoableChange> {
    return this.#api.marks.setStatus({ companyIds: [this.companyId], statusId });
  }
  addTag(name: string): Promise<UndoableChange> {
    return this.#api.marks.addTag({ companyIds: [this.companyId], name });
  }
  dropTag(id: string): Promise<UndoableChange> {
    return this.#api.marks.dropTag({ companyIds: [this.companyId], id });
  }
  setReason(id: string, reason: string): Promise<UndoableChange> {
    return this.#api.watchlists.setReason({ id, companyId: this.companyId, reason });
  }
  dropFrom(id: string): Promise<UndoableChange> {
    return this.#api.watchlists.drop({ id, companyIds: [this.companyId] });
  }
  /** Returns tags whose names contain the text. */
  async findTags(text: string): Promise<{ readonly names: readonly string[]; readonly total: number }> {
    const { tags, total } = await this.#api.marks.tags({
      text: text.slice(0, 80),
      offset: 0,
      limit: MAX_SUGGESTIONS,
    });
    return { names: tags.map(({ name }) => name), total };
  }

  async #read(): Promise<LoadedMarks> {
    const { companyId } = this;
    const [marks, { statuses }, { entries }] = await Promise.all([
      this.#api.marks.get({ companyId }),
      this.#api.marks.statuses({}),
      this.#api.watchlists.reasons({ companyId }),
    ]);
    return { ...marks, statuses, lists: entries };
  }
}
