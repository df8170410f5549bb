/** A strip this narrow at the end of what is scrolled shows nothing yet. */
const STRIP = '0px 0px -10% 0px';

/** Tells whether `element` is in sight within what scrolls it, now and whenever that changes. @returns what ends it */
export function watchVisibility(
  element: Element,
  scrolled: Element,
  tell: (inSight: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => tell(entries.some(({ isIntersecting }) => isIntersecting)),
    { root: scrolled, rootMargin: STRIP },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
