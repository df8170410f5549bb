import type { Api } from '../../../../shared/contract/index.ts';
import type { ListEntry, Marks, Status, StatusId } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';

type Undo = string | null;
interface Changed {
  readonly undo: Undo;
}
export interface OwnMarks extends Marks {
  readonly statuses: readonly Status[];
  /** The lists that hold the company, with the reason on each. */
  readonly lists: readonly ListEntry[];
}
const SUGGESTED = 20;

/** Status, tags and lists of one company. Every change gives what takes it back. */
export class CompanyMarks {
  readonly companyId: string;
  readonly reading: UserDataLoader<OwnMarks>;
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

  setStatus(statusId: StatusId | null): Promise<Changed> {
    return this.#api.marks.setStatus({ companyIds: [this.companyId], statusId });
  }
  addTag(name: string): Promise<Changed> {
    return this.#api.marks.addTag({ companyIds: [this.companyId], name });
  }
  dropTag(id: string): Promise<Changed> {
    return this.#api.marks.dropTag({ companyIds: [this.companyId], id });
  }
  setReason(id: string, reason: string): Promise<Changed> {
    return this.#api.watchlists.setReason({ id, companyId: this.companyId, reason });
  }
  dropFrom(id: string): Promise<Changed> {
    return this.#api.watchlists.drop({ id, companyId: this.companyId });
  }
  /** Known tags that hold the text. */
  async tagsLike(text: string): Promise<{ readonly names: readonly string[]; readonly total: number }> {
    const { tags, total } = await this.#api.marks.tags({
      text: text.slice(0, 80),
      offset: 0,
      limit: SUGGESTED,
    });
    return { names: tags.map(({ name }) => name), total };
  }

  async #read(): Promise<OwnMarks> {
    const { companyId } = this;
    const [marks, { statuses }, { entries }] = await Promise.all([
      this.#api.marks.get({ companyId }),
      this.#api.marks.statuses({}),
      this.#api.watchlists.reasons({ companyId }),
    ]);
    return { ...marks, statuses, lists: entries };
  }
}
