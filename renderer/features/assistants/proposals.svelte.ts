import type { Api } from '../../../shared/contract/index.ts';
import { isSameDay } from '../../../shared/local-date.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import type { App } from '../../session/app.svelte.ts';
import { RefreshWhileShown } from '../../session/refresh-while-shown.ts';

/**
 * The list of proposals must be unchanged for this many ms before a proposal can be approved. An assistant
 * chooses when a proposal appears. If it appears under a click that was meant for another button, that click
 * must not approve it.
 */
export const APPROVABLE_AFTER_MS = 1_000;

/** The proposals of all assistants, with their current prices. Loading them is free. */
export class Proposals {
  /** The proposals that are waiting for the user, are running, or ended within the last day; oldest first. */
  all = $state.raw<readonly AssistantProposal[]>([]);
  /** The number of proposals waiting for the user, by client id. */
  waiting = $state.raw<Readonly<Record<string, number>>>({});
  /** The proposals that are being approved or declined. */
  busyIds = $state.raw<readonly string[]>([]);
  /** The proposals that are waiting for the user or running. */
  readonly current: readonly AssistantProposal[] = $derived(this.all.filter(isCurrent));
  /** The proposals that ended within the last day, most recently ended first. */
  readonly ended: readonly AssistantProposal[] = $derived(
    this.all
      .filter((each) => !isCurrent(each))
      .toSorted((one, other) => (other.decidedAtMs ?? 0) - (one.decidedAtMs ?? 0)),
  );
  /**
   * Ids of the approved requests whose end has not been reported yet. A request that ends quickly may never
   * be loaded as running, so the ids are stored here.
   */
  #runningIds: readonly string[] = [];
  /** Whether the list has stayed unchanged long enough for a proposal to be approved. */
  #isSettled = $state(false);
  readonly #api: Api;
  readonly #refresher: RefreshWhileShown;
  readonly #latest = new LatestRequest();
  readonly #onEnded: (proposal: AssistantProposal) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onEnded called when an approved request has ended */
  constructor(api: Api, onEnded: (proposal: AssistantProposal) => void) {
    this.#api = api;
    this.#onEnded = onEnded;
    const changes = [api.proposals.onChanged, api.quota.onChanged, api.keys.onChanged, api.demo.onChanged];
    this.#refresher = new RefreshWhileShown(changes, () => this.refresh());
  }
  /**
   * Registers a screen that shows the proposals.
   *
   * @returns a function that ends the registration; use it as the cleanup of an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
    this.#latest.cancel();
    clearTimeout(this.#timer);
  }

  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    await this.#latest.run(
      () => this.#api.proposals.list({}),
      ({ proposals, waiting }) => {
        for (const { id, state } of this.all) if (state === 'running') this.#addRunning(id);
        const shown = idsOf(this.current);
        this.all = proposals;
        this.waiting = Object.fromEntries(waiting.map(({ clientId, count }) => [clientId, count]));
        if (idsOf(this.current) !== shown) this.#settleLater();
        const ended = proposals.filter((each) => !isCurrent(each) && this.#runningIds.includes(each.id));
        this.#runningIds = this.#runningIds.filter((id) => ended.every((each) => each.id !== id));
        for (const each of ended) this.#onEnded(each);
      },
    );
  }
  #addRunning(id: string): void {
    if (!this.#runningIds.includes(id)) this.#runningIds = [...this.#runningIds, id];
  }
  /**
   * Returns the proposals that Today shows: those that are waiting or running. If there are none, returns the
   * approved proposal that ended last today or, if none was approved, the last one that ended today.
   */
  shownAt(nowMs: number): readonly AssistantProposal[] {
    if (this.current.length > 0) return this.current;
    const endedToday = this.ended.filter(
      ({ decidedAtMs }) => decidedAtMs !== null && isSameDay(decidedAtMs, nowMs),
    );
    return [endedToday.find(wasApproved) ?? endedToday[0]].filter((each) => each !== undefined);
  }
  /** Returns the number of proposals that are waiting for the user. */
  waitingAt(nowMs: number): number {
    return this.all.filter(({ state, expiresAtMs }) => state === 'open' && expiresAtMs > nowMs).length;
  }
  isApprovable(id: string): boolean {
    return this.#isSettled && !this.busyIds.includes(id);
  }
  /**
   * Approves a proposal at the price that its button shows. The proposals are then reloaded, even if the core
   * refused the approval, for example because the price has changed.
   *
   * @returns false if the proposal cannot be approved now
   */
  async approve({ id, preview }: AssistantProposal): Promise<boolean> {
    if (!this.isApprovable(id)) return false;
    await this.#whileBusy(id, async () => {
      await this.#api.proposals.approve({ id, accepted: preview.cost, screen: 'today' });
      this.#addRunning(id);
    });
    return true;
  }
  /** Makes a declined proposal wait again. */
  async undoDecline({ id }: AssistantProposal): Promise<void> {
    await this.#whileBusy(id, () => this.#api.proposals.undoDecline({ id }));
  }
  /** @returns false if the proposal is already being approved or declined */
  async decline({ id }: AssistantProposal): Promise<boolean> {
    if (this.busyIds.includes(id)) return false;
    await this.#whileBusy(id, () => this.#api.proposals.decline({ id }));
    return true;
  }

  async #whileBusy(id: string, work: () => Promise<unknown>): Promise<void> {
    this.busyIds = [...this.busyIds, id];
    try {
      await work();
    } finally {
      await this.refresh();
      this.busyIds = this.busyIds.filter((each) => each !== id);
    }
  }
  #settleLater(): void {
    this.#isSettled = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#isSettled = true), APPROVABLE_AFTER_MS);
  }
}

const isCurrent = ({ state }: AssistantProposal): boolean => state === 'open' || state === 'running';
const wasApproved = ({ state }: AssistantProposal): boolean =>
  state === 'done' || state === 'unknown' || state === 'failed';
const idsOf = (proposals: readonly AssistantProposal[]): string => proposals.map(({ id }) => id).join(' ');

export const proposalsOf = (app: App): Proposals =>
  app.stateFor(
    'assistant-proposals',
    () =>
      new Proposals(app.api, (proposal) => {
        void import('./report-ended.ts').then(({ reportEnded }) => reportEnded(app, proposal));
      }),
  );
