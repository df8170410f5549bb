/** Elements that receive the focus when they are pressed, and labels, which pass it to their field. */
const FOCUSABLE =
  ':is(a[href], button, input, textarea, select, label, summary, [tabindex], [contenteditable="true"]):not(:disabled)';

/**
 * Whether a mouse press moves the focus to an element below an open popover. The popover must then close before
 * the focus moves. A popover that closes later takes the focus from the pressed field, and the letters that the
 * user types run shortcuts.
 */
export function movesFocusBelow({ target, button }: MouseEvent, popover: HTMLElement): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  // Popovers and dialogs are appended to the body, so the page and earlier ones precede this popover.
  const isBelow = (target.compareDocumentPosition(popover) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  // A press on the popover's trigger closes it, too, but the trigger itself handles this.
  const isTrigger = target.closest(`[aria-controls="${CSS.escape(popover.id)}"]`) !== null;
  return isBelow && !isTrigger && target.closest(FOCUSABLE) !== null;
}
