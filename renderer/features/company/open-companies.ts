import type { Api } from '../../../shared/contract/index.ts';
import type { App } from '../../session/app.svelte.ts';
import { Company, type LoadUrgency } from './company.svelte.ts';

/** Time, in ms, after which a preloaded company is dropped if the user has not opened it. */
const PRELOAD_LIFETIME_MS = 30_000;

/**
 * Number of preloaded companies to keep although they are no longer one key press away. After closing a
 * company, users often move down one row and open the company there.
 */
const KEPT_OTHERS = 3;

interface LoadedCompany {
  readonly company: Company;
  /** Number of panes that show the company; 0 if it is only preloaded. */
  holders: number;
  dropTimer: ReturnType<typeof setTimeout> | undefined;
}

export const openCompanies = (app: App): OpenCompanies =>
  app.stateFor('open-companies', () => new OpenCompanies(app.api));

/**
 * The companies on screen and the preloaded companies. The user can open most of the preloaded companies with
 * one key press. Contacts are not preloaded. If the user opens the company in the pane at full size, its
 * `Company` object is reused.
 */
export class OpenCompanies {
  readonly #api: Api;
  readonly #loaded = new Map<string, LoadedCompany>();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    const dropPreloaded = (): void => {
      for (const [id, held] of this.#loaded) if (held.holders === 0) this.#drop(id, held);
    };
    // On these events, companies on screen reload themselves. Preloaded companies are dropped instead, and
    // are loaded again when they are needed.
    this.#stops = [
      api.library.onChanged(dropPreloaded),
      api.market.onChanged(dropPreloaded),
      api.demo.onChanged(dropPreloaded),
      api.keys.onChanged(dropPreloaded),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    for (const [id, held] of this.#loaded) this.#drop(id, held);
  }

  /**
   * Acquires a company for a pane, which must call `release` later.
   *
   * @param hurried whether the user may be holding down a key and just moving past this company
   * @returns the company, and a promise that settles once the company can be painted
   */
  acquire(id: string, hurried: boolean): { readonly company: Company; readonly ready: Promise<void> } {
    const known = this.#loaded.get(id);
    // Loads the company again if preloading failed.
    const isFailed = known?.holders === 0 && (known.company.error !== null || known.company.missing);
    if (known && isFailed) this.#drop(id, known);
    const held = this.#loaded.get(id) ?? this.#load(id, hurried ? 'hurried' : 'now');
    held.holders += 1;
    clearTimeout(held.dropTimer);
    return { company: held.company, ready: held.company.show(hurried) };
  }
  /**
   * Releases a company. The company is disposed of when no pane shows it any more, unless another pane
   * acquires it in the same iteration of the event loop.
   */
  release({ id }: Company): void {
    const held = this.#loaded.get(id);
    if (held === undefined) return;
    held.holders -= 1;
    held.dropTimer = setTimeout(() => {
      if (held.holders === 0) this.#drop(id, held);
    });
  }
  /**
   * Preloads these companies. If too many companies that were preloaded earlier are in memory, drops the
   * oldest of those.
   */
  preload(ids: readonly string[]): void {
    const others = [...this.#loaded].filter(([id, { holders }]) => holders === 0 && !ids.includes(id));
    for (const [id, held] of others.slice(0, Math.max(0, others.length - KEPT_OTHERS))) this.#drop(id, held);
    for (const id of ids) {
      if (this.#loaded.has(id)) continue;
      const held = this.#load(id, 'ahead');
      held.dropTimer = setTimeout(() => this.#drop(id, held), PRELOAD_LIFETIME_MS);
    }
  }

  #load(id: string, coming: LoadUrgency): LoadedCompany {
    const held: LoadedCompany = {
      company: new Company(this.#api, id, coming),
      holders: 0,
      dropTimer: undefined,
    };
    this.#loaded.set(id, held);
    return held;
  }
  #drop(id: string, held: LoadedCompany): void {
    clearTimeout(held.dropTimer);
    held.company.dispose();
    if (this.#loaded.get(id) === held) this.#loaded.delete(id);
  }
}
