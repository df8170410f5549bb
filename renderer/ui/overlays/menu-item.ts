import type { Component } from 'svelte';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: Component | undefined;
  readonly price?: string | null | undefined;
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Shows a tick at the right. `checkedLabel` tells screen readers what the tick means. */
  readonly checked?: boolean;
  readonly checkedLabel?: string;
  /** Draws a separator above the item. */
  readonly separated?: boolean;
}
