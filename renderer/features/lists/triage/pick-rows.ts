import { hasMod } from '../../../lib/keyboard.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Selection } from '../selection.svelte.ts';

/**
 * Event handlers for selecting rows. They run before the list's own handlers. Space toggles the active row,
 * or the first row if no row is active. A click with Ctrl (Cmd on a Mac) toggles the clicked row. Shift with
 * an arrow key or a click selects a range.
 */
interface RowPicking {
  readonly pick: (index: number, isRange: boolean) => void;
  readonly onkeydowncapture: (event: KeyboardEvent) => void;
  readonly onclickcapture: (event: MouseEvent) => void;
  readonly onmousedowncapture: (event: MouseEvent) => void;
}

interface PickingOptions {
  readonly app: App;
  readonly selection: () => Selection;
  /** Returns the active row; -1 if there is none. */
  readonly active: () => number;
  readonly move: (by: number) => void;
  /** Returns the index of the row on a line; null if the line is a heading. */
  readonly rowOnLine: (line: number) => number | null;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function createRowPicking({ app, selection, active, move, rowOnLine }: PickingOptions): RowPicking {
  const pick = (index: number, isRange: boolean): void => {
    if (isRange) void app.attempt(() => selection().extend(index));
    else selection().toggle(index);
  };
  /**
   * Selects the rows from the last toggled row to `index`. If no row is selected, starts at the active row.
   */
  const pickRange = (index: number): void => {
    if (active() >= 0 && selection().size === 0) selection().toggle(active());
    pick(index, true);
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const by = event.shiftKey ? STEPS[event.key] : undefined;
    if (by !== undefined) {
      if (active() >= 0 && selection().size === 0) selection().toggle(active());
      move(by);
      if (active() >= 0) pick(active(), true);
      return true;
    }
    if (event.key !== ' ') return false;
    if (active() < 0) move(1);
    if (active() < 0) return false;
    selection().toggle(active());
    return true;
  };
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    pick,
    onkeydowncapture: (event) => {
      // Lets Space press a button in the list's header if the button has focus.
      if (isInside(event.target, 'button')) return;
      if (handleKey(event)) stop(event);
    },
    /** A Shift-click or Ctrl-click (Cmd-click on a Mac) selects rows and does not open the clicked row. */
    onclickcapture: (event) => {
      const line = event.shiftKey || hasMod(event) ? lineUnder(event.target) : null;
      const index = line === null ? null : rowOnLine(line);
      if (index === null) return;
      stop(event);
      if (event.shiftKey) pickRange(index);
      else pick(index, false);
      // Makes the clicked row active, so the arrow keys continue from there.
      move(index - active());
    },
    onmousedowncapture: (event) => {
      // Prevents the browser from selecting text on Shift-click.
      if (event.shiftKey) event.preventDefault();
    },
  };
}

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function lineUnder(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  // `aria-rowindex` starts at 1, and row 1 is the column header.
  const line = Number(row?.getAttribute('aria-rowindex')) - 2;
  return row === null || line < 0 ? null : line;
}
