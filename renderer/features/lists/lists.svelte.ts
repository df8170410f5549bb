import type { Api } from '../../../shared/contract/index.ts';
import { isNameTaken } from '../../lib/is-name-taken.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { noNames, withNames } from './seen-names.ts';

export type List = Awaited<ReturnType<Api['watchlists']['list']>>['watchlists'][number];

/** The user's lists. Every method that changes the lists returns an undo token. */
export class ListsState {
  all = $state.raw<readonly List[]>([]);
  /** The names of all lists that have existed since the workspace was opened, by id. */
  seen = $state.raw(noNames());
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.watchlists.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.watchlists.list({}),
      ({ watchlists }) => {
        this.all = watchlists;
        this.seen = withNames(this.seen, watchlists);
      },
    );
  }
  nameOf(id: string): string | null {
    return this.all.find((list) => list.id === id)?.name ?? null;
  }
  isTaken(name: string, exceptId: string | null): boolean {
    return isNameTaken(this.all, name, exceptId);
  }

  /**
   * Creates a list.
   *
   * @param companyIds the companies to add to the new list, at most 50
   */
  async create(
    name: string,
    companyIds: readonly string[] = [],
  ): Promise<List & { readonly undo: string | null }> {
    const made = await this.#api.watchlists.create({
      name,
      ...(companyIds.length === 0 ? {} : { companyIds: [...companyIds], reason: '' }),
    });
    await this.refresh();
    return made;
  }
  async rename(id: string, name: string): Promise<string | null> {
    const { undo } = await this.#api.watchlists.rename({ id, name });
    await this.refresh();
    return undo;
  }
  async remove(id: string): Promise<string | null> {
    const { undo } = await this.#api.watchlists.remove({ id });
    await this.refresh();
    return undo;
  }
  async add(id: string, companyId: string): Promise<string | null> {
    return (await this.#api.watchlists.add({ id, companyIds: [companyId], reason: '' })).undo;
  }
  async drop(id: string, companyId: string): Promise<string | null> {
    return (await this.#api.watchlists.drop({ id, companyIds: [companyId] })).undo;
  }
  async of(companyId: string): Promise<readonly string[]> {
    return (await this.#api.watchlists.of({ companyId })).ids;
  }
}
