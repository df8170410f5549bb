/** Returns the panels in an element, in document order. Each has its title as `aria-label`. */
export const panelsIn = (element: Element | null | undefined): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('section.panel') ?? []),
];

/**
 * How long, in ms, the panels above the chosen panel may still load and push the chosen panel out of view.
 */
const LOADING_MS = 1_500;
/**
 * Scrolls to a panel again whenever the height of the panels above it changes, until they have loaded or the
 * user scrolls or types.
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
 * Scrolls to a panel of a company and moves focus to it.
 *
 * @param item returns the part of the panel that receives focus instead, if it exists
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
