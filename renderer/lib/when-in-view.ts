/**
 * An element that starts at most 30 % of the scroll area's height below the area counts as visible. The
 * content shown next may be shorter, and would move the element into view.
 */
const ROOT_MARGIN = '0px 0px 30% 0px';

/**
 * Reports whether `element` is visible in its scroll area, or almost: once at the start, and after every change.
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
