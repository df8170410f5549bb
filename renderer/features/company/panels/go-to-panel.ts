/** Returns the panels in an element, in document order. Each has its title as `aria-label`. */
export const panelsIn = (element: Element | null | undefined): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('section.panel') ?? []),
];

/**
 * Scrolls to a panel of a company and moves the focus there.
 *
 * @param item returns the part of the panel that gets the focus instead, if it exists
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
