import type { App } from '../../../renderer/session/app.svelte.ts';

/**
 * Replaces `app.stateFor`, which creates an effect for each state and therefore needs a page. The replacement
 * caches all states and never disposes of them.
 */
export function stubKeep(app: App): App {
  const kept = new Map<string, unknown>();
  Reflect.set(app, 'stateFor', (key: string, make: () => unknown) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  });
  return app;
}
