import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { copyField } from '../../../../renderer/features/company/links/open-link.ts';
import { App } from '../../../../renderer/session/app.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

/** Copies an email address. The page's clipboard works only if `works` is true. */
async function copyEmail(works: boolean) {
  const listeners = new Set<(event: object) => void>();
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: () => listeners.clear(),
    execCommand: () => {
      const clipboardData = { setData: () => undefined };
      const event = { preventDefault: () => undefined, stopImmediatePropagation: () => undefined };
      for (const listener of listeners) listener({ ...event, clipboardData });
      return works;
    },
  });
  const app = new App(
    createApi<typeof contract>({
      request: () => Promise.resolve({ ok: true, value: { text: 'ada@lumenfold.example' } }),
      subscribe: () => () => undefined,
    }),
  );
  const isCopied = await copyField(app, 'c-1', { kind: 'email', personId: 'p-1' });
  return { isCopied, notice: app.toasts.notice?.text, problem: app.toasts.items[0]?.text };
}

test('a button confirms a copy only if the clipboard took the text', async () => {
  const notice = 'ada@lumenfold.example copied';
  expect(await copyEmail(true)).toEqual({ isCopied: true, notice, problem: undefined });
  const problem = 'Not copied. Roundwatch can’t access the clipboard.';
  expect(await copyEmail(false)).toEqual({ isCopied: false, notice: undefined, problem });
});
