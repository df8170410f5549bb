import { describe, expect, test } from 'vitest';
import type { DataOriginReason } from '../../../../shared/contract/privacy.ts';
import {
  privacy,
  retentionOptions,
  allDeletionEffects,
  serviceDeletionEffects,
} from '../../../../renderer/features/settings/privacy/strings.ts';
import {
  companyDeletionEffects,
  contactDeletionEffects,
} from '../../../../renderer/features/company/privacy-strings.ts';
import { removeUndecryptableText } from '../../../../renderer/features/settings/account/remove-undecryptable-text.ts';
import { reasonLine } from '../../../../renderer/features/company/data-origin-text.ts';

const NOW_MS = Date.UTC(2026, 4, 14, 9, 40);
const DAY_MS = 86_400_000;
const call = {
  ledgerId: 7,
  endpoint: 'contacts',
  call: '/companies/c_1/contacts',
  atMs: NOW_MS,
  cost: { requests: 1, records: 9, pageTurns: 0, companies: 0 },
  reason: 'You',
  lane: null,
  screen: 'company',
} as const;
const people: DataOriginReason = {
  what: 'people',
  source: 'contacts',
  fetchedAtMs: NOW_MS,
  call,
  people: 9,
  goesAtMs: NOW_MS + 365 * DAY_MS,
};

describe('why something is kept', () => {
  test('names the call, its whole price, who asked and when it goes', () => {
    expect(reasonLine(people, NOW_MS)).toMatchObject({
      what: '9 people · Contacts',
      how: 'Asked by you, in Company',
      call: '/companies/c_1/contacts',
      price: '1 request, 9 records',
      until: 'Goes by itself on Friday 14 May 2027',
    });
  });
  test('a rule is named, and what is due says so instead of a day that has passed', () => {
    const ruled = { ...people, call: { ...call, reason: 'Watched list Warm intros' }, goesAtMs: NOW_MS - 1 };
    expect(reasonLine(ruled, NOW_MS)).toMatchObject({
      how: 'Asked by Watched list Warm intros, in Company',
      until: 'Goes at the next check, within a day',
    });
  });
  test('a webhook and an unknown call say that no call told it', () => {
    const told = { ...people, what: 'company', people: null, call: null, goesAtMs: null } as const;
    expect(reasonLine({ ...told, source: 'webhook' }, NOW_MS)).toMatchObject({
      how: 'Delivered by the webhook',
      call: null,
      price: null,
      until: 'Kept until you erase it',
    });
    expect(reasonLine({ ...told, source: 'company' }, NOW_MS).how).toContain('No call of this laptop');
  });
  test('what the service wrote into a call cannot turn the line around', () => {
    const hostile = { ...people, call: { ...call, call: '/companies/\u202egnp.exe\u0000' } };
    const said = reasonLine(hostile, NOW_MS).call ?? '';
    expect([said.includes('\u202e'), said.includes('\u0000')]).toEqual([false, false]);
  });
});

describe('what goes and what stays', () => {
  const counts = { companies: 41, people: 31, notes: 2, lists: 3, backups: 5, suppressions: 1 };
  test('wiping what the service said keeps the seller’s words, ledger, keys and who is kept out', () => {
    const { deleted, kept } = serviceDeletionEffects(counts);
    expect(deleted.join('; ')).toMatch(/41 companies.*contacts: 31 people/);
    expect(kept).toEqual([
      'your words: 2 companies with notes, 3 lists, tasks, status and saved filters',
      '5 backups',
      'the ledger of every call',
      'the API key and the people key',
      'who is kept out: 1 person',
    ]);
  });
  test('whatever stays in the one wipe goes in the other', () => {
    for (const line of serviceDeletionEffects(counts).kept)
      expect(allDeletionEffects(counts).deleted).toContain(line);
  });
  test('a company: answers and people are counted apart', () => {
    expect(
      companyDeletionEffects([{ people: null }, { people: null }, { people: 9 }]).deleted.slice(0, 2),
    ).toEqual(['what 2 answers said of it', 'contacts: 9 people']);
    expect(companyDeletionEffects([]).deleted[0]).toBe('what the service said of it');
  });
  test('only who is kept out leaves a fingerprint', () => {
    expect(contactDeletionEffects('suppress').kept.join()).toContain('fingerprint');
    expect(contactDeletionEffects('erase').kept.join()).not.toContain('fingerprint');
  });
});

test('the retention in force is among the choices, in order', () => {
  expect(retentionOptions(null).map(({ value }) => value)).toEqual([
    '3',
    '6',
    '12',
    '18',
    '24',
    '36',
    'never',
  ]);
  expect(retentionOptions(7).map(({ value }) => value)).toEqual([
    '3',
    '6',
    '7',
    '12',
    '18',
    '24',
    '36',
    'never',
  ]);
});

test('somebody who is kept out is told by what they are known again, never by a name', () => {
  expect(privacy.out.knownBy(['linkedin', 'email'])).toBe('known again by LinkedIn profile, e-mail address');
  expect(privacy.out.knownBy([])).toBe('known again by nothing any more');
});

test('before people are given up it is said that those who were kept out are known again by nothing', () => {
  const plain = removeUndecryptableText({ people: 31, suppressions: 0 });
  expect(plain.deleted[0]).toBe('the sealed contacts on this laptop: 31 people');
  expect(JSON.stringify(plain)).not.toContain('kept out');
  const { deleted, kept } = removeUndecryptableText({ people: 31, suppressions: 2 });
  expect(deleted.join()).toContain('by what 2 people kept out would be known again');
  expect(kept.join()).toContain('that 2 people were kept out, and since when, but not who');
});
