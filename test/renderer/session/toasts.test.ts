import { expect, test } from 'vitest';
import type * as ToastsModule from '../../../renderer/session/toasts.svelte.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();

test('only a failure, or a change that can be reverted, is a toast, one at a time', async () => {
  const { Toasts } = (await load('/renderer/session/toasts.svelte.ts')) as typeof ToastsModule;
  const errors: unknown[] = [];
  const toasts = new Toasts('Undo', (error) => errors.push(error));
  const shown = () => [toasts.items.map(({ text }) => text), toasts.notice?.text];
  toasts.show('Copied');
  expect(shown()).toEqual([[], 'Copied']);
  const link = { label: 'Show rounds', run: () => Promise.reject(new Error('full')) };
  toasts.show('Caught up', { link });
  expect(shown()).toEqual([[], 'Caught up']);
  expect(toasts.notice?.action?.label).toBe('Show rounds');
  await toasts.notice?.action?.run();
  expect(errors).toHaveLength(1);
  toasts.show('List deleted', { undo: () => undefined });
  expect(shown()).toEqual([['List deleted'], 'Caught up']);
  toasts.show('Contact blocked', { action: { label: 'Unblock', run: () => undefined } });
  expect(shown()).toEqual([['Contact blocked'], 'Caught up']);
  toasts.show('Not saved', { kind: 'problem' });
  expect(shown()).toEqual([['Not saved'], 'Caught up']);
});
