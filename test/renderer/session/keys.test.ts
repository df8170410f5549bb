import { afterEach, expect, test, vi } from 'vitest';
import type * as KeysModule from '../../../renderer/session/keys.svelte.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();
afterEach(() => vi.unstubAllGlobals());

test('each time the window comes to the front the core hears of it, until nobody watches any more', async () => {
  const core = await startTestApp();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  // What is loaded is the module of that file.
  const { Keys } = (await load('/renderer/session/keys.svelte.ts')) as typeof KeysModule;
  let looked = 0;
  const keys = new Proxy(core.api.keys, {
    get: (of, name: keyof Api['keys']) => (name === 'look' ? () => ((looked += 1), of.look({})) : of[name]),
  });
  const api = new Proxy(core.api, {
    get: (of, name: keyof Api) => (name === 'keys' ? keys : of[name]),
  });
  const stop = new Keys(api).watch();
  page.dispatchEvent(new Event('focus'));
  stop();
  page.dispatchEvent(new Event('focus'));
  expect(looked).toBe(1);
  await core.dispose();
});
