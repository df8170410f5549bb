import type { Dispose, Logger, IntegrityCheck, Clock } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

/** Milliseconds by which the check is delayed, so it does not slow down startup. */
const LATER_MS = 10_000;

interface DeferredCheckOptions {
  readonly file: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  readonly checkIntegrity: IntegrityCheck;
  /** Requests a full check when the file is next opened. */
  readonly doubt: () => void;
  readonly onDamaged: () => void;
}

/**
 * Some time after startup, checks a file that was opened without an integrity check. If this check cannot
 * run, the file is checked when it is next opened.
 * @returns a function that stops the check and resolves when the file is no longer read
 */
export function deferIntegrityCheck(parts: DeferredCheckOptions): () => Promise<void> {
  const { file, clock, log, doubt, onDamaged } = parts;
  let stopped = false;
  let stop: (() => Promise<void>) | null = null;
  const check = async (): Promise<void> => {
    try {
      const checking = parts.checkIntegrity(file);
      stop = checking.stop;
      if ((await checking.sound) || stopped) return;
      doubt();
      log.error('file-damaged', { found: 'later' });
      onDamaged();
    } catch (error) {
      if (stopped) return;
      doubt();
      log.warn('file-not-looked-at', { error: messageOf(error) });
    } finally {
      stop = null;
    }
  };
  const cancel: Dispose = clock.after(LATER_MS, () => void check());
  return async () => {
    stopped = true;
    cancel();
    await stop?.();
  };
}
