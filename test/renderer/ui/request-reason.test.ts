import { expect, test } from 'vitest';
import { requestReason } from '../../../renderer/ui/text/request-reason.ts';

test.each([
  ['You', 'You'],
  ['You, to count', 'You, to count matches'],
  ['Plan: contacts', 'Plan: contacts'],
  ['Plan: refresh, retry 1', 'Plan: profile refresh, retry 1'],
  ['Rule: reading', 'Rule: usage check'],
  ['Plan: older', 'Plan: older rounds'],
  ['Watched list Leads (2) (31)', 'Watched list Leads (2)'],
  ['Watched list Leads (31), retry 2', 'Watched list Leads, retry 2'],
  ['Calibration', 'Cost measurement'],
  ['Other devices on this account', 'Other devices on this account'],
])('names the reason of a request stored as %s', (stored, shown) => {
  expect(requestReason(stored)).toBe(shown);
});
