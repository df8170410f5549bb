import type { Notification as ShownNotification, NotificationConstructorOptions } from 'electron';
import type { Notifier } from '../core/ports.ts';

/** As many stay reachable by a click; an older one is only looked at. */
const HELD_MAX = 20;

/** What is used of Electron's `Notification`. */
export interface SystemNotifications {
  new (options: NotificationConstructorOptions): ShownNotification;
  isSupported(): boolean;
}

/** Text as markup that says just that text. Pure. */
export const asMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The system's own notifications. A notification that nobody holds may be collected, and its click with it
 * (https://github.com/electron/electron/issues/12690): the newest are held until they are clicked or closed.
 * Servers of Linux read bodies as markup, and titles never [Desktop Notifications Specification: body, summary]; others read neither.
 * @param onClick brings the window to the front
 */
export function createElectronNotifier(
  system: SystemNotifications,
  platform: NodeJS.Platform,
  onClick: () => void,
): Notifier {
  const bodyOf = platform === 'linux' ? asMarkup : (text: string): string => text;
  const held: ShownNotification[] = [];
  const forget = (notification: ShownNotification): void => {
    const at = held.indexOf(notification);
    if (at !== -1) held.splice(at, 1);
  };
  return {
    supported: () => system.isSupported(),
    show: ({ title, body }, clicked) => {
      try {
        const notification = new system({ title, body: bodyOf(body), silent: true });
        notification.once('click', () => {
          forget(notification);
          onClick();
          clicked();
        });
        notification.once('close', () => forget(notification));
        notification.once('failed', () => forget(notification));
        held.push(notification);
        held.splice(0, Math.max(0, held.length - HELD_MAX));
        notification.show();
        return true;
      } catch {
        return false;
      }
    },
  };
}
