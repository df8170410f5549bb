/** What takes the focus when the mouse presses it, or, for a label, gives it to its field. */
const FOCUSABLE = ':is(a[href], button, input, textarea, select, label, [tabindex]):not(:disabled)';

/**
 * Whether a mouse press moves the focus to an element below an open panel. The panel must then close before the
 * focus moves: if it closes later, it takes the focus back to its trigger, and what the user types acts there.
 */
export function movesFocusBelow({ target, button }: MouseEvent, panel: HTMLElement): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  // Each panel is appended to the body when it opens, so the page and earlier panels precede it.
  const isBelow = (target.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  // A press on the panel's trigger also closes the panel, but the trigger does that itself.
  const isTrigger = target.closest(`[aria-controls="${CSS.escape(panel.id)}"]`) !== null;
  return isBelow && !isTrigger && target.closest(FOCUSABLE) !== null;
}
