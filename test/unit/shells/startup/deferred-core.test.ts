import { describe, expect, it, vi } from 'vitest';
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
  const deferred = createDeferredCore({ ready: ready.promise, open });
  return { deferred, core, open, startOpening: ready.open, becomeReady: loaded.open };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('deferred core', () => {
  it('answers requests that arrived before it was open', async () => {
    const { deferred, core, startOpening, becomeReady } = setUp();
    const before = deferred.dispatch('app.info', {});
    startOpening();
    await nextTurn();
    const whileOpening = deferred.dispatch('quota.status', {});
    expect(core.dispatch).not.toHaveBeenCalled();
    becomeReady();
    const replies = await Promise.all([before, whileOpening]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('is closed even while it is still opening', async () => {
    const { deferred, core, startOpening, becomeReady } = setUp();
    startOpening();
    await nextTurn();
    let isClosed = false;
    const closing = deferred.dispose().then(() => (isClosed = true));
    await nextTurn();
    expect(isClosed).toBe(false);
    becomeReady();
    await closing;
    expect(core.dispose).toHaveBeenCalledTimes(1);
  });

  it('is not opened once the app is closed', async () => {
    const { deferred, open, startOpening } = setUp();
    await deferred.dispose();
    startOpening();
    await nextTurn();
    expect(open).not.toHaveBeenCalled();
  });

  it('rejects every waiting request when it cannot be opened', async () => {
    const deferred = createDeferredCore({
      ready: Promise.resolve(),
      open: () => Promise.reject(new Error('no such file')),
    });
    await expect(deferred.opened).rejects.toThrow('no such file');
    await expect(deferred.dispatch('app.info', {})).rejects.toThrow('no such file');
  });
});
