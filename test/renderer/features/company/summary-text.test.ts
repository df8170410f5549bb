import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../../renderer/features/company/panels/refusal-text.ts';
import { roundsSummary, techSummary } from '../../../../renderer/features/company/panels/summary-text.ts';

describe('summary of panels that were not fetched', () => {
  it('promises investors only if a stored round lacks them', () => {
    const [without, withNone] = [{ investors: null }, { investors: [] }];
    const fromEvent = { investors: [{ name: 'Northgate', role: 'lead' }] };
    expect(roundsSummary([without])).toBe(
      'Fetch all rounds to see investors, currencies and US dollar amounts.',
    );
    expect(roundsSummary([without, fromEvent])).toBe(
      'Fetch all rounds to see the missing investors, currencies and US dollar amounts.',
    );
    expect(roundsSummary([fromEvent, withNone])).toBe('The service may list more rounds.');
  });

  it('names the source of the technologies', () => {
    const stamp = (source: 'webhook' | 'company') => ({ source, fetchedAtMs: 1 });
    expect(techSummary(stamp('company'))).toBe(
      'These technologies come from the profile and have no descriptions.',
    );
    expect(techSummary(stamp('webhook'))).toBe(
      'These technologies come from a webhook event and have no descriptions.',
    );
  });
});

describe('a panel that the service has no data for', () => {
  const DAY = 86_400_000;
  const NOW = Date.UTC(2026, 5, 10, 12);
  const refused = { refusedAtMs: NOW - 2 * DAY, askAgainAtMs: NOW + DAY };

  it('shows when it was checked, when it is worth checking again, and that this is free', () => {
    const wait = 'Worth checking again from 11 Jun. A check that finds nothing is free.';
    expect(refusalText(refused, false, NOW)).toBe(`Checked 2 d ago. ${wait}`);
    expect(refusalText(refused, true, NOW)).toBe(
      `Checked 2 d ago: the service had no data. Earlier data is still shown. ${wait}`,
    );
  });

  it('shows only when it was checked once the days have passed', () => {
    expect(refusalText(refused, false, NOW + DAY)).toBe('Checked 3 d ago.');
    expect(refusalText({ ...refused, askAgainAtMs: null }, false, NOW)).toBe('Checked 2 d ago.');
    expect(refusalText({ refusedAtMs: null, askAgainAtMs: null }, false, NOW)).toBe('');
  });
});
