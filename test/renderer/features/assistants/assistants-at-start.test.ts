import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as AssistantsModule from '../../../../renderer/features/assistants/assistants.svelte.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests which requests about assistants the page sends to the real core at startup. */

const load = compiled();
let core: TestApp;
let asked: string[];
let api: Api;
beforeEach(async () => {
  core = await startTestApp({ demo: true });
  asked = [];
  api = createApi<typeof contract>({
    subscribe: core.port.subscribe,
    request: (channel, input) => {
      asked.push(channel);
      return core.port.request(channel, input);
    },
  });
});
afterEach(() => core.dispose());

async function open() {
  // `load` returns untyped modules.
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { assistantsIfOn, assistantsOf } = (await load(
    '/renderer/features/assistants/assistants.svelte.ts',
  )) as typeof AssistantsModule;
  const app = stubKeep(new App(api));
  await app.refreshWorkspace();
  return { atStart: assistantsIfOn(app), inSettings: () => assistantsOf(app) };
}
const count = (): number => asked.filter((channel) => channel === 'assistants.status').length;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

it('the status bar asks nothing about assistants while the interface is off', async () => {
  const { atStart, inSettings } = await open();
  await settled();
  expect([count(), atStart.status]).toEqual([0, null]);
  inSettings();
  inSettings();
  await expect.poll(() => atStart.status?.isOn).toBe(false);
  expect(count()).toBe(1);
});

it('the status bar asks once at the start while the interface is on', async () => {
  const { workspaces } = await core.api.workspaces.list({});
  core.settings.set('assistants', { port: 47_822, on: [workspaces[0]?.id], paused: [] });
  const { atStart } = await open();
  await expect.poll(() => atStart.status?.isOn).toBe(true);
  expect(count()).toBe(1);
});
