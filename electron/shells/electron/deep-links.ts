import type { App, Event } from 'electron';
import { companyOfLine, companyOfLink } from './parse-deep-link.ts';

const SCHEME = 'roundwatch';

/** Links passed to the app; a link that arrives before there is a listener waits. */
export interface DeepLinks {
  /** @param heard receives null for a second start without a link, which only brings the window to the front */
  listen(heard: (companyId: string | null) => void): void;
}

/**
 * Receives links from the command line, from a second start (Linux, Windows) and from the system (macOS). Call
 * before the app is ready: macOS delivers the link that started the app at that point.
 */
export function bindDeepLinks(
  app: Pick<App, 'on' | 'isPackaged' | 'setAsDefaultProtocolClient'>,
  argv: readonly string[],
): DeepLinks {
  let heard: ((companyId: string | null) => void) | null = null;
  let waiting = companyOfLine(argv);
  const tell = (companyId: string | null): void => {
    if (heard !== null) heard(companyId);
    else waiting = companyId ?? waiting;
  };
  app.on('second-instance', (_event: Event, line: string[]) => tell(companyOfLine(line.slice(1))));
  app.on('open-url', (event: Event, url: string) => {
    event.preventDefault();
    const companyId = companyOfLink(url);
    if (companyId !== null) tell(companyId);
  });
  // An unpackaged app would register the plain Electron executable.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  return {
    listen: (listener) => {
      heard = listener;
      if (waiting !== null) listener(waiting);
      waiting = null;
    },
  };
}
