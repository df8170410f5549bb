import type { App } from '../../../renderer/session/app.svelte.ts';

/** Replaces `app.stateFor` for tests without a page, where effects do not run: caches each state, and disposes none. */
export function stubKeep(app: App): App {
  const kept = new Map<string, unknown>();
  Reflect.set(app, 'stateFor', (key: string, make: () => unknown) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  });
  return app;
}
