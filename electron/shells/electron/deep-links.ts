import type { App, Event } from 'electron';
import type { LinkTarget } from '../../../shared/model/link.ts';
import { HIDDEN } from '../common/arguments.ts';
import { targetOfArguments, targetOfLink } from './parse-deep-link.ts';

const SCHEME = 'roundwatch';

/**
 * The `roundwatch:` links that open the app. A link that arrives before `listen` is called is passed to the
 * listener as soon as it is registered.
 */
export interface DeepLinks {
  /**
   * @param onLink called with the link's target, or with null if the user started the app again without a
   * link
   */
  listen(onLink: (target: LinkTarget | null) => void): void;
}

/**
 * Receives links from the command line, from a second instance (on Linux and Windows) and from the system (on
 * macOS). Must be called before the app is ready; otherwise, a link that starts the app on macOS would be
 * missed.
 */
export function bindDeepLinks(
  app: Pick<App, 'on' | 'isPackaged' | 'setAsDefaultProtocolClient'>,
  argv: readonly string[],
): DeepLinks {
  let listener: ((target: LinkTarget | null) => void) | null = null;
  let pending = targetOfArguments(argv);
  const deliver = (target: LinkTarget | null): void => {
    if (listener !== null) listener(target);
    else pending = target ?? pending;
  };
  app.on('second-instance', (_event: Event, commandLine: string[]) => {
    const target = targetOfArguments(commandLine.slice(1));
    // If the app is already running, a second start at login must not open its window.
    if (target === null && commandLine.includes(HIDDEN)) return;
    deliver(target);
  });
  app.on('open-url', (event: Event, url: string) => {
    event.preventDefault();
    const target = targetOfLink(url);
    if (target !== null) deliver(target);
  });
  // Only a packaged app registers the link scheme. An unpackaged app would register the bare Electron binary.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  return {
    listen: (onLink) => {
      listener = onLink;
      if (pending !== null) onLink(pending);
      pending = null;
    },
  };
}
