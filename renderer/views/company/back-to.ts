/** A form of this panel goes: the keyboard that it held stays in the panel; whoever is somewhere else by now stays there. */
export function backTo(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  const isHeld = at?.closest('form') != null && panel?.contains(at) === true;
  if (at === null || at === document.body || isHeld) panel?.focus();
}
