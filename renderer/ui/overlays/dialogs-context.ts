import { getContext, setContext } from 'svelte';

interface DialogCount {
  /**
   * Reports that a dialog has opened.
   *
   * @returns a cleanup function for an `$effect`, which reports that the dialog has closed
   */
  add(): () => void;
}

const KEY = 'roundwatch.dialogs';

/** Called exactly once, by the root component. */
export const provideDialogCount = (count: DialogCount): void => void setContext(KEY, count);
/** Must be called during component initialisation. */
export const providedDialogCount = (): DialogCount | null => getContext<DialogCount | undefined>(KEY) ?? null;
