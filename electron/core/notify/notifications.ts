import type { NotificationSettings, NoticeTarget } from '../../../shared/model/notifications.ts';
import { forgetToldBefore, markTold, newestToldMs, wasTold } from '../db/queries/notices.ts';
import { transaction } from '../db/sql.ts';
import type { Clock, Dispose, Logger, Notifier } from '../ports.ts';
import { noticeClosing } from '../watch/closing.ts';
import { localDate } from '../../../shared/local-date.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { digest, instant, reminder, TEST_NOTICE, type Notice } from './compose.ts';
import { digestFacts, fittingSince, tasksToday } from './gather.ts';
import { isQuiet, localHour } from './hours.ts';
import { messageOf } from '../message-of.ts';

/*
 * Tells what is worth telling, once. The time is looked at every minute rather than waited for: a laptop sleeps, and the demo's
 * clock jumps. What is told is marked in the ledger's file before it is shown: a crash may swallow one, a restart repeats none.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A mark is forgotten once nothing could be told by it again. */
const MARKS_KEPT_MS = 120 * DAY_MS;
/** What came before is left to the digest. */
const INSTANT_MAX_AGE_MS = DAY_MS;
/** What comes within so long is one batch. */
const BATCH_MS = 5_000;

export interface Notifications {
  /** Something came in without being asked for. */
  heard(): void;
  /** Looks at the time now: after sleep, after a jump of the demo's clock. */
  look(): void;
  /** Shows one whatever the hour. @returns whether it was shown */
  test(): boolean;
  dispose(): void;
}

export interface NotificationsParts {
  readonly active: () => OpenWorkspace | null;
  readonly settings: () => NotificationSettings;
  readonly notifier: Notifier | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** A notification was clicked. Shows, and never spends. */
  readonly open: (target: NoticeTarget) => void;
  /** Something of the feed changed by time alone. */
  readonly onNoticed: () => void;
  /** Breaks a guarantee to prove that the tests find it. Tests only. */
  readonly plantedDefect?: 'not-marked' | 'quiet-ignored' | 'one-each';
}

export function createNotifications(parts: NotificationsParts): Notifications {
  return new Teller(parts);
}

class Teller implements Notifications {
  readonly #parts: NotificationsParts;
  readonly #closingAtMs = new WeakMap<OpenWorkspace, number>();
  #stopTick: Dispose = () => undefined;
  #stopBatch: Dispose | null = null;

  constructor(parts: NotificationsParts) {
    this.#parts = parts;
    this.#tick();
  }

  heard(): void {
    this.#stopBatch ??= this.#parts.clock.after(BATCH_MS, () => {
      this.#stopBatch = null;
      this.#guarded((workspace) => this.#instant(workspace));
    });
  }

  look(): void {
    this.#guarded((workspace) => {
      this.#closing(workspace);
      this.#morning(workspace);
    });
  }

  test(): boolean {
    return this.#show(TEST_NOTICE);
  }

  dispose(): void {
    this.#stopTick();
    this.#stopBatch?.();
  }

  #tick(): void {
    this.#stopTick = this.#parts.clock.after(MINUTE_MS, () => {
      this.look();
      this.#tick();
    });
  }

  /** What fails is logged: a notification is worth no fault of the app. */
  #guarded(work: (workspace: OpenWorkspace) => void): void {
    const workspace = this.#parts.active();
    if (workspace === null) return;
    try {
      work(workspace);
    } catch (error) {
      this.#parts.log.error('notification', { error: messageOf(error) });
    }
  }

  #isQuiet({ clock }: OpenWorkspace): boolean {
    if (this.#parts.plantedDefect === 'quiet-ignored') return false;
    return isQuiet(localHour(clock.nowMs()), this.#parts.settings());
  }

  /** Days pass slowly: every hour is often enough. */
  #closing(workspace: OpenWorkspace): void {
    const nowMs = workspace.governor.serverNowMs();
    const lastMs = this.#closingAtMs.get(workspace);
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < HOUR_MS) return;
    this.#closingAtMs.set(workspace, nowMs);
    if (noticeClosing(workspace.files, nowMs) > 0) this.#parts.onNoticed();
  }

  /** The digest at its hour or as soon after as the laptop is awake and it is not quiet; else what is due today alone. */
  #morning(workspace: OpenWorkspace): void {
    const { hour, digest: tells, tasks: reminds } = this.#parts.settings();
    const { files, clock, governor } = workspace;
    const nowMs = clock.nowMs();
    const key = `morning/${localDate(nowMs)}`;
    if (wasTold(files.ledger, key) || this.#isFirst(workspace, key)) return;
    if (localHour(nowMs) < hour || this.#isQuiet(workspace)) return;
    // By the service's clock, as everything that came; never ahead of it, or what comes next would be told by nobody.
    const serverMs = governor.serverNowMs();
    const sinceMs = newestToldMs(files.ledger, 'morning', serverMs) ?? serverMs - DAY_MS;
    const due = tasksToday(workspace);
    const notice = tells
      ? digest(withoutTasks(digestFacts(workspace, sinceMs), reminds))
      : reminds
        ? reminder(due.tasks, due.taskCount)
        : null;
    this.#tell(workspace, [key], notice);
  }

  /** Whoever has just begun saw today's; from tomorrow on it is told. */
  #isFirst({ files, governor }: OpenWorkspace, key: string): boolean {
    if (newestToldMs(files.ledger, 'morning', Number.MAX_SAFE_INTEGER) !== null) return false;
    markTold(files.ledger, key, governor.serverNowMs());
    return true;
  }

  #instant(workspace: OpenWorkspace): void {
    const { instant: tells, digest: digests, threshold } = this.#parts.settings();
    const isQuiet = this.#isQuiet(workspace);
    if (!tells || (isQuiet && !digests)) return;
    const { files, governor } = workspace;
    const sinceMs = governor.serverNowMs() - INSTANT_MAX_AGE_MS;
    const keyOf = ({ entryId }: { entryId: string }): string => `instant/${entryId}`;
    const fresh = fittingSince(workspace, sinceMs, threshold).filter(
      (fitting) => !wasTold(files.ledger, keyOf(fitting)),
    );
    // What comes in quiet hours stands in the next digest, and is not told again after it by itself.
    if (isQuiet) return this.#tell(workspace, fresh.map(keyOf), null);
    const batches = this.#parts.plantedDefect === 'one-each' ? fresh.map((each) => [each]) : [fresh];
    for (const batch of batches) this.#tell(workspace, batch.map(keyOf), instant(batch));
  }

  /** Marked first, all of them in one transaction. */
  #tell({ files, governor }: OpenWorkspace, keys: readonly string[], notice: Notice | null): void {
    const { ledger } = files;
    const nowMs = governor.serverNowMs();
    if (this.#parts.plantedDefect !== 'not-marked')
      transaction(ledger, () => {
        for (const key of keys) markTold(ledger, key, nowMs);
        forgetToldBefore(ledger, nowMs - MARKS_KEPT_MS);
      });
    if (notice !== null) this.#show(notice);
  }

  #show({ title, body, target }: Notice): boolean {
    const { notifier, open, log } = this.#parts;
    if (notifier?.supported() !== true) return false;
    const shown = notifier.show({ title, body }, () => open(target));
    if (!shown) log.warn('notification-not-shown');
    return shown;
  }
}

const withoutTasks = <T extends { tasks: readonly unknown[]; taskCount: number }>(
  facts: T,
  reminds: boolean,
): T => (reminds ? facts : { ...facts, tasks: [], taskCount: 0 });
