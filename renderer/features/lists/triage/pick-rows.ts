import type { App } from '../../../session/app.svelte.ts';
import type { Selection } from '../selection.svelte.ts';

/** What hears a list before it hears itself: Space selects, Shift and an arrow or a click select on the way. */
export interface Picking {
  readonly pick: (index: number, reach: boolean) => void;
  readonly onkeydowncapture: (event: KeyboardEvent) => void;
  readonly onclickcapture: (event: MouseEvent) => void;
  readonly onmousedowncapture: (event: MouseEvent) => void;
}

interface Parts {
  readonly app: App;
  readonly selection: () => Selection;
  /** The row that the keyboard is on; -1 for none. */
  readonly active: () => number;
  readonly move: (by: number) => void;
  /** The row on a line of the list; null for a heading. */
  readonly rowOnLine: (line: number) => number | null;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function createRowPicking({ app, selection, active, move, rowOnLine }: Parts): Picking {
  const pick = (index: number, reach: boolean): void => {
    if (reach) void app.attempt(() => selection().extend(index));
    else selection().toggle(index);
  };
  const isTaken = (event: KeyboardEvent): boolean => {
    const by = event.shiftKey ? STEPS[event.key] : undefined;
    if (by !== undefined) {
      if (active() >= 0 && selection().size === 0) selection().toggle(active());
      move(by);
      if (active() >= 0) pick(active(), true);
      return true;
    }
    if (event.key !== ' ' || active() < 0) return false;
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
      // A button of the list's head has its own Space.
      if (isInside(event.target, 'button')) return;
      if (isTaken(event)) stop(event);
    },
    /** A row clicked with Shift is reached for, not opened. */
    onclickcapture: (event) => {
      const line = event.shiftKey ? lineUnder(event.target) : null;
      const index = line === null ? null : rowOnLine(line);
      if (index === null) return;
      stop(event);
      pick(index, true);
    },
    onmousedowncapture: (event) => {
      // Reaching for a row must not mark the text on the way.
      if (event.shiftKey) event.preventDefault();
    },
  };
}

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function lineUnder(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  // The column head is the first row.
  const line = Number(row?.getAttribute('aria-rowindex')) - 2;
  return row === null || line < 0 ? null : line;
}
