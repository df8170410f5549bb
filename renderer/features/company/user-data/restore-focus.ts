import { tick } from 'svelte';

/** Nobody holds the keyboard any more: it stays in this panel. */
function stayIn(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  if (at === null || at === document.body) panel?.focus();
}

/** A form of this panel goes: the keyboard that it held stays in the panel; whoever is somewhere else by now stays there. */
export function backTo(panel: HTMLElement | undefined): void {
  const at = document.activeElement;
  if (at?.closest('form') != null && panel?.contains(at) === true) panel.focus();
  else stayIn(panel);
}

/** Saves from a form, which goes with its focus where that is done: it stays in the panel, unless another form took its place. */
export async function savedIn(
  panel: () => HTMLElement | undefined,
  save: () => Promise<boolean>,
  isOpen: () => boolean,
): Promise<boolean> {
  const done = await save();
  await tick();
  if (done && !isOpen()) stayIn(panel());
  return done;
}
