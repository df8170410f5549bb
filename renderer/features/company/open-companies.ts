import type { Api } from '../../../shared/contract/index.ts';
import type { App } from '../../session/app.svelte.ts';
import { Company, type LoadUrgency } from './company.svelte.ts';

/** What was read ahead and nobody came for is forgotten after this, ms. */
const AHEAD_MS = 30_000;

interface HeldCompany {
  readonly company: Company;
  /** Panes that show it; none while it is only read ahead. */
  holders: number;
  forget: ReturnType<typeof setTimeout> | undefined;
}

export const openCompanies = (app: App): OpenCompanies =>
  app.stateFor('open-companies', () => new OpenCompanies(app.api));

/**
 * The companies that are shown, and those a key away, read before they are asked for: all but their people, who are never read
 * ahead. A company that goes from beside the list to the full width is the same one.
 */
export class OpenCompanies {
  readonly #api: Api;
  readonly #held = new Map<string, HeldCompany>();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    const stale = (): void => this.readAhead([]);
    // A company that is shown follows what concerns it; what was read ahead is read again when it is wanted.
    this.#stops = [
      api.library.onChanged(stale),
      api.market.onChanged(stale),
      api.demo.onChanged(stale),
      api.keys.onChanged(stale),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    for (const [id, held] of this.#held) this.#letGo(id, held);
  }

  /**
   * For a pane: the company, and when it can be painted. `give` it back when another one is wanted.
   * @param hurried somebody who may be passing by
   */
  take(id: string, hurried: boolean): { readonly company: Company; readonly ready: Promise<void> } {
    const known = this.#held.get(id);
    // What could not be read ahead is tried again for whoever really wants it.
    const isFailed = known?.holders === 0 && (known.company.error !== null || known.company.missing);
    if (known && isFailed) this.#letGo(id, known);
    const held = this.#held.get(id) ?? this.#hold(id, hurried ? 'hurried' : 'now');
    held.holders += 1;
    clearTimeout(held.forget);
    return { company: held.company, ready: held.company.show(hurried) };
  }
  /** A pane shows it no more. Whoever takes it in the same turn has it as it stands; else it is let go whole. */
  give({ id }: Company): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    held.holders -= 1;
    held.forget = setTimeout(() => {
      if (held.holders === 0) this.#letGo(id, held);
    });
  }
  /** Reads those that a key would open now; others that nobody came for are forgotten. */
  readAhead(ids: readonly string[]): void {
    for (const [id, held] of this.#held) if (held.holders === 0 && !ids.includes(id)) this.#letGo(id, held);
    for (const id of ids) {
      if (this.#held.has(id)) continue;
      const held = this.#hold(id, 'ahead');
      held.forget = setTimeout(() => this.#letGo(id, held), AHEAD_MS);
    }
  }

  #hold(id: string, coming: LoadUrgency): HeldCompany {
    const held: HeldCompany = { company: new Company(this.#api, id, coming), holders: 0, forget: undefined };
    this.#held.set(id, held);
    return held;
  }
  #letGo(id: string, held: HeldCompany): void {
    clearTimeout(held.forget);
    held.company.dispose();
    if (this.#held.get(id) === held) this.#held.delete(id);
  }
}
