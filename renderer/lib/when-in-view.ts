/** An element that is visible only in the bottom tenth of the scroll area counts as not visible. */
const ROOT_MARGIN = '0px 0px -10% 0px';

/**
 * Reports whether `element` is visible in its scroll area: once at the start, and after every change.
 *
 * @returns a function that stops the reports
 */
export function watchVisibility(
  element: Element,
  scrollArea: Element,
  onChange: (inSight: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => onChange(entries.some(({ isIntersecting }) => isIntersecting)),
    { root: scrollArea, rootMargin: ROOT_MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
