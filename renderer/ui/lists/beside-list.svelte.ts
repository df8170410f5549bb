/** What is beside a list follows the row that the keyboard came to, as soon as that row is there. @returns tells that row; -1: none */
export function createFollowSelection(
  isThere: (index: number) => boolean,
  show: (index: number) => void,
): (index: number) => void {
  let following = $state(-1);
  $effect(() => {
    if (following < 0 || !isThere(following)) return;
    show(following);
    following = -1;
  });
  return (index) => {
    following = index;
  };
}

/** With what was beside a list the holder of the keyboard may go: it comes back to the list then. */
export function keepFocus(isBeside: () => boolean, focusList: () => void): void {
  let wasBeside = false;
  $effect(() => {
    const is = isBeside();
    if (wasBeside && !is && document.activeElement === document.body) focusList();
    wasBeside = is;
  });
}
