/**
 * Focuses the grid around an element that was clicked. Otherwise, the keys of the grid would go to the control
 * that had focus before, such as a text field.
 */
export const focusGrid = (clicked: Element): void =>
  clicked.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
