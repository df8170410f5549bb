import { tick } from 'svelte';

/** Moves focus to the panel if no element has focus. */
function focusIfLost(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) panel?.focus();
}

/**
 * Moves focus to the panel if one of the panel's forms has focus, or if no element has focus. Otherwise, does
 * nothing.
 */
export function returnFocusFromForm(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused?.closest('form') != null && panel?.contains(focused) === true) panel.focus();
  else focusIfLost(panel);
}

/**
 * Saves a form. If saving has closed the form and no element has focus, moves focus to the panel.
 *
 * @returns whether the form was saved
 */
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

/** Moves the focus from a field to the list on screen or, if no list is shown, to the page. */
export function leaveToList(field: HTMLElement | undefined): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[role="grid"]')];
  const shown = lists.find((list) => list.checkVisibility());
  if (shown === undefined) field?.blur();
  else shown.focus({ preventScroll: true });
}
