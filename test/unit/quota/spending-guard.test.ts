import { beforeEach, describe, expect, it } from 'vitest';
import { createConfirmation } from '../../../electron/core/foundation/native-confirmation.ts';
import type { NativeQuestion } from '../../../electron/core/ports.ts';
import {
  createSpendingGuard,
  spend,
  type SpendingGuard,
  type SpentToday,
} from '../../../electron/core/quota/spending/spending-guard.ts';
import { setSpendingThreshold } from '../../../electron/core/quota/spending/spending-threshold.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createMapSettings } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';
import { FREE } from '../../../shared/add-costs.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 5, 10, 9);

let [nowMs, monotonicMs, recordsADay, usedToday] = [NOW_MS, 0, 0, 0];
let questions: NativeQuestion[];
let agrees: boolean;
let spentToday: Map<string, SpentToday>;
let settings: ReturnType<typeof createMapSettings>;
let guard: SpendingGuard;

const confirmationOf = (canAsk = true) =>
  createConfirmation({
    confirm: canAsk
      ? async (question) => {
          questions.push(question);
          return agrees;
        }
      : null,
    clock: { monotonicMs: () => monotonicMs },
    log,
  });
const guardOf = (confirmation = confirmationOf(), workspaceId = 'w1'): SpendingGuard =>
  createSpendingGuard({
    confirmation,
    settings,
    governor: {
      serverNowMs: () => nowMs,
      room: () => ({
        today: FREE,
        lanes: new Map(),
        recordsADay,
        daysLeft: 20,
        recordsADayAfter: recordsADay,
      }),
      allowances: () => [
        { scope: 'all', recordsADay: null, used: usedToday, recordsAMonth: null, usedThisMonth: usedToday },
      ],
    },
    spentToday,
    workspaceId,
  });
const declined = { kind: 'not-confirmed', action: 'spend', reason: 'declined' };

beforeEach(() => {
  [nowMs, monotonicMs, recordsADay, usedToday] = [NOW_MS, 0, 100, 0];
  questions = [];
  agrees = false;
  spentToday = new Map();
  settings = createMapSettings();
  guard = guardOf();
});

describe('spending guard', () => {
  it('asks before an action spends more than 200 records, and not before 200', async () => {
    await guard.admit(200);
    expect(questions).toEqual([]);
    expect(await failureOf(guardOf(confirmationOf(), 'w2').admit(201))).toEqual(declined);
    expect(questions).toEqual([{ kind: 'spend-at-once', records: 201, threshold: 200 }]);
  });

  it('asks before more than the threshold is spent in a day, in however many actions', async () => {
    for (let at = 0; at < 8; at += 1) await guard.admit(25);
    expect(await failureOf(guard.admit(1))).toEqual(declined);
    expect(questions).toEqual([{ kind: 'spend-today', records: 1, spent: 200, more: 200 }]);
  });

  it('allows an even share of the month if it is above the threshold', async () => {
    recordsADay = 300;
    await guard.admit(150);
    await guard.admit(150);
    expect(await failureOf(guard.admit(1))).toEqual(declined);
  });

  it('allows the same amount again if the user agrees', async () => {
    agrees = true;
    await guard.admit(200);
    await guard.admit(150);
    await guard.admit(50);
    expect(questions).toHaveLength(1);
    agrees = false;
    expect(await failureOf(guard.admit(1))).toEqual(declined);
  });

  it('does not count confirmed records, or records that were not spent', async () => {
    agrees = true;
    await guard.admit(5_000);
    agrees = false;
    const receipt = { cost: { ...FREE, records: 10 } };
    await spend(guard, 100, () => Promise.resolve({ receipt }));
    const failed = (counted: boolean) =>
      spend(guard, 90, () =>
        Promise.reject(new AppFailure({ kind: 'network', reason: 'connection', counted })),
      );
    await failureOf(failed(false));
    await failureOf(failed(true));
    // Since the user's answer, 10 records were spent, and the request with the lost response counts as 90
    // more. Another 100 are still allowed.
    await guard.admit(100);
    expect(await failureOf(guard.admit(1))).toEqual(declined);
  });

  it('makes actions wait while the user answers, and applies one answer to all of them', async () => {
    agrees = true;
    await Promise.all(Array.from({ length: 4 }, () => guard.admit(100)));
    expect(questions).toEqual([{ kind: 'spend-today', records: 100, spent: 200, more: 200 }]);
  });

  it('gives actions that arrive together one allowance, and one refusal', async () => {
    const flood = await Promise.allSettled(Array.from({ length: 40 }, () => guard.admit(25)));
    expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(questions).toHaveLength(1);
  });

  it('starts again on the next day, but not when a workspace is opened again', async () => {
    await guard.admit(200);
    guard.dispose();
    guard = guardOf();
    expect(await failureOf(guard.admit(1))).toEqual(declined);
    nowMs += DAY_MS;
    await guard.admit(200);
  });

  it('counts what the ledger counts today after a start of the app', async () => {
    usedToday = 150;
    await guard.admit(50);
    expect(await failureOf(guard.admit(1))).toEqual(declined);
  });

  it('refuses what waits for the user when the workspace is closed', async () => {
    agrees = true;
    const waiting = guard.admit(300);
    guard.dispose();
    expect(await failureOf(waiting)).toEqual({ kind: 'network', reason: 'aborted' });
  });

  it('refuses in a shell that cannot ask', async () => {
    guard = guardOf(confirmationOf(false));
    await guard.admit(200);
    const unavailable = { ...declined, reason: 'unavailable' };
    expect(await failureOf(guard.admit(1))).toEqual(unavailable);
    expect(await failureOf(guard.admit(500))).toEqual(unavailable);
  });

  it('asks six times a minute at most', async () => {
    for (let at = 0; at < 6; at += 1) expect(await failureOf(guard.admit(300))).toEqual(declined);
    expect(await failureOf(guard.admit(300))).toEqual({ ...declined, reason: 'too-often' });
    expect(questions).toHaveLength(6);
    monotonicMs += 60_000;
    expect(await failureOf(guard.admit(300))).toEqual(declined);
  });
});

describe('raising a limit', () => {
  it.each([
    { from: 100, to: 300, asks: true },
    { from: 300, to: null, asks: true },
    { from: 0, to: 201, asks: true },
    { from: 0, to: 200, asks: false },
    { from: 500, to: 400, asks: false },
    { from: null, to: 5_000, asks: false },
    { from: null, to: null, asks: false },
  ])('from $from to $to asks: $asks', async ({ asks, ...change }) => {
    const raised = guard.requireRaise('cap', change);
    if (!asks) return expect(await raised).toBeUndefined();
    expect(await failureOf(raised)).toEqual({ ...declined, action: 'raise-limit' });
    expect(questions).toEqual([{ kind: 'raise-limit', limit: 'cap', ...change }]);
  });

  it('asks before the threshold itself is raised, and not before it is lowered', async () => {
    const set = (to: number) => setSpendingThreshold(settings, confirmationOf(), to);
    await set(50);
    expect(await failureOf(guard.admit(51))).toEqual(declined);
    expect(await failureOf(set(51))).toMatchObject({ kind: 'not-confirmed', action: 'raise-limit' });
    agrees = true;
    await set(1_000);
    agrees = false;
    await guard.admit(1_000);
  });
});
