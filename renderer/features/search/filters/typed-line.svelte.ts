/**
 * The line typed above the filters, such as `Series A fintech in Germany`. It is kept while another screen is
 * shown.
 */
export class TypedLine {
  text = $state('');
  /** The error of a line without any filter; null if there is none. */
  error = $state<string | null>(null);
  /** A text that lists the words that were not understood. It is shown until the user types again. */
  leftOut = $state<string | null>(null);
  isBusy = $state(false);
  #handled = $state('');
  /** Whether the user has changed the line since its filters were last filled in. */
  readonly isPending = $derived(this.text.trim() !== '' && this.text.trim() !== this.#handled);

  /** Marks the current text as filled in, or as a text without filters. */
  markHandled(): void {
    this.#handled = this.text.trim();
  }
  clear(): void {
    this.text = '';
    this.#handled = '';
    this.error = null;
    this.leftOut = null;
  }
}
