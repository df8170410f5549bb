import type { App } from '../../../renderer/session/app.svelte.ts';

/**
 * Replaces `app.stateFor`, which needs effects of a page, by a version that caches states and disposes of
 * none.
 */
export function stubKeep(app: App): App {
  const kept = new Map<string, unknown>();
  Reflect.set(app, 'stateFor', (key: string, make: () => unknown) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  });
  return app;
}
