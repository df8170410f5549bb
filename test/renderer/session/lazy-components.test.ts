import { expect, test, vi } from 'vitest';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const someComponent = (): void => undefined;
const module = { default: someComponent };
const createComponents = async () => {
  const { LazyComponents } = await load('/renderer/session/lazy-components.svelte.ts');
  return new LazyComponents();
};
/** Idle at once, one task after the other. */
const idleNow = (task: () => void) => {
  task();
  return () => undefined;
};

test('a part is fetched once, however often it is wanted, and is there from then on', async () => {
  const components = await createComponents();
  const loader = vi.fn(() => Promise.resolve(module));
  const component = components.of(loader);
  expect(component.component).toBeNull();
  await Promise.all([component.load(), component.load()]);
  await components.of(loader).load();
  expect(components.of(loader).component).toBe(someComponent);
  expect(loader).toHaveBeenCalledOnce();
});

test('one that could not be fetched says so, and is fetched again when it is asked for again', async () => {
  const components = await createComponents();
  const loader = vi.fn(() => Promise.resolve(module)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const component = components.of(loader);
  await component.load();
  expect([component.hasFailed, component.component]).toEqual([true, null]);
  await component.load();
  expect([component.hasFailed, component.component]).toEqual([false, someComponent]);
});

test('what comes when the page is idle comes one by one, past what fails, and ends when it is called off', async () => {
  const components = await createComponents();
  const asked: string[] = [];
  const component = (name: string, fails = false) =>
    components.of(() => {
      asked.push(name);
      return fails ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(module);
    });
  const all = [component('first'), component('second', true), component('third')];
  components.fetchWhenIdle(all, idleNow);
  expect(asked).toEqual(['first']);
  await vi.waitFor(() => expect(asked).toEqual(['first', 'second', 'third']));
  const more = [component('fourth'), component('fifth')];
  components.fetchWhenIdle(more, idleNow)();
  await more[0].load();
  await Promise.resolve();
  expect(asked).toEqual(['first', 'second', 'third', 'fourth']);
});
