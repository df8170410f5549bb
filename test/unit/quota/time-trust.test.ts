import { describe, expect, it } from 'vitest';
import { createServerClock } from '../../../electron/core/quota/server-clock.ts';
import { createTimeTrust, latestPossibleMs } from '../../../electron/core/quota/time-trust.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const START = Date.UTC(2027, 4, 14, 10);
const DAY = 86_400_000;

interface Start {
  /** How long ago the last run ended, and how far the laptop's clock was ahead at that time. */
  readonly last?: { readonly agoMs: number; readonly aheadMs: number };
  readonly aheadMs?: number;
  readonly isServiceInApp?: boolean;
}

function startApp({ last, aheadMs = 0, isServiceInApp = false }: Start = {}) {
  const clock = createFakeClock(START);
  clock.setWall(aheadMs);
  const pair =
    last === undefined ? null : { serverMs: START - last.agoMs, wallMs: START - last.agoMs + last.aheadMs };
  const serverClock = createServerClock(clock, {
    pair,
    uncertain: null,
    notBeforeMs: pair?.serverMs ?? null,
  });
  const trust = createTimeTrust({ serverClock, clock, last: pair, isServiceInApp });
  const respond = (dateMs = START): void => {
    const nowMs = clock.monotonicMs();
    serverClock.sample({ serverMs: dateMs + nowMs, sentMs: nowMs, receivedMs: nowMs, isService: true });
  };
  const judge = (): string => {
    const judged = trust();
    return judged.isTrusted ? 'trusted' : judged.why;
  };
  return { clock, serverClock, trust, respond, judge };
}

describe('trust in the date', () => {
  it('needs a response in this run, even if the laptop’s clock was right before', () => {
    const app = startApp({ last: { agoMs: DAY / 2, aheadMs: 0 } });
    expect(app.judge()).toBe('unconfirmed');
    app.respond();
    expect(app.judge()).toBe('trusted');
  });

  it('uses a time that is a day behind both clocks', () => {
    const app = startApp({ aheadMs: -3_600_000 });
    app.respond();
    app.respond();
    expect(app.trust()).toEqual({ isTrusted: true, safeMs: START - 3_600_000 - DAY });
  });

  it.each([-3_650, -400, -2, 2, 400, 3_650])('is missing if the laptop’s clock is %i days ahead', (days) => {
    const app = startApp({ last: { agoMs: DAY / 2, aheadMs: 0 }, aheadMs: days * DAY });
    expect(app.judge()).toBe('unconfirmed');
    app.respond();
    app.respond();
    expect(app.judge()).toBe('differs');
  });

  it.each([-3_650, -400, -2, 2, 400, 3_650])('is missing if the service’s date is %i days ahead', (days) => {
    const app = startApp({ last: { agoMs: DAY / 2, aheadMs: 0 } });
    app.respond(START + days * DAY);
    expect(app.judge()).toBe('unconfirmed');
    app.respond(START + days * DAY);
    expect(app.judge()).toBe('differs');
  });

  it('needs no question after five weeks in which the laptop was off', () => {
    const app = startApp({ last: { agoMs: 35 * DAY, aheadMs: 0 } });
    app.respond();
    expect(app.judge()).toBe('trusted');
  });

  it('needs no question after the user has corrected the laptop’s clock', () => {
    const app = startApp({ last: { agoMs: DAY / 2, aheadMs: 400 * DAY } });
    app.respond();
    app.respond();
    expect(app.judge()).toBe('trusted');
  });

  it('is missing if the service’s date went back, or advanced without the laptop’s clock', () => {
    const back = startApp({ last: { agoMs: -400 * DAY, aheadMs: 0 } });
    back.respond();
    back.respond();
    expect(back.judge()).toBe('jumped');
    const ahead = startApp({ last: { agoMs: 400 * DAY, aheadMs: 400 * DAY } });
    ahead.respond();
    ahead.respond();
    expect(ahead.judge()).toBe('jumped');
  });

  it('is lost if the laptop’s clock or the service’s date changes while the app runs', async () => {
    const app = startApp();
    app.respond();
    app.clock.setWall(400 * DAY);
    expect(app.judge()).toBe('differs');
    app.clock.setWall(0);
    expect(app.judge()).toBe('trusted');
    await app.clock.advance(1_000);
    for (let call = 0; call < 3; call += 1) app.respond(START + 400 * DAY);
    app.clock.setWall(400 * DAY);
    expect(app.judge()).toBe('jumped');
  });

  it('in the demo follows the moved clock, but not a jump of the laptop’s clock', async () => {
    const app = startApp({ last: { agoMs: DAY / 2, aheadMs: 0 }, isServiceInApp: true });
    expect(app.judge()).toBe('trusted');
    await app.clock.advance(30 * DAY);
    expect(app.judge()).toBe('trusted');
    app.clock.setWall(400 * DAY);
    expect(app.judge()).toBe('jumped');
    expect(startApp({ last: { agoMs: 400 * DAY, aheadMs: 0 }, isServiceInApp: true }).judge()).toBe('jumped');
  });

  it('takes the latest of all possible times for data that is stored now', () => {
    const app = startApp({ last: { agoMs: 0, aheadMs: 0 }, aheadMs: 5 * DAY });
    expect(latestPossibleMs(app.serverClock, app.clock)).toBe(START + 5 * DAY);
    app.clock.setWall(0);
    app.respond(START - 400 * DAY);
    expect(latestPossibleMs(app.serverClock, app.clock)).toBe(START + 5 * DAY);
  });
});
