import type { Reply } from '../../../shared/contract/kit.ts';
import { createAppDispatcher } from '../../core/handlers/app-dispatcher.ts';
import type { App } from '../../core/create-app.ts';
import type { Logger, RandomSource } from '../../core/ports.ts';
import { describe } from './describe-error.ts';
import type { Core } from '../startup/deferred-core.ts';
import { within } from './within.ts';

const DISPOSE_MAX_MS = 3_000;

const CLOSING: Reply = { ok: false, error: { kind: 'storage', reason: 'unavailable' } };

interface ServedApp extends Core {
  /** Resolves when the app has started, or when this has failed. */
  readonly started: Promise<void>;
}

/**
 * Starts the app. The page may load at the same time, because its requests wait until the app has started.
 * `dispose` resolves when the files are closed, or after a timeout. Requests made after `dispose` fail with
 * an error.
 */
export function serveApp(app: App, log: Logger, random: RandomSource): ServedApp {
  let closing = false;
  const onInternal = (channel: string, error: unknown): string => {
    const ref = random.bytes(6).toString('hex');
    log.error('internal', { ref, channel, ...describe(error) });
    return ref;
  };
  const inner = createAppDispatcher(app.handlers, onInternal);
  const started = app.start().catch((error: unknown) => void onInternal('app.start', error));
  return {
    started,
    dispatch: async (channel, input) => {
      await started;
      return closing ? CLOSING : inner(channel, input);
    },
    dispose: async (beforeClosing) => {
      closing = true;
      const disposed = started
        .then(() => app.dispose(() => beforeClosing?.(inner) ?? Promise.resolve()))
        .then(
          () => true,
          (error: unknown) => onInternal('app.dispose', error) !== '',
        );
      if ((await within(disposed, DISPOSE_MAX_MS)) === null)
        log.error('dispose-timeout', { afterMs: DISPOSE_MAX_MS });
    },
  };
}
