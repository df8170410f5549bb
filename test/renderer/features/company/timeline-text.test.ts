import { describe, expect, it } from 'vitest';
import type { ContactsOfCompany } from '../../../../shared/model/company.ts';
import type { TimelineEntry } from '../../../../shared/model/timeline.ts';
import { linkHint } from '../../../../renderer/features/company/links/link-hint.ts';
import { timelineLine } from '../../../../renderer/features/company/timeline/timeline-text.ts';

const NOW = Date.UTC(2026, 5, 10, 12);
const place = { key: 'a', atMs: NOW - 60_000 };
const stamp = { source: 'contacts' as const, fetchedAtMs: 0 };
const people: ContactsOfCompany = {
  state: 'fetched',
  total: 1,
  stored: 1,
  stamp,
  hint: null,
  people: [
    {
      personId: '7',
      name: 'Amira\u202e Voss',
      title: null,
      email: null,
      emailValid: false,
      linkedinUrl: null,
      stamp,
    },
  ],
};
const amira = { personId: '7', aboutPerson: true };
const gone = { personId: null, aboutPerson: true };
const nobody = { personId: null, aboutPerson: false };
const cost = { requests: 1, records: 4, pageTurns: 0, companies: 0 };
const said = (entry: TimelineEntry, of: ContactsOfCompany | null = people): string => {
  const { text, source } = timelineLine(entry, of, NOW);
  return `${text} | ${source}`;
};

describe('an entry of the timeline', () => {
  it.each<[string, TimelineEntry]>([
    [
      'Series A announced, about €14M | service',
      {
        what: 'round',
        ...place,
        stage: 'Series A',
        source: 'rounds',
        amount: { text: '14M', value: 14e6, precision: 'rounded', currency: 'EUR' },
      },
    ],
    ['Round announced | webhook', { what: 'round', ...place, stage: null, amount: null, source: 'webhook' }],
    ['Opened a site | AI', { what: 'highlight', ...place, text: 'Opened a site', origin: 'ai', dated: true }],
    [
      'untitled article | service',
      { what: 'article', ...place, title: '\u202e', articleId: '1', dated: false },
    ],
    ['1 open role first seen: CTO | service', { what: 'roles-seen', ...place, count: 1, title: 'CTO' }],
    [
      '3 open roles no longer listed: CTO and 2 more | service',
      { what: 'roles-gone', ...place, count: 3, title: 'CTO' },
    ],
    [
      'Contacts fetched, 1 request, 4 records | you',
      { what: 'call', ...place, endpoint: 'contacts', outcome: 'spent', cost, lane: 'interactive' },
    ],
    [
      'News not available, no charge | Roundwatch',
      { what: 'call', ...place, endpoint: 'news', outcome: 'not-found', cost, lane: 'watchlist' },
    ],
    [
      'Profile: response lost, counted as 1 request, 4 records | you',
      { what: 'call', ...place, endpoint: 'company', outcome: 'unknown', cost, lane: 'interactive' },
    ],
    ['Note added | you', { what: 'note', ...place, isFirst: true }],
    ['Note edited | you', { what: 'note', ...place, isFirst: false }],
    ['Status removed | you', { what: 'status', ...place, statusId: null, name: null }],
    [
      'Changed to a status you later deleted | you',
      { what: 'status', ...place, statusId: 'own-1', name: null },
    ],
    ['Saved to Warm: met | you', { what: 'listed', ...place, name: 'Warm', reason: 'met' }],
    [
      'Call with Amira Voss: soon | you',
      { what: 'contact', ...place, ...amira, channel: 'call', line: 'soon', answer: null },
    ],
    [
      'Reply from Amira Voss | you',
      { what: 'contact', ...place, ...amira, channel: 'email', line: '', answer: 'replied' },
    ],
    [
      'Not interested: no budget | you',
      { what: 'contact', ...place, ...nobody, channel: 'call', line: 'no budget', answer: 'not-interested' },
    ],
    ['E-mail address of Amira Voss copied | you', { what: 'copied', ...place, ...amira, field: 'email' }],
    [
      'LinkedIn profile of a deleted contact opened | you',
      { what: 'opened', ...place, ...gone, field: 'person-linkedin' },
    ],
    ['Website opened | you', { what: 'opened', ...place, ...nobody, field: 'website' }],
    ['Message copied | you', { what: 'copied', ...place, ...nobody, field: 'message' }],
    ['Contact blocked | you', { what: 'suppressed', ...place }],
  ])('%s', (line, entry) => {
    expect(said(entry)).toBe(line);
  });

  it('shows no names while contacts are locked', () => {
    const locked: ContactsOfCompany = { ...people, state: 'locked', people: [] };
    expect(said({ what: 'copied', ...place, ...amira, field: 'email' }, locked)).toBe(
      'E-mail address of a locked contact copied | you',
    );
  });

  it('shows the time today, the year if it differs, and the day alone if only that is known', () => {
    const when = (entry: TimelineEntry) => timelineLine(entry, null, NOW).when;
    expect(when({ what: 'first-seen', ...place })).toMatch(/^\d\d:\d\d$/);
    expect(when({ what: 'first-seen', key: 'a', atMs: NOW - 5 * 86_400_000 })).toMatch(/^5 Jun \d\d:\d\d$/);
    expect(when({ what: 'first-seen', key: 'a', atMs: Date.UTC(2024, 1, 29, 12) })).toBe('29 Feb 2024');
    const atMs = Date.UTC(2026, 5, 1);
    expect(
      when({ what: 'contact', key: 'a', atMs, ...nobody, channel: 'call', line: '', answer: null }),
    ).toBe('1 Jun');
    // If an entry is logged on the day of the contact, it has the time at which it was logged. This time is
    // not shown.
    const loggedMs = new Date(2026, 5, 1, 23, 30).getTime();
    expect(
      when({ what: 'contact', key: 'a', atMs: loggedMs, ...nobody, channel: 'call', line: '', answer: null }),
    ).toBe('1 Jun');
  });
});

describe('the hint of a link', () => {
  it('shows the host in its encoded form', () => {
    expect(linkHint('https://acme.example/x', { kind: 'website' })).toEqual({
      host: 'acme.example',
      text: 'Opens acme.example in your browser',
    });
    expect(linkHint('https://аcme.example', { kind: 'website' }).text).toMatch(
      /^Opens xn--\S+\.example .*encoded form/,
    );
    expect(linkHint('http://acme.example', { kind: 'website' })).toEqual({
      host: 'acme.example',
      text: 'Opens acme.example without encryption, after you confirm',
    });
    const refused = {
      host: null,
      text: 'This isn’t a secure web address (HTTPS), so Roundwatch won’t open it. You can copy it instead.',
    };
    expect(linkHint('http://acme.example', { kind: 'person-linkedin', personId: '1' })).toEqual(refused);
    expect(linkHint('ftp://acme.example', { kind: 'website' })).toEqual(refused);
  });
});
