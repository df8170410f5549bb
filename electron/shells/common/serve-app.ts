import type { Reply } from '../../../shared/contract/kit.ts';
import { createAppDispatcher } from '../../core/handlers/app-dispatcher.ts';
import type { App } from '../../core/create-app.ts';
import type { Logger, RandomSource } from '../../core/ports.ts';
import { describe } from './describe-error.ts';
import type { Core } from '../startup/deferred-core.ts';

const DISPOSE_MAX_MS = 3_000;

const CLOSING: Reply = { ok: false, error: { kind: 'storage', reason: 'unavailable' } };

/**
 * Starts the app. The page may load at the same time, because its requests wait until the app has started.
 * `dispose` resolves when the files are closed, or after a timeout. Requests made after `dispose` fail with
 * an error.
 */
export function serveApp(app: App, log: Logger, random: RandomSource): Core {
  let closing = false;
  const onInternal = (channel: string, error: unknown): string => {
    const ref = random.bytes(6).toString('hex');
    log.error('internal', { ref, channel, ...describe(error) });
    return ref;
  };
  const inner = createAppDispatcher(app.handlers, onInternal);
  const started = app.start().catch((error: unknown) => void onInternal('app.start', error));
  return {
    dispatch: async (channel, input) => {
      await started;
      return closing ? CLOSING : inner(channel, input);
    },
    dispose: async () => {
      closing = true;
      const disposed = started
        .then(() => app.dispose())
        .then(
          () => true,
          (error: unknown) => onInternal('app.dispose', error) !== '',
        );
      if (!(await within(disposed, DISPOSE_MAX_MS)))
        log.error('dispose-timeout', { afterMs: DISPOSE_MAX_MS });
    },
  };
}

async function within(task: Promise<boolean>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([task, limit]);
  } finally {
    clearTimeout(timer);
  }
}
