/** Returns the panels in an element, in document order. Each has its title as `aria-label`. */
export const panelsIn = (element: Element | null | undefined): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('section.panel') ?? []),
];

/**
 * Time in ms that the panels above the chosen panel have to load. While they load, they may push the chosen
 * panel out of view.
 */
const LOADING_MS = 1_500;
/**
 * Keeps a panel in view while the panels above it load and change their height. Stops after `LOADING_MS`, or
 * as soon as the user scrolls, clicks or types.
 */
export function followPanel(panel: HTMLElement): void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => panel.scrollIntoView({ block: 'start' }));
  for (const each of panel.parentElement?.children ?? []) observer.observe(each);
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['wheel', 'pointerdown', 'keydown'])
    addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
  setTimeout(() => stop.abort(), LOADING_MS);
}

/**
 * Scrolls to a panel of a company and moves focus to the panel, or to the part of it that `item` returns.
 *
 * @param item returns the part to focus; undefined for the panel itself
 * @returns the panel; null if it is not on screen
 */
export function goToPanel(
  article: Element | null | undefined,
  title: string,
  item: (panel: HTMLElement) => HTMLElement | undefined = () => undefined,
): HTMLElement | null {
  const panel = panelsIn(article).find((each) => each.getAttribute('aria-label') === title);
  if (panel === undefined) return null;
  panel.scrollIntoView({ block: 'start' });
  const target = item(panel) ?? panel;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return panel;
}

/** Returns whether the whole height of an element is visible in its scroll area. */
export function isWithin(element: Element, scrollArea: Element): boolean {
  const [{ top, bottom }, area] = [element.getBoundingClientRect(), scrollArea.getBoundingClientRect()];
  return top >= area.top && bottom <= area.bottom;
}
