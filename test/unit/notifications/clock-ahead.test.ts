import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  markNoticeShown,
  wasNoticeShown,
} from '../../../electron/core/database/queries/ledger/shown-notices.ts';
import { transaction } from '../../../electron/core/database/sql.ts';
import { createNotifications } from '../../../electron/core/notifications/notifications.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { NOTIFICATIONS_DEFAULT } from '../../../shared/model/settings/notifications.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
beforeEach(async () => {
  demo = await openDemoWorkspace();
});
afterEach(() => demo.dispose());

/** Simulates a laptop whose clock is `aheadHours` hours ahead of the service's time. */
function laptop(aheadHours: number) {
  const { workspace: real } = demo;
  const ahead = aheadHours * 3_600_000;
  // Only the laptop's clock is moved. The governor's estimate of the service's time stays correct.
  const workspace: OpenWorkspace = {
    ...real,
    clock: { ...real.clock, nowMs: () => real.clock.nowMs() + ahead },
  };
  const goTo = (days: number, hour: number, minute: number): void => {
    const at = new Date(workspace.clock.nowMs());
    const wanted = new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, hour, minute).getTime();
    real.demo?.travel(wanted - workspace.clock.nowMs());
    real.governor.review();
  };
  const notifier = createRecordingNotifier();
  const notifications = createNotifications({
    active: () => workspace,
    clock: createFakeClock(0),
    log,
    notifier,
    open: () => undefined,
    settings: () => ({ ...NOTIFICATIONS_DEFAULT }),
    onChangesRecorded: () => undefined,
  });
  const raised = (name: string, id: string): void => {
    const event = structuredClone(eventOf({ companyId: id, roundId: `fnd_${id}` })) as Record<
      string,
      Record<string, unknown>
    >;
    Object.assign(event['company'] ?? {}, { name });
    const { cache } = real.files;
    const receivedAtMs = real.governor.serverNowMs();
    transaction(cache, () => storeSignal(cache, { body: event, via: 'webhook', receivedAtMs }));
    mergeSignals(cache, log);
  };
  const titles = () => notifier.shown.map(({ title }) => title);
  return {
    ledger: real.files.ledger,
    serverNowMs: real.governor.serverNowMs,
    notifications,
    goTo,
    raised,
    titles,
  };
}

it('with a laptop clock two hours ahead, a company received after a digest is in the next digest', () => {
  const { notifications, goTo, raised, titles } = laptop(2);
  notifications.check();
  goTo(1, 9, 0);
  raised('Before', 'cmp_b');
  notifications.check();
  goTo(0, 9, 30);
  raised('After', 'cmp_a');
  goTo(1, 9, 0);
  notifications.check();
  notifications.dispose();
  expect(titles()).toEqual(['Digest: 1 company raised money', 'Digest: 1 company raised money']);
});

it('marks of shown digests are deleted by age only while the date is trusted', () => {
  const { ledger, serverNowMs, notifications, goTo, raised } = laptop(0);
  const isMarked = () => wasNoticeShown(ledger, 'instant/old');
  const dayMs = 24 * 3_600_000;
  markNoticeShown(ledger, 'instant/old', serverNowMs() - 121 * dayMs);
  const { governor } = demo.workspace;
  const trusted = governor.timeTrust;
  const laptopMs = serverNowMs();
  governor.timeTrust = () => ({ isTrusted: false, why: 'differs', laptopMs, serviceMs: null, lastMs: null });
  notifications.check();
  goTo(1, 9, 0);
  raised('First', 'cmp_1');
  notifications.check();
  expect(isMarked()).toBe(true);
  governor.timeTrust = trusted;
  goTo(1, 9, 0);
  raised('Second', 'cmp_2');
  notifications.check();
  notifications.dispose();
  expect(isMarked()).toBe(false);
});

it('a digest shown while the date was a year ahead hides nothing from later digests', () => {
  const { ledger, serverNowMs, notifications, goTo, raised, titles } = laptop(0);
  notifications.check();
  // Marks a digest with a future date as shown, as if the app had shown it before it received the service's
  // time.
  markNoticeShown(ledger, 'morning/2031-01-01', serverNowMs() + 365 * 24 * 3_600_000);
  goTo(1, 7, 0);
  raised('Today', 'cmp_t');
  goTo(0, 9, 0);
  notifications.check();
  notifications.dispose();
  expect(titles()).toEqual(['Digest: 1 company raised money']);
});
