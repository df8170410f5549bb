import type { Api } from '../../../shared/contract/index.ts';
import type { Onboarding as Kept, OnboardingStep } from '../../../shared/model/settings/onboarding.ts';
import type { App } from '../../session/app.svelte.ts';

/** In the order they are told. */
export const STEPS: readonly OnboardingStep[] = ['move', 'save', 'note', 'fetch', 'palette', 'quota'];

/** The first steps of the open workspace; `did` is harmless wherever none are offered. */
export const onboardingOf = (app: App): Onboarding => app.stateFor('onboarding', () => new Onboarding(app));

/**
 * First steps, each found out from what the seller really does: which companies stand beside a list, whether a list holds one,
 * whether a note was written, what was paid, what was opened. Nothing points, nothing waits for a click of its own.
 */
export class Onboarding {
  #kept = $state.raw<Kept | null>(null);
  /** The one that is told now; null: all are done. */
  readonly current: OnboardingStep | null = $derived(
    STEPS.find((step) => !this.#kept?.done.includes(step)) ?? null,
  );
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];

  constructor(app: App) {
    const { api } = app;
    this.#api = api;
    this.#stops = [
      api.notes.onChanged(() => void this.did('note')),
      api.watchlists.onChanged(() => void this.#lookAtLists()),
    ];
    void this.#take(api.onboarding.get({}));
    this.#watch(app);
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  get isOffered(): boolean {
    return this.#kept?.offered === true;
  }
  get isShown(): boolean {
    return this.isOffered && this.#kept?.hidden === false;
  }
  get count(): number {
    return this.#kept?.done.length ?? 0;
  }
  /** Put away before all of it was done. */
  get canResume(): boolean {
    return this.isOffered && !this.isShown && this.current !== null;
  }
  isDone(step: OnboardingStep): boolean {
    return this.#kept?.done.includes(step) === true;
  }

  async did(step: OnboardingStep): Promise<void> {
    if (this.isOffered && !this.isDone(step)) await this.#take(this.#api.onboarding.did({ step }));
  }
  /** Asked for by the seller. @throws AppFailure where it cannot be kept */
  async setHidden(hidden: boolean): Promise<void> {
    this.#kept = await this.#api.onboarding.setHidden({ hidden });
  }

  /** Whoever opens one company after the other beside a list has moved in it. */
  #watch(app: App): void {
    let beside: string | null = null;
    $effect(() => {
      const { companyId, screen, full } = app.navigation;
      if (screen === 'quota') void this.did('quota');
      if (companyId === null || full) return;
      if (beside !== null && beside !== companyId) void this.did('move');
      beside = companyId;
    });
    $effect(() => {
      // Only what is below a company counts as one: a search does not.
      const { outcome, cost } = app.lastReceipt ?? {};
      if (outcome === 'spent' && cost !== undefined && cost.companies > 0) void this.did('fetch');
    });
  }
  async #lookAtLists(): Promise<void> {
    if (!this.isOffered || this.isDone('save')) return;
    const found = await this.#api.watchlists.list({}).catch(() => null);
    if (found?.watchlists.some(({ count }) => count > 0)) await this.did('save');
  }
  /** What cannot be read or kept now is not worth a word: the steps are help, not work. */
  async #take(asked: Promise<Kept>): Promise<void> {
    const kept = await asked.catch(() => null);
    if (kept !== null) this.#kept = kept;
  }
}
