import { expect, it } from 'vitest';
import { contactsKnownAtMs, windowOf } from '../../../electron/core/database/queries/cache/contact-window.ts';

const DAY_MS = 86_400_000;
const ANNOUNCED = '2026-05-10';
const ANNOUNCED_MS = Date.UTC(2026, 4, 10);

it('has no deadline for contacts if the profile showed that the service lists none', () => {
  const observedAtMs = ANNOUNCED_MS + 2 * DAY_MS;
  const none = { state: 'told-none', observedAtMs, fetchedAtMs: null } as const;
  const nowMs = observedAtMs + DAY_MS;
  expect(windowOf(ANNOUNCED, none, nowMs)).toMatchObject({ state: 'open', contacts: 'none' });
  expect(contactsKnownAtMs(ANNOUNCED, none)).toBe(observedAtMs);
  expect(windowOf(ANNOUNCED, { ...none, state: 'available' }, nowMs).contacts).toBeUndefined();
  // This round was announced after the profile was fetched, so the service may list contacts now.
  expect(windowOf('2026-05-20', none, ANNOUNCED_MS + 11 * DAY_MS).contacts).toBeUndefined();
});
