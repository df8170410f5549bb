import { tick } from 'svelte';

/** Moves the focus to the panel if no element has the focus. */
function focusIfLost(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) panel?.focus();
}

/**
 * Moves the focus to the panel if a form of the panel has the focus, or if no element has it. Otherwise, does
 * not move the focus.
 */
export function returnFocusFromForm(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused?.closest('form') != null && panel?.contains(focused) === true) panel.focus();
  else focusIfLost(panel);
}

/**
 * Saves a form. If the save has closed the form and no element has the focus, moves the focus to the panel.
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
