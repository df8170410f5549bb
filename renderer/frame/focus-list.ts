/**
 * How long, in ms, to wait for the screen's list. After that, the user has probably moved on, and the focus
 * must not move.
 */
const WAIT_MS = 3_000;

/**
 * Moves the focus from a clicked link to the list of the screen that it opened, as soon as the list exists, so
 * that the keyboard works in the list at once. Does nothing if the focus has left the link by then.
 */
export function focusListAfter(link: HTMLElement, screen: HTMLElement): void {
  const focusList = (): boolean => {
    const list = screen.querySelector<HTMLElement>('[role="grid"][tabindex="0"]');
    if (list === null) return false;
    list.focus({ preventScroll: true });
    return true;
  };
  const observer = new MutationObserver(() => {
    if (document.activeElement !== link || focusList()) observer.disconnect();
  });
  observer.observe(screen, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
}
