import type { NotificationSettings, NoticeTarget } from '../../../shared/model/settings/notifications.ts';
import {
  deleteNoticesAfter,
  deleteNoticesBefore,
  markNoticeShown,
  newestNoticeMs,
  wasNoticeShown,
} from '../database/queries/ledger/shown-notices.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger, Notifier } from '../ports.ts';
import { noticeClosing } from '../watch/closing-window-changes.ts';
import { localDate } from '../../../shared/local-date.ts';
import { readAccount } from '../database/queries/ledger/account-state.ts';
import { costDrifts } from '../database/queries/ledger/cost-checks.ts';
import { accountWatch } from '../database/queries/ledger/account-use.ts';
import { excessiveOutsideUse } from '../quota/account/account-usage.ts';
import { windowStartMs } from '../quota/policy/windows.ts';
import {
  backedRounds,
  changedCost,
  digest,
  instant,
  outsideUse,
  reminder,
  TEST_NOTICE,
  type Notice,
} from './compose-notice.ts';
import {
  digestFacts,
  fittingSince,
  newBackedRounds,
  tasksNow,
  tasksToday,
  type NoticeSources,
} from './gather-notices.ts';
import { isQuiet, localHour } from './quiet-hours.ts';
import { messageOf } from '../foundation/error-message.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';

/*
 * Shows each notification once. A timer checks the time every minute. A single long timer would fire too late
 * or too early if the computer sleeps or the demo's clock jumps. Each notification is marked in `ledger.db`
 * before it is shown, so a restart does not repeat it. If the app crashes between the two steps, the
 * notification is lost.
 */

/**
 * The mark of a shown notification is deleted after this time. By then, its event is too old to be shown
 * again.
 */
const SHOWN_MARK_LIFETIME_MS = 120 * DAY_MS;
/** An event older than this gets no separate notification and is only included in the digest. */
const INSTANT_MAX_AGE_MS = DAY_MS;
/** Events that arrive within this time are combined into one notification. */
const BATCH_MS = 5_000;
/** How long after a workspace was opened its notifications are checked. By then, its first view is shown. */
const OPENED_MS = 2_000;

export interface Notifications {
  /**
   * Must be called when webhook events have arrived. Shows a notification if a company in one of these events
   * fits the user's market.
   */
  onSignals(): void;
  /**
   * Records contact windows that are about to close. Reminds the user of tasks whose due time has come. Once
   * a day, after the configured hour, shows the digest or the due tasks. Alerts the user to usage outside
   * this app and to changed costs. Also called after sleep and when the demo's clock jumps.
   */
  check(): void;
  /**
   * Must be called when a workspace has been opened. Records the contact windows that are about to close,
   * shows the reminders and the digest, and calls `check` two seconds later.
   */
  onOpened(): void;
  /**
   * Shows a test notification, even during quiet hours.
   * @returns whether it was shown
   */
  test(): boolean;
  dispose(): void;
}

interface NotifiedWorkspace extends NoticeSources {
  readonly files: NoticeSources['files'] & { readonly cache: WriteDb; readonly ledger: WriteDb };
}

interface NotificationsParts {
  readonly active: () => NotifiedWorkspace | null;
  readonly settings: () => NotificationSettings;
  readonly notifier: Notifier | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when a notification is clicked. Opens a screen without sending a request. */
  readonly open: (target: NoticeTarget) => void;
  /**
   * Called when changes were added to the watched lists without a new response, because time has passed: for
   * example, a contact window is about to close.
   */
  readonly onChangesRecorded: () => void;
}

export function createNotifications(parts: NotificationsParts): Notifications {
  return new NoticePublisher(parts);
}

class NoticePublisher implements Notifications {
  readonly #parts: NotificationsParts;
  readonly #closingAtMs = new WeakMap<NotifiedWorkspace, number>();
  #stopTick: Dispose = () => undefined;
  #stopBatch: Dispose | null = null;
  #stopOpened: Dispose | null = null;
  /** Workspaces that were last checked outside quiet hours. */
  readonly #awake = new WeakSet<NotifiedWorkspace>();

  constructor(parts: NotificationsParts) {
    this.#parts = parts;
    this.#tick();
  }

  onSignals(): void {
    this.#stopBatch ??= this.#parts.clock.after(BATCH_MS, () => {
      this.#stopBatch = null;
      this.#guarded((workspace) => this.#instant(workspace));
    });
  }

  check(): void {
    this.#guarded((workspace) => {
      this.#first(workspace);
      this.#afterQuiet(workspace);
      this.#outsideUse(workspace);
      this.#changedCost(workspace);
    });
  }

  onOpened(): void {
    this.#guarded((workspace) => this.#first(workspace));
    this.#stopOpened ??= this.#parts.clock.after(OPENED_MS, () => {
      this.#stopOpened = null;
      this.check();
    });
  }

  test(): boolean {
    return this.#show(TEST_NOTICE);
  }

  dispose(): void {
    this.#stopTick();
    this.#stopBatch?.();
    this.#stopOpened?.();
  }

  /** Runs at the start of each minute, so task reminders are not late. */
  #tick(): void {
    const untilNextMinute = MINUTE_MS - (this.#parts.clock.nowMs() % MINUTE_MS);
    this.#stopTick = this.#parts.clock.after(untilNextMinute, () => {
      this.check();
      this.#tick();
    });
  }

  /**
   * Runs `work` on the open workspace. Errors are only logged, because notifications must not disrupt the
   * app.
   */
  #guarded(work: (workspace: NotifiedWorkspace) => void): void {
    const workspace = this.#parts.active();
    if (workspace === null) return;
    try {
      work(workspace);
    } catch (error) {
      this.#parts.log.error('notification', { error: messageOf(error) });
    }
  }

  /** The part of `check` that also runs when a workspace is opened, before the first view. */
  #first(workspace: NotifiedWorkspace): void {
    this.#closing(workspace);
    // Show the due tasks before the digest, because the digest omits tasks that have just been shown.
    this.#dueTasks(workspace);
    this.#morning(workspace);
  }

  #isQuiet({ clock }: NotifiedWorkspace): boolean {
    return isQuiet(localHour(clock.nowMs()), this.#parts.settings());
  }

  /**
   * Records contact windows that close soon. Contact windows close at the end of a day, so an hourly check is
   * enough.
   */
  #closing(workspace: NotifiedWorkspace): void {
    const nowMs = workspace.governor.serverNowMs();
    const lastMs = this.#closingAtMs.get(workspace);
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < HOUR_MS) return;
    this.#closingAtMs.set(workspace, nowMs);
    if (noticeClosing(workspace.files, nowMs) > 0) this.#parts.onChangesRecorded();
  }

  /**
   * Reminds the user of tasks that have become due, even if that happened while the computer was asleep or
   * the app was closed. Reminders that become due in quiet hours are shown when the quiet hours end.
   */
  #dueTasks(workspace: NotifiedWorkspace): void {
    if (this.#isQuiet(workspace)) return;
    const { keys, tasks, taskCount } = tasksNow(workspace);
    if (keys.length === 0) return;
    const { tasks: reminds } = this.#parts.settings();
    this.#markAndShow(workspace, keys, reminds ? reminder(tasks, taskCount) : null);
  }

  /**
   * Shows the digest once a day, after the configured hour and outside quiet hours. If the digest is off,
   * shows the tasks due today instead.
   */
  #morning(workspace: NotifiedWorkspace): void {
    const { hour, digest: isDigestOn, tasks: reminds } = this.#parts.settings();
    const { files, clock, governor } = workspace;
    const nowMs = clock.nowMs();
    const key = `morning/${localDate(nowMs)}`;
    if (wasNoticeShown(files.ledger, key) || this.#isFirst(workspace, key)) return;
    if (localHour(nowMs) < hour || this.#isQuiet(workspace)) return;
    // Events are stored with server times, so the comparison needs server times too. An earlier notification
    // that is dated in the future is ignored. Otherwise, the digest would omit events until that date.
    const serverMs = governor.serverNowMs();
    const sinceMs = newestNoticeMs(files.ledger, 'morning', serverMs) ?? serverMs - DAY_MS;
    const notice = isDigestOn
      ? digest(withoutTasks(digestFacts(workspace, sinceMs), reminds))
      : reminds
        ? reminderOfToday(workspace)
        : null;
    this.#markAndShow(workspace, [key], notice);
  }

  /**
   * Returns whether this is the workspace's first day. If so, also marks the digest of that day as shown: the
   * user has just seen the data and needs no digest.
   */
  #isFirst({ files, governor }: NotifiedWorkspace, key: string): boolean {
    if (newestNoticeMs(files.ledger, 'morning', Number.MAX_SAFE_INTEGER) !== null) return false;
    markNoticeShown(files.ledger, key, governor.serverNowMs());
    return true;
  }

  /**
   * Alerts the user if other clients of the account exceeded the user's limit today or yesterday. Each of
   * these days causes at most one alert, and at most one alert is shown per UTC day.
   */
  #outsideUse(workspace: NotifiedWorkspace): void {
    const { ledger } = workspace.files;
    const excessive = excessiveOutsideUse(ledger);
    if (excessive === null || this.#isQuiet(workspace)) return;
    const nowMs = workspace.governor.serverNowMs();
    const todayMs = windowStartMs('day', nowMs);
    const key = `outside-use/${new Date(excessive.dayMs).toISOString().slice(0, 10)}`;
    const lastMs = newestNoticeMs(ledger, 'outside-use', nowMs);
    const wasShown = wasNoticeShown(ledger, key) || (lastMs !== null && lastMs >= todayMs);
    if (wasShown || excessive.dayMs < todayMs - DAY_MS) return;
    const above = accountWatch(ledger).alertAbove;
    this.#markAndShow(workspace, [key], outsideUse(excessive, { above, todayMs }));
  }

  /**
   * Notifies the user once about the newest cost correction, unless the correction is more than a day old.
   */
  #changedCost(workspace: NotifiedWorkspace): void {
    const { ledger } = workspace.files;
    const [drift] = costDrifts(ledger, readAccount(ledger).epoch, 1);
    if (drift === undefined || this.#isQuiet(workspace)) return;
    const key = `changed-cost/${drift.id}`;
    const isOld = drift.atMs < workspace.governor.serverNowMs() - DAY_MS;
    if (!isOld && !wasNoticeShown(ledger, key)) this.#markAndShow(workspace, [key], changedCost(drift));
  }

  /**
   * After quiet hours end, shows the events that arrived during them, unless the digest is on. The digest
   * already contains these events.
   */
  #afterQuiet(workspace: NotifiedWorkspace): void {
    if (this.#isQuiet(workspace)) return void this.#awake.delete(workspace);
    if (this.#awake.has(workspace)) return;
    this.#awake.add(workspace);
    this.#instant(workspace);
  }

  #instant(workspace: NotifiedWorkspace): void {
    const { instant: isInstantOn, digest: isDigestOn, threshold } = this.#parts.settings();
    const isQuiet = this.#isQuiet(workspace);
    if (!isInstantOn || (isQuiet && !isDigestOn)) return;
    const { files, governor } = workspace;
    const sinceMs = governor.serverNowMs() - INSTANT_MAX_AGE_MS;
    const keyOf = ({ entryId }: { entryId: string }): string => `instant/${entryId}`;
    const fresh = fittingSince(workspace, sinceMs, threshold).filter(
      (fitting) => !wasNoticeShown(files.ledger, keyOf(fitting)),
    );
    // During quiet hours, events are only marked as shown, because the next digest contains them.
    this.#markAndShow(workspace, fresh.map(keyOf), isQuiet ? null : instant(fresh));
    const backed = newBackedRounds(workspace).filter(({ key }) => !wasNoticeShown(files.ledger, key));
    if (backed.length === 0) return;
    // Leaves out companies that `instant(fresh)` has just reported. Otherwise, the user would be notified of
    // them twice.
    const others = backed.filter((each) => fresh.every(({ companyId }) => companyId !== each.companyId));
    const keys = backed.map(({ key }) => key);
    this.#markAndShow(workspace, keys, isQuiet ? null : backedRounds(others));
  }

  /** Marks the notification's keys as shown, all in one transaction. Then shows the notification. */
  #markAndShow({ files, governor }: NotifiedWorkspace, keys: readonly string[], notice: Notice | null): void {
    const { ledger } = files;
    const nowMs = governor.serverNowMs();
    const trust = governor.timeTrust();
    transaction(ledger, () => {
      for (const key of keys) markNoticeShown(ledger, key, nowMs);
      if (!trust.isTrusted) return;
      deleteNoticesBefore(ledger, trust.safeMs - SHOWN_MARK_LIFETIME_MS);
      // While the clock was ahead, future digests and reminders may have been marked as shown. Delete these
      // marks; otherwise, the notifications would not be shown when they are due.
      for (const kind of ['morning', 'task']) deleteNoticesAfter(ledger, kind, nowMs + DAY_MS);
    });
    if (notice !== null) this.#show(notice);
  }

  #show({ title, body, target }: Notice): boolean {
    const { notifier, open, log } = this.#parts;
    if (notifier?.supported() !== true) return false;
    const shown = notifier.show(
      { title, body },
      () => open(target),
      (result) => {
        if (!result.isShown) log.warn('notification-not-shown', { reason: result.reason ?? 'no answer' });
      },
    );
    if (!shown) log.warn('notification-not-shown');
    return shown;
  }
}

const withoutTasks = <T extends { tasks: readonly unknown[]; taskCount: number }>(
  facts: T,
  reminds: boolean,
): T => (reminds ? facts : { ...facts, tasks: [], taskCount: 0 });

function reminderOfToday(workspace: NotifiedWorkspace): Notice | null {
  const { tasks, taskCount } = tasksToday(workspace);
  return reminder(tasks, taskCount);
}
