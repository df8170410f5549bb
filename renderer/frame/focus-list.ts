/**
 * How long, in ms, to wait for the screen's list. If it appears later, the user is probably doing something
 * else, so the focus must not move.
 */
const WAIT_MS = 3_000;

/**
 * After the user clicks a link to a screen, moves the focus to the screen's list as soon as the list exists.
 * The user can then use the keyboard in the list at once. Does nothing if the focus has already left the
 * link.
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
