import { expect, test, vi } from 'vitest';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const someComponent = (): void => undefined;
const module = { default: someComponent };
const partsOf = async () => {
  const { Parts } = await load('/renderer/session/lazy-components.svelte.ts');
  return new Parts();
};
/** Idle at once, one task after the other. */
const idleNow = (task: () => void) => {
  task();
  return () => undefined;
};

test('a part is fetched once, however often it is wanted, and is there from then on', async () => {
  const parts = await partsOf();
  const loader = vi.fn(() => Promise.resolve(module));
  const part = parts.of(loader);
  expect(part.component).toBeNull();
  await Promise.all([part.load(), part.load()]);
  await parts.of(loader).load();
  expect(parts.of(loader).component).toBe(someComponent);
  expect(loader).toHaveBeenCalledOnce();
});

test('one that could not be fetched says so, and is fetched again when it is asked for again', async () => {
  const parts = await partsOf();
  const loader = vi.fn(() => Promise.resolve(module)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const part = parts.of(loader);
  await part.load();
  expect([part.hasFailed, part.component]).toEqual([true, null]);
  await part.load();
  expect([part.hasFailed, part.component]).toEqual([false, someComponent]);
});

test('what comes when the page is idle comes one by one, past what fails, and ends when it is called off', async () => {
  const parts = await partsOf();
  const asked: string[] = [];
  const part = (name: string, fails = false) =>
    parts.of(() => {
      asked.push(name);
      return fails ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(module);
    });
  const all = [part('first'), part('second', true), part('third')];
  parts.fetchWhenIdle(all, idleNow);
  expect(asked).toEqual(['first']);
  await vi.waitFor(() => expect(asked).toEqual(['first', 'second', 'third']));
  const more = [part('fourth'), part('fifth')];
  parts.fetchWhenIdle(more, idleNow)();
  await more[0].load();
  await Promise.resolve();
  expect(asked).toEqual(['first', 'second', 'third', 'fourth']);
});
