import { describe, expect, it } from 'vitest';
import { expiredContacts } from '../../../renderer/frame/banners/expired-contacts-text.ts';
import type { DeletionQuestion } from '../../../shared/contract/privacy.ts';

const QUESTION: DeletionQuestion = {
  why: 'unconfirmed',
  people: 27,
  companies: 9,
  events: 0,
  months: 12,
  atMs: Date.UTC(2028, 0, 5, 12),
  laptopMs: Date.UTC(2028, 0, 5, 12),
  serviceMs: null,
  lastMs: null,
};

describe('question about expired contacts', () => {
  it('names the contacts, the companies and the events', () => {
    expect(expiredContacts.fact(QUESTION)).toBe('Erase 27 contacts at 9 companies?');
    expect(expiredContacts.fact({ ...QUESTION, people: 1, companies: 1, events: 2 })).toBe(
      'Erase 1 contact at 1 company and the text of 2 webhook events?',
    );
    expect(expiredContacts.act({ ...QUESTION, people: 0, events: 2 })).toBe(
      'Erase the text of 2 webhook events',
    );
    expect(expiredContacts.act(QUESTION)).toBe('Erase 27 contacts');
    expect(expiredContacts.act({ ...QUESTION, events: 2 })).toBe('Erase data');
  });

  it('explains why the app asks', () => {
    expect(expiredContacts.why(QUESTION)).toBe(
      'According to this computer’s date (Wednesday 5 January 2028), this data is older than 12 months, but the service hasn’t confirmed the date yet.',
    );
    expect(
      expiredContacts.why({ ...QUESTION, why: 'differs', serviceMs: Date.UTC(2026, 10, 26, 12) }),
    ).toContain('differ');
    expect(expiredContacts.why({ ...QUESTION, why: 'jumped' })).toContain('since Roundwatch last ran.');
    expect(expiredContacts.why({ ...QUESTION, why: 'stored-in-doubt' })).toContain(
      'when the data was stored',
    );
  });
});
