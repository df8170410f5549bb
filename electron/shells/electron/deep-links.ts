import type { App, Event } from 'electron';
import { companyIdFromArguments, companyIdFromLink } from './parse-deep-link.ts';

const SCHEME = 'roundwatch';

/** Links passed to the app; a link that arrives before the listener waits for it. */
export interface DeepLinks {
  /** @param onLink receives null for a second start without a link, which only brings the window to the front */
  listen(onLink: (companyId: string | null) => void): void;
}

/**
 * Receives links from the command line, from a second start (Linux, Windows) and from the system (macOS). Call
 * before the app is ready: macOS delivers the link that started the app at that point.
 */
export function bindDeepLinks(
  app: Pick<App, 'on' | 'isPackaged' | 'setAsDefaultProtocolClient'>,
  argv: readonly string[],
): DeepLinks {
  let listener: ((companyId: string | null) => void) | null = null;
  let pending = companyIdFromArguments(argv);
  const deliver = (companyId: string | null): void => {
    if (listener !== null) listener(companyId);
    else pending = companyId ?? pending;
  };
  app.on('second-instance', (_event: Event, commandLine: string[]) =>
    deliver(companyIdFromArguments(commandLine.slice(1))),
  );
  app.on('open-url', (event: Event, url: string) => {
    event.preventDefault();
    const companyId = companyIdFromLink(url);
    if (companyId !== null) deliver(companyId);
  });
  // An unpackaged app would register the plain Electron executable.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  return {
    listen: (onLink) => {
      listener = onLink;
      if (pending !== null) onLink(pending);
      pending = null;
    },
  };
}
