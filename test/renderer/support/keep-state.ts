import type { App } from '../../../renderer/session/app.svelte.ts';

/** `app.stateFor` for states compiled without a page, where nothing is drawn and no effect runs: what is made is kept, and that is all. */
export function keepPlainly(app: App): App {
  const kept = new Map<string, unknown>();
  Reflect.set(app, 'stateFor', (key: string, make: () => unknown) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  });
  return app;
}
