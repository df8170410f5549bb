import type { Dispose, Logger } from '../../core/ports.ts';

/**
 * The signals that a system, a session or a terminal sends to end an app. If the app did not listen for a
 * signal, the process would end before its files are closed (ADR 106).
 */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/**
 * Maximum time for quitting, in ms. Systems kill an app after a longer time, for example 5 s when Linux shuts
 * down.
 */
const QUIT_WITHIN_MS = 2_000;

type Signals = Pick<NodeJS.Process, 'on' | 'off'>;

interface SystemEndOptions {
  readonly log: Logger;
  readonly quit: () => void;
  /** Closes the files and exits, even if a window does not close. */
  readonly exit: () => void;
}

/** Ends the app when the system demands it. */
export interface SystemEnd {
  /** Whether the app must not ask the user anything, because the user may not be present to answer. */
  isEnding(): boolean;
  /** Must be called when the user's session ends or the computer shuts down. */
  end(cause: string): void;
  /** Makes the app end when the process receives a signal. */
  listen(signals: Signals): Dispose;
}

export function createSystemEnd({ log, quit, exit }: SystemEndOptions): SystemEnd {
  let isEnding = false;
  const end = (cause: string): void => {
    if (isEnding) return;
    isEnding = true;
    log.info('ended-by-system', { cause });
    setTimeout(exit, QUIT_WITHIN_MS).unref();
    quit();
  };
  return {
    isEnding: () => isEnding,
    end,
    listen: (signals) => {
      for (const signal of SIGNALS) signals.on(signal, end);
      return () => {
        for (const signal of SIGNALS) signals.off(signal, end);
      };
    },
  };
}
