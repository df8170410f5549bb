/**
 * Extends the visible area downwards by 30% of the scroll area's height. Elements in this extra area move
 * into view if the content above them turns out shorter than expected.
 */
const ROOT_MARGIN = '0px 0px 30% 0px';

/**
 * Reports whether `element` is visible or nearly visible in its scroll area, at the start and after every
 * change.
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
