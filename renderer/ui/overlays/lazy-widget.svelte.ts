import { tick } from 'svelte';
import type { LazyCode } from '../../lib/lazy-code.svelte.ts';

type TriggerProps = Readonly<Record<string, unknown>>;

/**
 * What stands behind a trigger, made once somebody points at it, comes to it or opens it: a screen has many of them and opens
 * one. Until then the trigger has properties of its own, afterwards those that the widget gives.
 */
export class LazyWidget<Code> {
  props = $state.raw<TriggerProps>({});
  /** The widget knows its trigger: it may open there. */
  isAnchored = $state(false);
  readonly #late: LazyCode<Code>;
  #isWanted = $state(false);

  /** @param before for the trigger, until the widget is there */
  constructor(late: LazyCode<Code>, before: TriggerProps) {
    this.#late = late;
    this.props = { onpointerenter: this.want, onfocus: this.want, ...before };
  }
  /** To draw, once it is wanted and its code is there. */
  get code(): Code | null {
    return this.#isWanted ? this.#late.code : null;
  }
  readonly want = (): void => {
    this.#isWanted = true;
    void this.#late.load();
  };
  /** The widget hands over what makes the trigger its own. */
  readonly take = (props: TriggerProps): void => {
    this.props = props;
    if (!this.isAnchored) void tick().then(() => (this.isAnchored = true));
  };
}
