import type { FitWeights } from '../../../../shared/model/market.ts';
import { FIT_ORDER, parseWeights } from './fit-weights.ts';

const textsOf = (weights: FitWeights): Record<string, string> =>
  Object.fromEntries(FIT_ORDER.map((part) => [part, String(weights[part])]));

/** The form in which the user edits the fit weights. It outlives the screen, so unsaved edits are not lost. */
export class WeightsForm {
  /** The text of each field, by part of the fit. */
  typed = $state<Record<string, string>>({});
  /** The text of each saved weight, as last loaded into the form. */
  #saved = $state.raw<Readonly<Record<string, string>>>({});
  /** The weights in the form; null while any field is invalid. */
  readonly weights = $derived(parseWeights(this.typed));
  /** Whether the user has changed the form since the saved weights were loaded into it. */
  readonly isEdited = $derived(FIT_ORDER.some((part) => this.typed[part] !== this.#saved[part]));

  constructor(weights: FitWeights) {
    this.reset(weights);
  }
  /** Loads the saved weights into the form if they have changed since they were last loaded. */
  follow(weights: FitWeights): void {
    const texts = textsOf(weights);
    if (FIT_ORDER.some((part) => texts[part] !== this.#saved[part])) this.reset(weights);
  }
  /** Loads the saved weights into the form, which discards unsaved changes. */
  reset(weights: FitWeights): void {
    this.#saved = textsOf(weights);
    this.typed = textsOf(weights);
  }
}
