import type { Page } from '@playwright/test';

/**
 * Returns the layout faults of the current page: controls that are cut off and cannot be scrolled into view,
 * text that is cut off without an ellipsis, and text that other text covers. Each fault includes the affected
 * text.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findLayoutFaults);

/** Runs in the page. */
function findLayoutFaults(): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  /** The tolerance for rounded fractional sizes, in CSS px. */
  const SLACK = 1;
  /**
   * The boxes of two texts may overlap by this much, in CSS px, because a line's box is taller than its
   * letters.
   */
  const OVERLAP = 3;

  const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
  const nameOf = (element: Element): string =>
    wordsOf(element.getAttribute('aria-label') ?? element.textContent);
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  const overflowOf = (element: Element, axis: 'x' | 'y'): string => {
    const style = getComputedStyle(element);
    return axis === 'x' ? style.overflowX : style.overflowY;
  };
  /**
   * Whether an ancestor or the window cuts off part of the element, and the user cannot scroll to that part.
   */
  const isOutOfReach = (element: Element, axis: 'x' | 'y'): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [from, to] = axis === 'x' ? [left, right] : [top, bottom];
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      const overflow = overflowOf(each, axis);
      if (overflow === 'visible') continue;
      const pane = each.getBoundingClientRect();
      const [start, end] = axis === 'x' ? [pane.left, pane.right] : [pane.top, pane.bottom];
      if (from < start - SLACK || to > end + SLACK) return !scrolls(overflow);
    }
    return from < -SLACK || to > (axis === 'x' ? innerWidth : innerHeight) + SLACK;
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };

  /**
   * Returns the visible part of a box: the part that neither the element's ancestors nor the window cut off.
   */
  const visiblePart = (element: Element, box: Box): Box => {
    let { left, top, right, bottom } = box;
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      const pane = each.getBoundingClientRect();
      if (overflowOf(each, 'x') !== 'visible')
        [left, right] = [Math.max(left, pane.left), Math.min(right, pane.right)];
      if (overflowOf(each, 'y') !== 'visible')
        [top, bottom] = [Math.max(top, pane.top), Math.min(bottom, pane.bottom)];
    }
    return {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, innerWidth),
      bottom: Math.min(bottom, innerHeight),
    };
  };
  /**
   * Whether no element with a background covers the middle of the box. Text that is covered is invisible, so
   * it cannot collide with other text.
   */
  const isUncovered = (element: Element, { left, top, right, bottom }: Box): boolean => {
    const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    const at = stack.findIndex((each) => each === element || each.contains(element));
    return (
      at !== -1 &&
      stack.slice(0, at).every((each) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(each);
        return backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
      })
    );
  };

  /**
   * The open menu or popover that contains the element; null if there is none. An element in a popover may
   * overlap an element outside it, because a popover may cover the page.
   */
  const popoverOf = (element: Element): Element | null =>
    element.closest('[data-bits-floating-content-wrapper]');

  const faults: string[] = [];
  for (const control of document.querySelectorAll('button, a[href], input, textarea, select'))
    if (isShown(control) && (isOutOfReach(control, 'x') || isOutOfReach(control, 'y')))
      faults.push(`out of reach: ${nameOf(control)}`);
  if (document.documentElement.scrollWidth > innerWidth + SLACK) faults.push('the page scrolls sideways');

  const texts: { element: Element; text: string; box: Box }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = wordsOf(node.nodeValue ?? '');
    if (element === null || text === '' || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = visiblePart(element, rect);
      if (box.right - box.left > OVERLAP && box.bottom - box.top > OVERLAP && isUncovered(element, box))
        texts.push({ element, text, box });
    }
    // Finds the element that clips the text: the text's own element, or its nearest ancestor whose overflow
    // is not visible.
    let clip: Element | null = element;
    while (clip !== null && overflowOf(clip, 'x') === 'visible' && overflowOf(clip, 'y') === 'visible')
      clip = clip.parentElement;
    if (clip === null || !isShown(clip)) continue;
    const style = getComputedStyle(clip);
    const whole = range.getBoundingClientRect();
    const pane = clip.getBoundingClientRect();
    const isCutBeside =
      overflowOf(clip, 'x') === 'hidden' && whole.right > pane.right + SLACK && whole.left < pane.right;
    const isCutBelow =
      overflowOf(clip, 'y') === 'hidden' &&
      whole.bottom > pane.bottom + OVERLAP &&
      whole.top < pane.bottom - OVERLAP;
    if (isCutBeside && style.textOverflow !== 'ellipsis') faults.push(`cut off at the side: ${text}`);
    if (isCutBelow && style.webkitLineClamp === 'none') faults.push(`cut off below: ${text}`);
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  for (const [at, { element, text, box }] of texts.entries())
    for (const other of texts.slice(at + 1)) {
      if (other.box.top > box.bottom - OVERLAP) break;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (
        across > OVERLAP &&
        down > OVERLAP &&
        element !== other.element &&
        popoverOf(element) === popoverOf(other.element)
      )
        faults.push(`covers: ${text} / ${other.text}`);
    }
  return [...new Set(faults)];
}
