import type { Notification as ShownNotification, NotificationConstructorOptions } from 'electron';
import type { Notifier, NoticeResult } from '../../core/ports.ts';

/**
 * Number of notifications to which the app keeps a reference. Without a reference, an older notification may
 * no longer respond to a click.
 */
const RETAINED_MAX = 20;

/**
 * If the system does not show a notification within this time, showing it counts as failed. On Linux,
 * Electron reports no failure if the desktop has no notification service.
 */
const SHOWN_WITHIN_MS = 10_000;

/** The part of Electron's `Notification` that the app uses. */
export interface SystemNotifications {
  new (options: NotificationConstructorOptions): ShownNotification;
  isSupported(): boolean;
}

export const asMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Shows native notifications. Keeps a reference to each of the latest notifications until it is clicked or
 * closed. Without a reference, a notification may be garbage-collected along with its click handler
 * (https://github.com/electron/electron/issues/12690). Linux parses the body as markup (Desktop Notifications
 * Specification), so the text is escaped there.
 *
 * @param onClick called before the notification's own handler; brings the window to the front
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
    show: ({ title, body }, clicked, onResult) => {
      try {
        const notification = new system({ title, body: bodyOf(body), silent: true });
        notification.once('click', () => {
          release(notification);
          onClick();
          clicked();
        });
        notification.once('close', () => release(notification));
        let isReported = false;
        const report = (result: NoticeResult): void => {
          clearTimeout(timer);
          if (!result.isShown) release(notification);
          if (isReported) return;
          isReported = true;
          onResult?.(result);
        };
        const timer = setTimeout(() => report({ isShown: false, reason: null }), SHOWN_WITHIN_MS).unref();
        notification.once('show', () => report({ isShown: true }));
        notification.once('failed', (_event, reason) => report({ isShown: false, reason }));
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
