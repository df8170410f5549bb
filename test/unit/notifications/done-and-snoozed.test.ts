import { afterEach, expect, it } from 'vitest';
import { putContactsState } from '../../../electron/core/database/queries/cache/contacts.ts';
import { insertWatchlist, putEntry } from '../../../electron/core/database/queries/yours/lists.ts';
import { transaction } from '../../../electron/core/database/sql.ts';
import { digestFacts, fittingSince } from '../../../electron/core/notifications/gather-notices.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import { createTriage } from '../../../electron/core/user-data/triage.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const DAY_MS = 86_400_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
afterEach(() => demo.dispose());

it('a done or snoozed company is in no digest and no notification until something new arrives', async () => {
  demo = await openDemoWorkspace();
  const { files, governor } = demo.workspace;
  const triage = createTriage(files.yours, noJournal);
  const company = { companyId: 'cmp_a', companyName: 'A' };
  const receive = (roundId: string, receivedAtMs: number): void => {
    const event = structuredClone(eventOf({ companyId: 'cmp_a', roundId })) as Record<string, unknown>;
    const body = { ...event, userContext: { icpMatch: 99 } };
    transaction(files.cache, () => storeSignal(files.cache, { body, via: 'webhook', receivedAtMs }));
    mergeSignals(files.cache, log);
  };
  const event = () => [
    digestFacts(demo.workspace, atMs - 1).raised.count,
    fittingSince(demo.workspace, atMs - 1, 50).length,
  ];
  const atMs = governor.serverNowMs();
  receive('fnd_a', atMs);
  expect(event()).toEqual([1, 1]);
  triage.snooze([company], atMs + 30 * DAY_MS, { serverMs: atMs + 1, ownMs: atMs + 1 });
  expect(event()).toEqual([0, 0]);
  triage.done([company], { serverMs: atMs + 2, ownMs: atMs + 2 });
  expect(event()).toEqual([0, 0]);
  receive('fnd_b', atMs + 3);
  expect(event()).toEqual([1, 1]);
});

it('a contact window whose contacts were fetched is not counted in the digest', async () => {
  demo = await openDemoWorkspace();
  const { files, clock, governor } = demo.workspace;
  const receivedAtMs = Date.UTC(2026, 6, 6, 9);
  const body = eventOf({ companyId: 'cmp_a' }); // The round was announced on 9 June, so its contact window closes on 9 July.
  transaction(files.cache, () => storeSignal(files.cache, { body, via: 'webhook', receivedAtMs }));
  mergeSignals(files.cache, log);
  const list = { name: 'Warm', nameFolded: 'warm', createdAtMs: 1 };
  const listId = insertWatchlist(files.yours, list);
  const entry = { companyId: 'cmp_a', companyName: 'A', reason: '', addedAtMs: 1 };
  putEntry(files.yours, { listId, ...entry });
  let nowMs = receivedAtMs;
  const now = { serverNowMs: () => nowMs, timeTrust: () => governor.timeTrust() };
  const counted = () => digestFacts({ files, clock, governor: now }, receivedAtMs).closing.count;
  expect(counted()).toBe(1);
  putContactsState(files.cache, 'cmp_a', {
    state: 'available',
    source: 'contacts',
    observedAtMs: receivedAtMs,
    hint: null,
    total: 3,
    namesAtMs: null,
    fetchedAtMs: receivedAtMs,
  });
  expect(counted()).toBe(0);
  nowMs += DAY_MS;
  expect(counted()).toBe(0);
});
