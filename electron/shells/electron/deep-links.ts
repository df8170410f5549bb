import type { App, Event } from 'electron';
import { companyIdFromArguments, companyIdFromLink } from './parse-deep-link.ts';

const SCHEME = 'roundwatch';

/**
 * The `roundwatch:` links that open the app. A link received before `listen` is called is passed to the
 * listener later.
 */
export interface DeepLinks {
  /**
   * @param onLink called with the company's id, or with null if the user started the app again without a link
   */
  listen(onLink: (companyId: string | null) => void): void;
}

/**
 * Receives links from the command line, from a second instance (on Linux and Windows) and from the system (on
 * macOS). Must be called before the app is ready, so that it does not miss a link that starts the app on
 * macOS.
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
  // An unpackaged app would register the Electron binary without the app, so only a packaged app is
  // registered.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  return {
    listen: (onLink) => {
      listener = onLink;
      if (pending !== null) onLink(pending);
      pending = null;
    },
  };
}
