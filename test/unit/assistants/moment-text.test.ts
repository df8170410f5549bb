import { expect, it } from 'vitest';
import { momentText } from '../../../electron/core/assistants/moment-text.ts';

it('is the local time of day, and also the date if that is not today', () => {
  const nowMs = new Date(2026, 10, 28, 19, 32).getTime();
  expect(momentText(new Date(2026, 10, 28, 20, 32).getTime(), nowMs)).toBe('20:32');
  expect(momentText(new Date(2026, 10, 29, 0, 5).getTime(), nowMs)).toBe('29 Nov 00:05');
});
