import { expect, test, vi } from 'vitest';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const someComponent = (): void => undefined;
const module = { default: someComponent };
const createComponents = async () => {
  const { LazyComponents } = await load('/renderer/session/lazy-components.svelte.ts');
  return new LazyComponents();
};
/** Runs a task immediately instead of when the page is idle. */
const runWhenIdle = (task: () => void) => {
  task();
  return () => undefined;
};

test('loads a component once', async () => {
  const components = await createComponents();
  const loader = vi.fn(() => Promise.resolve(module));
  const component = components.of(loader);
  expect(component.component).toBeNull();
  await Promise.all([component.load(), component.load()]);
  await components.of(loader).load();
  expect(components.of(loader).component).toBe(someComponent);
  expect(loader).toHaveBeenCalledOnce();
});

test('reports a failed load, and retries it on the next request', async () => {
  const components = await createComponents();
  const loader = vi.fn(() => Promise.resolve(module)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const component = components.of(loader);
  await component.load();
  expect([component.hasFailed, component.component]).toEqual([true, null]);
  await component.load();
  expect([component.hasFailed, component.component]).toEqual([false, someComponent]);
});

test('loads components one by one while idle, skips failures, and stops when cancelled', async () => {
  const components = await createComponents();
  const loaded: string[] = [];
  const component = (name: string, fails = false) =>
    components.of(() => {
      loaded.push(name);
      return fails ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(module);
    });
  const all = [component('first'), component('second', true), component('third')];
  components.fetchWhenIdle(all, runWhenIdle);
  expect(loaded).toEqual(['first']);
  await expect.poll(() => loaded).toEqual(['first', 'second', 'third']);
  const more = [component('fourth'), component('fifth')];
  components.fetchWhenIdle(more, runWhenIdle)();
  await more[0].load();
  await Promise.resolve();
  expect(loaded).toEqual(['first', 'second', 'third', 'fourth']);
});
