import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../../../shared/contract/kit.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* Commands while a dialog is open. `test/e2e/company/company.spec.ts` tests the keyboard. */
beforeEach(() => {
  // The tests run without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** Starts an app whose menu can be used with `choose`. */
function startApp() {
  const { port } = createFixture(STATES.account);
  const listeners: ((channel: string, payload: unknown) => void)[] = [];
  const subscribe = (listener: (typeof listeners)[number]) => {
    listeners.push(listener);
    return () => undefined;
  };
  const app = new App(createApi<typeof contract>({ ...port, subscribe }));
  const choose = (id: string): void => {
    for (const listener of listeners) listener('menu.onChosen', { id });
  };
  return { app, stop: app.start(), choose };
}

test('the application menu changes nothing behind an open dialog, and says why', async () => {
  const { app, stop, choose } = startApp();
  const run = vi.fn<() => void>();
  app.commands.add([{ id: 'go.library', label: 'Go to Library', run }]);
  const close = app.dialogs.add();
  const closeInner = app.dialogs.add();
  closeInner();
  closeInner();
  choose('go.library');
  expect(run).not.toHaveBeenCalled();
  expect(app.toasts.items).toMatchObject([{ kind: 'problem', text: 'Close this dialog first' }]);
  close();
  choose('go.library');
  await expect.poll(() => run.mock.calls).toHaveLength(1);
  stop();
});
