import { afterEach, expect, test, vi } from 'vitest';
import type * as KeysModule from '../../../renderer/session/keys.svelte.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();
afterEach(() => vi.unstubAllGlobals());

test('checks the keychain whenever the window gains focus, until it is stopped', async () => {
  const core = await startTestApp();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const { Keys } = (await load('/renderer/session/keys.svelte.ts')) as typeof KeysModule;
  let checks = 0;
  const keys = new Proxy(core.api.keys, {
    get: (target, name: keyof Api['keys']) =>
      name === 'look' ? () => ((checks += 1), target.look({})) : target[name],
  });
  const api = new Proxy(core.api, {
    get: (target, name: keyof Api) => (name === 'keys' ? keys : target[name]),
  });
  const stop = new Keys(api).watch();
  page.dispatchEvent(new Event('focus'));
  stop();
  page.dispatchEvent(new Event('focus'));
  expect(checks).toBe(1);
  await core.dispose();
});
