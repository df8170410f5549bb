import { describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../../shared/contract/kit.ts';
import { createDeferredCore, type Core } from '../../../../electron/shells/startup/deferred-core.ts';

function gate() {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

function setUp() {
  const [ready, loaded] = [gate(), gate()];
  const core = {
    dispatch: vi.fn((channel: unknown): Promise<Reply> => Promise.resolve({ ok: true, value: channel })),
    dispose: vi.fn(() => Promise.resolve()),
  };
  const open = vi.fn(async (): Promise<Core> => {
    await loaded.promise;
    return core;
  });
  const late = createDeferredCore({ ready: ready.promise, open });
  return { late, core, open, begin: ready.open, becomeReady: loaded.open };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('a core that is opened behind the window', () => {
  test('answers requests that arrived before it was open', async () => {
    const { late, core, begin, becomeReady } = setUp();
    const before = late.dispatch('app.info', {});
    begin();
    await turns();
    const meanwhile = late.dispatch('quota.status', {});
    expect(core.dispatch).not.toHaveBeenCalled();
    becomeReady();
    const replies = await Promise.all([before, meanwhile]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('is closed even while it is still opening', async () => {
    const { late, core, begin, becomeReady } = setUp();
    begin();
    await turns();
    let isOver = false;
    const closing = late.dispose().then(() => (isOver = true));
    await turns();
    expect(isOver).toBe(false);
    becomeReady();
    await closing;
    expect(core.dispose).toHaveBeenCalledTimes(1);
  });

  test('is not opened once the app is closed', async () => {
    const { late, open, begin } = setUp();
    await late.dispose();
    begin();
    await turns();
    expect(open).not.toHaveBeenCalled();
  });

  test('rejects every waiting request when it cannot be opened', async () => {
    const late = createDeferredCore({
      ready: Promise.resolve(),
      open: () => Promise.reject(new Error('no such file')),
    });
    await expect(late.opened).rejects.toThrow('no such file');
    await expect(late.dispatch('app.info', {})).rejects.toThrow('no such file');
  });
});
