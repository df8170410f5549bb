/*
 * What may leave by copying and dragging: the seller's own words, any field, and one company at a time. The service's terms
 * forbid taking its rows out in bulk, so no copy holds rows of two companies, and a table has no "select all".
 */

/** Where the seller writes; what stands there is theirs. */
const FIELD = 'input, textarea, [contenteditable]:not([contenteditable="false"])';
/** One company's panel, or a part of the app that shows no company: copied whole, or any part of it. */
const WHOLE = '[data-copy="whole"]';
/** Each of these shows one company at most, unless it holds others of them. */
const ITEM = '[role="row"], [role="option"], [role="status"], li, tr, p, h1, h2, h3, dt, dd, pre';

const elementAt = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null);
const isField = (target: EventTarget | null): boolean =>
  target instanceof Node && elementAt(target)?.closest(FIELD) != null;
const isLeaf = (item: Element): boolean => item.querySelector(ITEM) === null;

/** The part of `item` that is selected. A triple click reaches into the next item without taking a letter of it. */
function selectedOf(item: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(item);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.toString().trim();
}

/** Whether what is selected is of one company at most. What is not known to be so is not. */
export function mayCopySelection(selection: Selection | null): boolean {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return true;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const element = elementAt(around);
  if (element === null) return false;
  if (element.closest(WHOLE) !== null || around.nodeType === Node.TEXT_NODE) return true;
  const item = element.closest(ITEM);
  if (item !== null && isLeaf(item)) return true;
  const touched = [...element.querySelectorAll(ITEM)].filter(
    (each) => isLeaf(each) && range.intersectsNode(each) && selectedOf(each, range) !== '',
  );
  const [only] = touched;
  // Nothing beside the one item: the rest of the range is what lies between two of them.
  return only !== undefined && touched.length === 1 && selectedOf(only, range) === range.toString().trim();
}

/** Selects the panel that the keyboard or the selection is in; nothing where there is none. */
function selectOwnPanel(): void {
  const selection = document.getSelection();
  const focused = elementAt(selection?.anchorNode ?? null) ?? document.activeElement;
  const whole = focused?.closest(WHOLE) ?? document.activeElement?.closest(WHOLE) ?? null;
  if (whole !== null) selection?.selectAllChildren(whole);
}

/**
 * Guards every copy, cut, drag and "select all" of the page. What the app itself puts into the clipboard (one field, by its
 * own button) does not come past here: `clipboard.ts`.
 * @param refused something was selected that does not leave: the person is told why nothing was copied
 */
export function guardClipboard(page: Document, refused: () => void): void {
  const guard = (event: Event): void => {
    if (isField(event.target) || mayCopySelection(page.getSelection())) return;
    event.preventDefault();
    refused();
  };
  page.addEventListener('copy', guard);
  page.addEventListener('cut', guard);
  page.addEventListener('dragstart', (event) => {
    const own = event.target instanceof Element && event.target.closest('[draggable="true"]') !== null;
    if (!own && !isField(event.target)) event.preventDefault();
  });
  page.addEventListener('selectstart', (event) => {
    // A mouse begins inside something; "select all" of the keyboard or of the menu begins at the page itself.
    if (event.target !== page.body && event.target !== page.documentElement && event.target !== page) return;
    event.preventDefault();
    selectOwnPanel();
  });
}
