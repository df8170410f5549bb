import { expect, test, vi } from 'vitest';
import { HoverIntentTrigger } from '../../../renderer/ui/overlays/hover-intent.ts';

/* A tooltip's code is loaded when the user points at the tooltip's trigger. */
const move = {} as PointerEvent;

test('a trigger that appears below a resting pointer loads nothing until the pointer moves', () => {
  const loadWidget = vi.fn<() => void>();
  const { props } = new HoverIntentTrigger(loadWidget);
  // When an element appears below a resting pointer, the browser fires `pointerenter` although the pointer
  // does not move.
  expect(Object.keys(props)).not.toContain('onpointerenter');
  expect(loadWidget).not.toHaveBeenCalled();
  props.onpointermove(move);
  expect(loadWidget).toHaveBeenCalledTimes(1);
});

test('a move after a press loads nothing until the pointer has left', () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const loadWidget = vi.fn<() => void>();
  const { props } = new HoverIntentTrigger(loadWidget);
  props.onpointerdown();
  props.onpointermove(move);
  expect(loadWidget).not.toHaveBeenCalled();
  props.onpointerleave();
  props.onpointermove(move);
  expect(loadWidget).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
