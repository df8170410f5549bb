/** Nobody holds the keyboard any more: it stays in this panel. */
export function stayIn(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  if (at === null || at === document.body) panel?.focus();
}

/** A form of this panel goes: the keyboard that it held stays in the panel; whoever is somewhere else by now stays there. */
export function backTo(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  if (at?.closest('form') != null && panel?.contains(at) === true) panel.focus();
  else stayIn(panel);
}
