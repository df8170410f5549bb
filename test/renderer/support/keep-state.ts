import type { App } from '../../../renderer/session/app.svelte.ts';

/** `app.keep` for state classes without a page: creates each value once and keeps it. */
export function keepPlainly(app: App): App {
  const values = new Map<string, unknown>();
  Reflect.set(app, 'keep', (key: string, make: () => unknown) => {
    if (!values.has(key)) values.set(key, make());
    return values.get(key);
  });
  return app;
}
