import { tick } from 'svelte';
import type { LazyCode } from '../../lib/lazy-code.svelte.ts';

type TriggerProps = Readonly<Record<string, unknown>>;

/**
 * A widget that is created when the user points at its trigger, focuses the trigger or opens the widget.
 * Until the widget has loaded, the trigger has placeholder properties.
 */
export class LazyWidget<Code> {
  props = $state.raw<TriggerProps>({});
  /** Whether the widget has its trigger's element, which it needs to position itself. */
  isAnchored = $state(false);
  readonly #lazyCode: LazyCode<Code>;
  #isRequested = $state(false);

  /** @param placeholderProps the trigger's properties until the widget has loaded */
  constructor(lazyCode: LazyCode<Code>, placeholderProps: TriggerProps) {
    this.#lazyCode = lazyCode;
    this.props = { onpointerenter: this.request, onfocus: this.request, ...placeholderProps };
  }
  /** The component to render; null until the component has been requested and loaded. */
  get code(): Code | null {
    return this.#isRequested ? this.#lazyCode.code : null;
  }
  readonly request = (): void => {
    this.#isRequested = true;
    void this.#lazyCode.load();
  };
  /** The widget calls this with the properties for its trigger. */
  readonly onTriggerProps = (props: TriggerProps): void => {
    this.props = props;
    if (!this.isAnchored) void tick().then(() => (this.isAnchored = true));
  };
}
