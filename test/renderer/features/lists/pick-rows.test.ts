import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../../renderer/session/app.svelte.ts';
import { Selection } from '../../../../renderer/features/lists/selection.svelte.ts';
import { createRowPicking } from '../../../../renderer/features/lists/triage/pick-rows.ts';
import { hasMod } from '../../../../renderer/lib/keyboard.ts';

/* Tests selecting rows with the mouse. `test/e2e/library/library.spec.ts` tests the list itself. */

/** A fake element in the row at `line`. The column header is at line -1. */
class RowElement {
  readonly #line: number;
  constructor(line: number) {
    this.#line = line;
  }
  closest() {
    return { getAttribute: () => String(this.#line + 2) };
  }
}
beforeEach(() => void vi.stubGlobal('Element', RowElement));
afterEach(() => vi.unstubAllGlobals());

/** Creates a list of six rows. Line 2 is a heading. */
function createList({ active = -1 } = {}) {
  const list = { active };
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ companyId: id, name: id }));
  const selection = new Selection({
    total: () => rows.length,
    row: (index) => rows[index] ?? null,
    rowsIn: ({ first, end }) => Promise.resolve(rows.slice(first, end)),
  });
  const picking = createRowPicking({
    app: { attempt: (work: () => Promise<unknown>) => work() } as unknown as App,
    selection: () => selection,
    active: () => list.active,
    move: (by) => (list.active += by),
    rowOnLine: (line) => (line === 2 ? null : line > 2 ? line - 1 : line),
  });
  /** Clicks a line. Returns whether the click was handled before it could open the row. */
  const click = (line: number, keys: Partial<MouseEvent> = {}): boolean => {
    const stopPropagation = vi.fn<() => void>();
    picking.onclickcapture({
      target: new RowElement(line),
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      preventDefault: () => undefined,
      stopPropagation,
      ...keys,
    } as unknown as MouseEvent);
    return stopPropagation.mock.calls.length > 0;
  };
  return { list, selection, click };
}

describe('a click on a row', () => {
  it('opens the row and selects nothing', () => {
    const { selection, click } = createList();
    expect(click(1)).toBe(false);
    expect(selection.ids).toEqual([]);
  });

  it('with Ctrl selects or deselects the row instead of opening it', () => {
    const { selection, click } = createList();
    expect([click(1, { ctrlKey: true }), click(4, { ctrlKey: true })]).toEqual([true, true]);
    expect(selection.ids).toEqual(['b', 'd']);
    click(1, { ctrlKey: true });
    expect(selection.ids).toEqual(['d']);
  });

  it('with Shift extends the selection from the row that was selected last', async () => {
    const { list, selection, click } = createList();
    click(1, { ctrlKey: true });
    expect(list.active).toBe(1);
    expect(click(4, { shiftKey: true })).toBe(true);
    await expect.poll(() => selection.ids).toEqual(['b', 'c', 'd']);
    expect(list.active).toBe(3);
  });

  it('with Shift starts at the active row if none is selected', async () => {
    const { selection, click } = createList({ active: 0 });
    click(3, { shiftKey: true });
    await expect.poll(() => selection.ids).toEqual(['a', 'b', 'c']);
  });

  it('selects nothing on a heading or the column header', () => {
    const { selection, click } = createList();
    expect([click(2, { ctrlKey: true }), click(-1, { ctrlKey: true })]).toEqual([false, false]);
    expect(selection.ids).toEqual([]);
  });
});

it('uses Cmd on a Mac, where Ctrl with a click opens the context menu', () => {
  const [ctrl, cmd] = [
    { ctrlKey: true, metaKey: false },
    { ctrlKey: false, metaKey: true },
  ];
  expect([hasMod(ctrl, false), hasMod(cmd, false)]).toEqual([true, false]);
  expect([hasMod(ctrl, true), hasMod(cmd, true)]).toEqual([false, true]);
});
