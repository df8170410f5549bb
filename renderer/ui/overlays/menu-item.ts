import type { Component } from 'svelte';

interface MenuEntry {
  /** Identifies the item if its label can change while the menu is open. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly icon?: Component | undefined;
  readonly disabled?: boolean;
  /** Default shortcut of the command that does the same as this item. */
  readonly keys?: string | undefined;
  /** Whether a separator is shown above the item. */
  readonly separated?: boolean;
}

/** An item that runs an action. */
export interface MenuAction extends MenuEntry {
  readonly run: () => void;
  readonly price?: string | null | undefined;
  /** An explanation of the price, shown below it. */
  readonly note?: string | undefined;
  /** Muted text, shown in place of a price. */
  readonly detail?: string;
  readonly danger?: boolean;
  /** Whether a tick is shown before the label. `checkedLabel` describes the tick to screen readers. */
  readonly checked?: boolean;
  readonly checkedLabel?: string;
  readonly items?: undefined;
}

/** An item that opens further items beside it. */
export interface Submenu extends MenuEntry {
  readonly items: readonly MenuAction[];
}

export type MenuItem = MenuAction | Submenu;

/**
 * Returns the items, each with a key that no other item has. If items are added while the menu is open, the
 * others keep their keys, so the focused item keeps the focus and an open submenu stays open.
 */
export function withKeys(items: readonly MenuItem[]): { readonly item: MenuItem; readonly key: string }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = item.id ?? item.label;
    // Two items may have the same label, such as two lists of the same name.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { item, key: `${count} ${name}` };
  });
}
