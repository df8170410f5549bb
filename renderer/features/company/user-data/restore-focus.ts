import { tick } from 'svelte';

/** Focuses the panel if no element has the focus. */
function focusIfLost(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) panel?.focus();
}

/** Returns the focus from a closing form to its panel, unless the focus has moved elsewhere. */
export function returnFocusFromForm(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused?.closest('form') != null && panel?.contains(focused) === true) panel.focus();
  else focusIfLost(panel);
}

/** Saves a form and returns the focus to the panel, unless another form has opened in the meantime. */
export async function saveAndReturnFocus(
  panel: () => HTMLElement | undefined,
  save: () => Promise<boolean>,
  isOpen: () => boolean,
): Promise<boolean> {
  const done = await save();
  await tick();
  if (done && !isOpen()) focusIfLost(panel());
  return done;
}
