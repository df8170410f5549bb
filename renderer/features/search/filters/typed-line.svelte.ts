/**
 * The line typed above the filters, such as `Series A fintech in Germany`. It is kept while another screen is
 * shown.
 */
export class TypedLine {
  text = $state('');
  /** The error if no filter was found in the line; null if there is no error. */
  error = $state<string | null>(null);
  /** A text that lists the words that were not understood. It is shown until the user types again. */
  leftOut = $state<string | null>(null);
  isBusy = $state(false);
  #handled = $state('');
  /** Whether the user has changed the line since its filters were last filled in. */
  readonly isPending = $derived(this.text.trim() !== '' && this.text.trim() !== this.#handled);

  /** Marks the current text as filled in, or as text in which no filter was found. */
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
