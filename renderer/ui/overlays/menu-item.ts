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
  /** A tick at the right, and what the tick means. */
  readonly checked?: boolean;
  readonly checkedLabel?: string;
  /** A hairline above it. */
  readonly separated?: boolean;
}
