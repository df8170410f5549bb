/** Shows the selected row beside the list as soon as the row is loaded. @returns selects a row; -1 for none */
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

/** Returns the focus to the list when the panel beside it closes with the focus inside. */
export function returnFocusToList(isBeside: () => boolean, focusList: () => void): void {
  let wasBeside = false;
  $effect(() => {
    const isNow = isBeside();
    if (wasBeside && !isNow && document.activeElement === document.body) focusList();
    wasBeside = isNow;
  });
}
