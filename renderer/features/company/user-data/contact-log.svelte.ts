import type { Api } from '../../../../shared/contract/index.ts';
import type { Channel, ContactEntry } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';

interface Changed {
  readonly undo: string | null;
}
export interface Contacted {
  readonly happenedOn: string;
  readonly channel: Channel;
  readonly line: string;
  readonly personId: string | null;
}
export interface OwnLog {
  /** Newest first. */
  readonly entries: readonly ContactEntry[];
  readonly total: number;
}
const PAGE = 20;
/** As many as one reply may hold. */
const MOST = 50;

/** When and how the seller was in touch with one company. Every change gives what takes it back. */
export class ContactLog {
  readonly companyId: string;
  readonly reading: UserDataLoader<OwnLog>;
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];
  #listed = PAGE;

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    this.reading = new UserDataLoader(() => this.#read());
    const refresh = (): void => void this.reading.refresh();
    // A person who was erased, or who is readable again, changes what an entry says.
    this.#stops = [
      api.contactLog.onChanged(refresh),
      api.keys.onChanged(refresh),
      api.companies.onChanged(({ id }) => {
        if (id === companyId) refresh();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
  async more(): Promise<void> {
    this.#listed += PAGE;
    await this.reading.refresh();
  }

  add({ personId, ...contacted }: Contacted): Promise<Changed> {
    return this.#api.contactLog.add({ companyIds: [this.companyId], ...contacted, personId });
  }
  /** @param contacted `personId` undefined leaves whom it was about */
  change(
    { id }: ContactEntry,
    {
      personId,
      ...contacted
    }: Omit<Contacted, 'personId'> & { readonly personId?: string | null | undefined },
  ): Promise<Changed> {
    return this.#api.contactLog.change({ id, ...contacted, ...(personId === undefined ? {} : { personId }) });
  }
  remove({ id }: ContactEntry): Promise<Changed> {
    return this.#api.contactLog.remove({ ids: [id] });
  }

  async #read(): Promise<OwnLog> {
    const found: ContactEntry[] = [];
    for (;;) {
      const limit = Math.min(MOST, this.#listed - found.length);
      const page = await this.#api.contactLog.of({ companyId: this.companyId, offset: found.length, limit });
      found.push(...page.entries);
      if (page.entries.length < limit || found.length >= this.#listed)
        return { entries: found, total: page.total };
    }
  }
}
