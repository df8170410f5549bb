import type { Component } from 'svelte';

/** One line of a `Menu`. */
export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: Component | undefined;
  readonly price?: string | null | undefined;
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Shows a tick at the right; `checkedLabel` is its meaning. */
  readonly checked?: boolean;
  readonly checkedLabel?: string;
  /** Draws a separator above. */
  readonly separated?: boolean;
}
