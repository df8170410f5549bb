/*
 * Restricts copying and dragging, because the service's terms forbid bulk export. Users may copy and drag
 * their own text, the content of a field, and the data of one company at a time. "Select all" does not work
 * in tables.
 */

/** Editable fields. */
const FIELD = 'input, textarea, [contenteditable]:not([contenteditable="false"])';
/** Areas whose whole content may be copied: a panel about one company, or content without companies. */
const WHOLE = '[data-copy="whole"]';
/**
 * Matches elements that normally show at most one company. An element that contains another matching element
 * may show several companies.
 */
const ITEM = '[role="row"], [role="option"], [role="status"], li, tr, p, h1, h2, h3, dt, dd, pre';

const elementAt = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null);
const isField = (target: EventTarget | null): boolean =>
  target instanceof Node && elementAt(target)?.closest(FIELD) != null;
const isLeaf = (item: Element): boolean => item.querySelector(ITEM) === null;

/**
 * Returns the selected text inside `item`, or an empty string if none of the item's text is selected. For
 * example, a triple click on an item extends the selection to the start of the next item, but selects none of
 * that item's text.
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

/** Returns true only if the selection is certain to contain no more than one company. */
function mayCopySelection(selection: Selection | null): boolean {
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
  // Copying is allowed if, apart from white space, the selection contains text of only one item.
  return (
    onlyItem !== undefined &&
    touchedItems.length === 1 &&
    selectedText(onlyItem, range) === range.toString().trim()
  );
}

/**
 * Selects the whole panel that contains the selection or the focused element. Does nothing outside a panel.
 */
function selectFocusedPanel(): void {
  const selection = document.getSelection();
  const focused = elementAt(selection?.anchorNode ?? null) ?? document.activeElement;
  const panel = focused?.closest(WHOLE) ?? document.activeElement?.closest(WHOLE) ?? null;
  if (panel !== null) selection?.selectAllChildren(panel);
}

/**
 * Guards copying, cutting, dragging and "select all" on the page. The app's own copy buttons (`clipboard.ts`)
 * bypass this guard.
 *
 * @param onRefused called when a copy was prevented, to show the reason to the user
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
    // Prevents only "Select all" from the keyboard or the menu, whose event comes from the page itself. A
    // selection with the mouse starts in another element.
    if (event.target !== page.body && event.target !== page.documentElement && event.target !== page) return;
    event.preventDefault();
    selectFocusedPanel();
  });
}
