/*
 * Restricts what can be copied or dragged: the user's own text, the content of any field, or the data of one
 * company at a time. The service's terms forbid bulk export, so no copy contains rows of two companies and
 * tables have no "select all".
 */

/** Fields that contain the user's own text. */
const FIELD = 'input, textarea, [contenteditable]:not([contenteditable="false"])';
/** A panel about one company, or a part of the app that shows no companies. All of its text may be copied. */
const WHOLE = '[data-copy="whole"]';
/** Elements that show at most one company, unless they contain further elements of this list. */
const ITEM = '[role="row"], [role="option"], [role="status"], li, tr, p, h1, h2, h3, dt, dd, pre';

const elementAt = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null);
const isField = (target: EventTarget | null): boolean =>
  target instanceof Node && elementAt(target)?.closest(FIELD) != null;
const isLeaf = (item: Element): boolean => item.querySelector(ITEM) === null;

/**
 * Returns the selected text inside `item`. After a triple click, the selection extends to the start of the
 * next item; for that item the result is empty.
 */
function selectedText(item: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(item);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.toString().trim();
}

/** Returns true if the selection certainly covers at most one company. */
export function mayCopySelection(selection: Selection | null): boolean {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return true;
  const range = selection.getRangeAt(0);
  const container = range.commonAncestorContainer;
  const element = elementAt(container);
  if (element === null) return false;
  if (element.closest(WHOLE) !== null || container.nodeType === Node.TEXT_NODE) return true;
  const item = element.closest(ITEM);
  if (item !== null && isLeaf(item)) return true;
  const touchedItems = [...element.querySelectorAll(ITEM)].filter(
    (each) => isLeaf(each) && range.intersectsNode(each) && selectedText(each, range) !== '',
  );
  const [onlyItem] = touchedItems;
  // Apart from this item, the selection may contain only white space.
  return (
    onlyItem !== undefined &&
    touchedItems.length === 1 &&
    selectedText(onlyItem, range) === range.toString().trim()
  );
}

/** Selects the whole panel that contains the selection or the focus, if there is one. */
function selectFocusedPanel(): void {
  const selection = document.getSelection();
  const focused = elementAt(selection?.anchorNode ?? null) ?? document.activeElement;
  const panel = focused?.closest(WHOLE) ?? document.activeElement?.closest(WHOLE) ?? null;
  if (panel !== null) selection?.selectAllChildren(panel);
}

/**
 * Guards every copy, cut, drag and "select all" on the page. The app's own copy buttons (`clipboard.ts`)
 * bypass this guard.
 *
 * @param onRefused called when a selection may not be copied, to tell the user why
 */
export function guardClipboard(page: Document, onRefused: () => void): void {
  const preventBulkCopy = (event: Event): void => {
    if (isField(event.target) || mayCopySelection(page.getSelection())) return;
    event.preventDefault();
    onRefused();
  };
  page.addEventListener('copy', preventBulkCopy);
  page.addEventListener('cut', preventBulkCopy);
  page.addEventListener('dragstart', (event) => {
    const isDraggable =
      event.target instanceof Element && event.target.closest('[draggable="true"]') !== null;
    if (!isDraggable && !isField(event.target)) event.preventDefault();
  });
  page.addEventListener('selectstart', (event) => {
    // A mouse selection starts in an element. "Select all" from the keyboard or the menu starts at the page
    // itself.
    if (event.target !== page.body && event.target !== page.documentElement && event.target !== page) return;
    event.preventDefault();
    selectFocusedPanel();
  });
}
