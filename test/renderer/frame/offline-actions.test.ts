import { expect, it, vi } from 'vitest';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import { cancelFetch } from '../../../renderer/frame/status/offline-actions.ts';
import type { App } from '../../../renderer/session/app.svelte.ts';
import type { OfflineQueue } from '../../../renderer/session/offline/offline-queue.svelte.ts';

async function toastAfterCancelling(
  state: OfflineCall['state'],
): Promise<readonly [text: string, options?: { readonly undo?: unknown }]> {
  const show = vi.fn<(text: string, options?: { readonly undo?: unknown }) => void>();
  const app = {
    toasts: { show },
    attempt: async (work: () => unknown) => {
      await work();
      return true;
    },
  } as unknown as App;
  const queue = { cancel: () => Promise.resolve(true) } as unknown as OfflineQueue;
  const call = { id: '1', ask: { kind: 'profile', companyId: 'c' }, about: 'Halden Grid', state };
  await cancelFetch(app, queue, call as unknown as OfflineCall);
  return show.mock.calls[0] ?? [''];
}

it.each(['waiting', 'dearer'] as const)(
  'states that nothing was spent on a cancelled request in the state %s',
  async (state) => {
    const [text, options] = await toastAfterCancelling(state);
    expect(text).toMatch(/^Cancelled: .*Halden Grid\. Nothing was spent\.$/);
    expect(options?.undo).toBeTypeOf('function');
  },
);

it.each(['unknown', 'refused'] as const)(
  'makes no claim about the cost of a removed request in the state %s, and undo cannot send it again',
  async (state) => {
    const [text, options] = await toastAfterCancelling(state);
    expect(text).toMatch(/^Removed from the offline queue: .*Halden Grid$/);
    expect(options).toBeUndefined();
  },
);
