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
