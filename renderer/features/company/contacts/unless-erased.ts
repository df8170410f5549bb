import type { App } from '../../../session/app.svelte.ts';

/**
 * Reads contacts that are about to be shown. Returns `otherwise` if contacts were erased in the meantime,
 * because the reply may still contain them.
 */
export async function unlessErased<T>(app: App, read: () => Promise<T>, otherwise: T): Promise<T> {
  let isErased = false;
  const stop = app.api.privacy.onChanged(() => {
    isErased = true;
  });
  try {
    const found = await read();
    return isErased ? otherwise : found;
  } finally {
    stop();
  }
}
