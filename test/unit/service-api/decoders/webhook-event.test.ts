import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEvent } from '../../../../electron/core/service-api/decoders/webhook-event.ts';

const event = {
  event: 'trigger_published',
  timestamp: '2026-03-01T10:00:00Z',
  '{base_url}': 'evt-1',
  trigger: {
    type: 'funding',
    subtype: 'Seed',
    publishedAt: '2026-03-01T09:59:00Z',
    evidence: {
      fundingId: 'f1',
      amount: '€5M',
      amountNumeric: 5_000_000,
      amountUsd: 5_400_000,
      currency: 'EUR',
      stage: 'Seed',
      announceDate: '2026-02-28T23:00:00-05:00',
      investors: [{ name: 'A', type: 'lead' }],
    },
  },
  company: {
    id: 'c1',
    name: 'Acme',
    logo: 'https://logo.example/a.png',
    country: 'Germany',
    industry: 'Fintech',
    description: 'Pays',
    tags: [{ name: 'B2B', slug: 'b2b' }],
    websiteUrl: 'https://acme.example',
    techStack: ['Svelte'],
    techStackCategories: ['Frontend'],
  },
  allTriggers: [{ id: 't1', type: 'hiring', subtype: null, publishedAt: '2026-03-01T00:00:00Z' }],
  userContext: { icpMatch: 0, userNote: 'call', trackingStatus: null },
};

describe('webhook event', () => {
  it('is decoded to a company, a round and the dashboard’s data', () => {
    expect(decodeEvent(event)).toMatchObject({
      eventKey: 'evt-1',
      keyRule: 'masked-name',
      roundId: 'f1',
      type: 'funding',
      subtype: 'Seed',
      publishedAtMs: Date.UTC(2026, 2, 1, 9, 59),
      company: {
        companyId: 'c1',
        name: 'Acme',
        countryCode: 'DE',
        website: 'https://acme.example',
        industries: ['Fintech'],
        tags: [{ tagId: null, name: 'B2B', slug: 'b2b', category: null }],
      },
      round: {
        roundId: 'f1',
        stage: 'Seed',
        announcedOn: '2026-02-28',
        amountUsd: 5_400_000,
        amount: { text: '€5M', value: 5_000_000, precision: 'exact', currency: 'EUR' },
        investors: [{ name: 'A', role: 'lead' }],
      },
      technologies: [{ name: 'Svelte' }],
      // A fit of 0 stays 0. A missing fit becomes null, as tested below.
      icpMatch: 0,
      userNote: 'call',
      trackingStatus: null,
      triggers: [{ triggerId: 't1', type: 'hiring', subtype: null }],
    });
    expect(decodeEvent({ ...event, userContext: { icpMatch: null } })?.icpMatch).toBeNull();
  });

  const { '{base_url}': _masked, ...unkeyed } = event;
  const withoutRound = { ...unkeyed, trigger: { ...event.trigger, evidence: {} } };
  it.each<[string, object, string, string | RegExp]>([
    ['the id of its trigger', { ...event, trigger: { ...event.trigger, id: 't9' } }, 'trigger-id', 't9'],
    ['the masked name', event, 'masked-name', 'evt-1'],
    ['the only undocumented name', { ...unkeyed, triggerKey: 'k' }, 'only-unknown-name', 'k'],
    ['the name ending in id among several', { ...unkeyed, a: 'x', eventId: 'k' }, 'only-unknown-name', 'k'],
    ['the same name in any order', { ...unkeyed, zId: 'x', aId: 'k' }, 'only-unknown-name', 'k'],
    [
      'the round, not a name shared by several events',
      { ...unkeyed, version: '1', accountId: 'me' },
      'funding-id',
      'f1',
    ],
    ['a name beside shared ones', { ...unkeyed, version: '1', key: 'k' }, 'only-unknown-name', 'k'],
    ['the round, not one of several names', { ...unkeyed, a: 'x', b: 'y' }, 'funding-id', 'f1'],
    [
      'the round, not a name with an invalid key',
      { ...unkeyed, eventId: 'x'.repeat(201) },
      'funding-id',
      'f1',
    ],
    ['the round', unkeyed, 'funding-id', 'f1'],
    ['its content', withoutRound, 'hash', /^[0-9a-f]{64}$/],
  ])('is identified by %s', (_name, body, keyRule, eventKey) => {
    const decoded = decodeEvent(body);
    expect(decoded?.keyRule).toBe(keyRule);
    expect(decoded?.eventKey).toMatch(eventKey);
  });

  it('has no zero for an unknown amount', () => {
    const amountOf = (evidence: object) =>
      decodeEvent({ ...event, trigger: { ...event.trigger, evidence: { fundingId: 'f1', ...evidence } } })
        ?.round?.amount;
    expect(amountOf({ amount: 'undisclosed', amountNumeric: 0 })).toMatchObject({
      text: 'undisclosed',
      value: null,
    });
    expect(amountOf({ amount: '$5M', amountNumeric: -1 })).toMatchObject({ text: '$5M', value: 5_000_000 });
    expect(amountOf({ amountNumeric: 750_000 })).toMatchObject({ value: 750_000, precision: 'exact' });
    expect(amountOf({ amountNumeric: 0 })).toBeNull();
  });

  it('of another type has no round, and without a company is null', () => {
    expect(decodeEvent(withoutRound)).toMatchObject({ round: null, company: { companyId: 'c1' } });
    expect(decodeEvent({ ...event, event: 'brand_new' })).toMatchObject({ event: 'brand_new' });
    expect(decodeEvent({ ...event, company: {} })).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (company, trigger, rest) => {
        decodeEvent({
          company: { id: 'c', ...Object(company) },
          trigger,
          userContext: rest,
          allTriggers: rest,
        });
        decodeEvent(rest);
      }),
      { numRuns: 500 },
    );
  });
});
