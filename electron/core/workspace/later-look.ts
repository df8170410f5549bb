import type { Dispose, Logger, LookThrough, Clock } from '../ports.ts';
import { messageOf } from '../message-of.ts';

/** After the first view and what the seller does with it, ms. */
const LATER_MS = 10_000;

export interface LaterLookParts {
  readonly file: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  readonly lookThrough: LookThrough;
  /** The next opening reads the file through first. */
  readonly doubt: () => void;
  /** The file is not sound. */
  readonly onDamaged: () => void;
}

/**
 * Reads a file through that was opened as it was left. What cannot be read to the end is doubted.
 * @returns resolves once nobody reads the file any more
 */
export function lookLater(parts: LaterLookParts): () => Promise<void> {
  const { file, clock, log, doubt, onDamaged } = parts;
  let stopped = false;
  let stop: (() => Promise<void>) | null = null;
  const look = async (): Promise<void> => {
    try {
      const looking = parts.lookThrough(file);
      stop = looking.stop;
      if ((await looking.sound) || stopped) return;
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
  const cancel: Dispose = clock.after(LATER_MS, () => void look());
  return async () => {
    stopped = true;
    cancel();
    await stop?.();
  };
}
