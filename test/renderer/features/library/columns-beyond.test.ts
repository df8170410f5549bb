import { expect, test } from 'vitest';
import { columnsBeyond } from '../../../../renderer/features/library/board/columns-beyond.ts';

/* Tests how many columns of the board are out of view. */

const columns = [0, 200, 400, 600].map((offsetLeft) => ({ offsetLeft, offsetWidth: 200 }));

test('counts the columns that are out of view, also those that are only cut off', () => {
  const beyond = (scrollLeft: number, clientWidth: number) =>
    columnsBeyond({ scrollLeft, clientWidth }, columns);
  expect(beyond(0, 800)).toEqual({ before: 0, after: 0 });
  expect(beyond(0, 600)).toEqual({ before: 0, after: 1 });
  expect(beyond(0, 500)).toEqual({ before: 0, after: 2 });
  expect(beyond(50, 500)).toEqual({ before: 1, after: 2 });
  expect(beyond(300, 500)).toEqual({ before: 2, after: 0 });
  // A fraction of a pixel hides nothing.
  expect(beyond(0.6, 798.8)).toEqual({ before: 0, after: 0 });
});
