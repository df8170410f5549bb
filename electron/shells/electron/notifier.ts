import type { Notification as ShownNotification, NotificationConstructorOptions } from 'electron';
import type { Notifier } from '../../core/ports.ts';

/** Maximum notifications that respond to a click; older ones are only visible. */
const RETAINED_MAX = 20;

/** The part of Electron's `Notification` that the app uses. */
export interface SystemNotifications {
  new (options: NotificationConstructorOptions): ShownNotification;
  isSupported(): boolean;
}

/** Escapes text for markup. */
export const asMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Native notifications. An unreferenced notification may be garbage-collected with its click handler
 * (https://github.com/electron/electron/issues/12690), so the newest are retained until they are clicked or
 * closed. Linux servers parse bodies as markup but not titles (Desktop Notifications Specification); other
 * systems parse neither.
 * @param onClick brings the window to the front
 */
export function createElectronNotifier(
  system: SystemNotifications,
  platform: NodeJS.Platform,
  onClick: () => void,
): Notifier {
  const bodyOf = platform === 'linux' ? asMarkup : (text: string): string => text;
  const retained: ShownNotification[] = [];
  const release = (notification: ShownNotification): void => {
    const index = retained.indexOf(notification);
    if (index !== -1) retained.splice(index, 1);
  };
  return {
    supported: () => system.isSupported(),
    show: ({ title, body }, clicked) => {
      try {
        const notification = new system({ title, body: bodyOf(body), silent: true });
        notification.once('click', () => {
          release(notification);
          onClick();
          clicked();
        });
        notification.once('close', () => release(notification));
        notification.once('failed', () => release(notification));
        retained.push(notification);
        retained.splice(0, Math.max(0, retained.length - RETAINED_MAX));
        notification.show();
        return true;
      } catch {
        return false;
      }
    },
  };
}
