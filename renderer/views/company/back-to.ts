/** A form of this panel went: the keyboard stays in the panel, unless the seller is somewhere else already. */
export function backTo(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  if (at === null || at === document.body || panel?.contains(at) === true) panel?.focus();
}
