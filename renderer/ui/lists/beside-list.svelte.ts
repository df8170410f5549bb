/**
 * Shows the details of the selected row beside the list. If the row's data is not loaded yet, waits for it.
 *
 * @returns a function that selects a row by index; -1 cancels a pending selection
 */
export function createFollowSelection(
  isLoaded: (index: number) => boolean,
  show: (index: number) => void,
): (index: number) => void {
  let pendingIndex = $state(-1);
  $effect(() => {
    if (pendingIndex < 0 || !isLoaded(pendingIndex)) return;
    show(pendingIndex);
    pendingIndex = -1;
  });
  return (index) => {
    pendingIndex = index;
  };
}

/** Returns focus to the list when the pane beside it closes, if the pane had focus. */
export function returnFocusToList(isBeside: () => boolean, focusList: () => void): void {
  let wasBeside = false;
  $effect(() => {
    const isNow = isBeside();
    if (wasBeside && !isNow && document.activeElement === document.body) focusList();
    wasBeside = isNow;
  });
}
