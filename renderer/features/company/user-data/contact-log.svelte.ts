import type { FollowUpProposal } from '../../../../shared/model/settings/follow-ups.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Answer, Channel, ContactEntry } from '../../../../shared/model/user-data.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';
import type { UndoableChange } from './change-user-data.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';

interface NewContactEntry {
  readonly happenedOn: string;
  readonly channel: Channel;
  readonly line: string;
  readonly personId: string | null;
}
interface AddedEntry extends NewContactEntry {
  readonly answer: Answer | null;
  readonly followUps: readonly string[];
}
interface LoadedContactLog {
  /** Newest entry first. */
  readonly entries: readonly ContactEntry[];
  readonly total: number;
}
const PAGE = 20;

/**
 * The contact log of one company: when and how the user contacted the company. Every method that changes the
 * log returns an undo token.
 */
export class ContactLog {
  readonly companyId: string;
  readonly reading: UserDataLoader<LoadedContactLog>;
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];
  #limit = PAGE;

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.companyId = companyId;
    this.reading = new UserDataLoader(() => this.#read());
    const refresh = (): void => void this.reading.refresh();
    // Entries contain contact names. They are therefore reloaded when contacts are erased, locked or
    // unlocked.
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
    this.#limit += PAGE;
    await this.reading.refresh();
  }

  /**
   * Adds an entry. `completed` is the number of follow-ups that the entry completed; `contacted` is 1 if the
   * entry set the status Contacted, otherwise 0.
   */
  add({
    followUps,
    ...entry
  }: AddedEntry): Promise<UndoableChange & { readonly completed: number; readonly contacted: number }> {
    return this.#api.contactLog.add({ companyIds: [this.companyId], ...entry, followUps: [...followUps] });
  }
  /** Returns the follow-ups to propose for a new entry. */
  propose(happenedOn: string, personId: string | null): Promise<FollowUpProposal> {
    return this.#api.followUps.propose({ companyId: this.companyId, happenedOn, personId });
  }
  /**
   * Changes an entry.
   *
   * @param contacted the new values; an undefined `personId` leaves the contact unchanged
   */
  change(
    { id }: ContactEntry,
    {
      personId,
      ...contacted
    }: Omit<NewContactEntry, 'personId'> & { readonly personId?: string | null | undefined },
  ): Promise<UndoableChange> {
    return this.#api.contactLog.change({ id, ...contacted, ...(personId === undefined ? {} : { personId }) });
  }
  remove({ id }: ContactEntry): Promise<UndoableChange> {
    return this.#api.contactLog.remove({ ids: [id] });
  }

  async #read(): Promise<LoadedContactLog> {
    const found: ContactEntry[] = [];
    for (;;) {
      const limit = Math.min(LIST_LIMIT_MAX, this.#limit - found.length);
      const page = await this.#api.contactLog.of({ companyId: this.companyId, offset: found.length, limit });
      found.push(...page.entries);
      if (page.entries.length < limit || found.length >= this.#limit)
        return { entries: found, total: page.total };
    }
  }
}
