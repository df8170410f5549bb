import { z } from 'zod';
import {
  NOTIFICATION_REASON_MAX,
  notificationProblemSchema,
  type NotificationProblem,
} from '../../../shared/model/settings/notifications.ts';
import type { NoticeResult, Notifier, SettingsStore } from '../ports.ts';

const KEY = 'notification-problem';

/** The problem is stored, so Settings still shows it after a restart. */
const storedSchema = z
  .strictObject({ problem: notificationProblemSchema, isTold: z.boolean() })
  .nullable()
  .catch(null);
type Stored = z.infer<typeof storedSchema>;

const readStored = (settings: Pick<SettingsStore, 'get'>): Stored =>
  storedSchema.parse(settings.get(KEY) ?? null);

/**
 * Returns why the system did not show the newest notification; null if the system showed it, or if there was
 * no notification.
 */
export const notificationProblem = (settings: Pick<SettingsStore, 'get'>): NotificationProblem | null =>
  readStored(settings)?.problem ?? null;

interface WatchedNotifierOptions {
  readonly settings: SettingsStore;
  /** Returns whether the app has no open window, so no window can show the problem. */
  readonly isWindowless: () => boolean;
  readonly onChanged: () => void;
  /**
   * Called when a notification has not appeared and an open window can inform the user. Not called again
   * until a notification has appeared.
   */
  readonly onNotShown: () => void;
}

/**
 * Wraps a notifier and records whether its notifications appear. Some systems hide notifications without an
 * error, and the user would wait for reminders that never appear.
 */
export function watchNotifier(
  notifier: Notifier,
  { settings, isWindowless, onChanged, onNotShown }: WatchedNotifierOptions,
): Notifier {
  const store = (next: Stored): void => {
    const before = readStored(settings);
    if (JSON.stringify(before) === JSON.stringify(next)) return;
    settings.set(KEY, next);
    if (before?.problem.reason !== next?.problem.reason || (before === null) !== (next === null)) onChanged();
  };
  const apply = (result: NoticeResult): void => {
    if (result.isShown) return store(null);
    const wasTold = readStored(settings)?.isTold ?? false;
    const isTold = wasTold || !isWindowless();
    store({ problem: { reason: result.reason?.slice(0, NOTIFICATION_REASON_MAX) ?? null }, isTold });
    if (isTold && !wasTold) onNotShown();
  };
  return {
    supported: () => notifier.supported(),
    show: (notice, onClick, onResult) => {
      const isAccepted = notifier.show(notice, onClick, (result) => {
        apply(result);
        onResult?.(result);
      });
      if (!isAccepted) apply({ isShown: false, reason: null });
      return isAccepted;
    },
  };
}
