/*
 * Restricts copying and dragging to the user's own text, any field, and one company at a time. The service's terms
 * forbid bulk export, so no copy contains rows of two companies, and a table has no "select all".
 */

/** Fields that contain the user's own text. */
const FIELD = 'input, textarea, [contenteditable]:not([contenteditable="false"])';
/** A panel of one company, or a part of the app without companies: may be copied in whole or in part. */
const WHOLE = '[data-copy="whole"]';
/** Each of these elements shows one company at most, unless it contains others of them. */
const ITEM = '[role="row"], [role="option"], [role="status"], li, tr, p, h1, h2, h3, dt, dd, pre';

const elementAt = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null);
const isField = (target: EventTarget | null): boolean =>
  target instanceof Node && elementAt(target)?.closest(FIELD) != null;
const isLeaf = (item: Element): boolean => item.querySelector(ITEM) === null;

/** The selected part of `item`. A triple click extends into the next item without selecting a character of it. */
function selectedText(item: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(item);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.toString().trim();
}

/** Whether the selection is known to cover one company at most. */
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
  // The selection may extend beyond the item only into the space between items.
  return (
    onlyItem !== undefined &&
    touchedItems.length === 1 &&
    selectedText(onlyItem, range) === range.toString().trim()
  );
}

/** Selects the panel that has the focus or the selection, if any. */
function selectFocusedPanel(): void {
  const selection = document.getSelection();
  const focused = elementAt(selection?.anchorNode ?? null) ?? document.activeElement;
  const panel = focused?.closest(WHOLE) ?? document.activeElement?.closest(WHOLE) ?? null;
  if (panel !== null) selection?.selectAllChildren(panel);
}

/**
 * Guards every copy, cut, drag and "select all" of the page. The app's own copy buttons (`clipboard.ts`) bypass it.
 * @param onRefused called when a selection may not be copied, to show why
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
    // A mouse selection starts in an element; "select all" from the keyboard or the menu starts at the page itself.
    if (event.target !== page.body && event.target !== page.documentElement && event.target !== page) return;
    event.preventDefault();
    selectFocusedPanel();
  });
}
