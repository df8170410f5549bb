import type { Component } from 'svelte';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: Component | undefined;
  readonly price?: string | null | undefined;
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Whether a tick is shown on the right. `checkedLabel` describes the tick to screen readers. */
  readonly checked?: boolean;
  readonly checkedLabel?: string;
  /** Whether a separator is shown above the item. */
  readonly separated?: boolean;
}
