import { expect, it } from 'vitest';
import { silenceWarning } from '../../../../renderer/features/signals/receiver/silence-text.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it.each([
  [5 * DAY, 5 * DAY, DAY, 'No deliveries for 5 days. Deliveries usually arrive every day. Check the tunnel.'],
  [
    3.9 * DAY,
    4 * DAY,
    8 * HOUR,
    'No deliveries for 3 days. Deliveries usually arrive every 8 hours. Check the tunnel.',
  ],
  [
    28 * DAY,
    28 * DAY,
    7 * DAY,
    'No deliveries for 28 days. Deliveries usually arrive every 7 days. Check the tunnel.',
  ],
  [
    3 * DAY,
    30 * DAY,
    HOUR,
    'No deliveries in 3 days of listening. Deliveries usually arrive every hour. Check the tunnel.',
  ],
])(
  'a silence of %d ms out of %d ms, with a usual gap of %d ms',
  (listenedMs, elapsedMs, usualGapMs, text) => {
    expect(silenceWarning({ listenedMs, elapsedMs, usualGapMs })).toBe(text);
  },
);
