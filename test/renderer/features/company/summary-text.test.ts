import { describe, expect, it } from 'vitest';
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
    expect(roundsSummary([fromEvent, withNone])).toBe('There may be more rounds.');
  });

  it('names the source of the technologies', () => {
    const stamp = (source: 'webhook' | 'company') => ({ source, fetchedAtMs: 1 });
    expect(techSummary(stamp('company'))).toBe('Technologies from the profile, without descriptions.');
    expect(techSummary(stamp('webhook'))).toBe('Technologies from a webhook event, without descriptions.');
  });
});
