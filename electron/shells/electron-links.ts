import type { App, Event } from 'electron';
import { companyOfLine, companyOfLink } from './deep-link.ts';

const SCHEME = 'roundwatch';

/** Links on their way into the app: what came before somebody listens waits. */
export interface DeepLinks {
  /** @param heard null: a second start without a link; the window comes to the front all the same */
  listen(heard: (companyId: string | null) => void): void;
}

/**
 * Follows links from the start's own line, from a second start (Linux, Windows) and from the system (macOS). To be called
 * before the app is ready: macOS tells of the link that started it right then.
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
  // From sources it would register Electron itself, for whatever it is started with.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  return {
    listen: (listener) => {
      heard = listener;
      if (waiting !== null) listener(waiting);
      waiting = null;
    },
  };
}
