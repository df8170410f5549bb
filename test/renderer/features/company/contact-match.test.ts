import { describe, expect, it } from 'vitest';
import type { ContactMatch } from '../../../../shared/model/buyer-roles.ts';
import type { ContactsOfCompany, Person } from '../../../../shared/model/company.ts';
import {
  bestMatch,
  countMatches,
  foldedContacts,
} from '../../../../renderer/features/company/contacts/contact-match.ts';
import { byMatch, firstReachable } from '../../../../shared/contact-order.ts';
import {
  matchChip,
  matchCountText,
  matchNote,
  matchReasonText,
  othersText,
  priceWithMatches,
} from '../../../../renderer/features/company/contacts/match-text.ts';

const strong: ContactMatch = {
  match: 'strong',
  reason: { kind: 'role', department: 'it', seniority: 'executive' },
};
const weak: ContactMatch = { match: 'weak', reason: { kind: 'role', department: 'it', seniority: null } };
const none: ContactMatch = {
  match: 'none',
  reason: { kind: 'role', department: 'finance', seniority: 'director' },
};
const unknown: ContactMatch = { match: 'unknown', reason: null };

let id = 0;
const person = (title: string | null, match?: ContactMatch): Person => ({
  personId: `p${(id += 1)}`,
  name: `Person ${id}`,
  title,
  email: null,
  emailValid: false,
  linkedinUrl: null,
  ...(match ? { match } : {}),
  stamp: { source: 'company', fetchedAtMs: 0 },
});
const titles = (people: readonly Person[]) => people.map(({ title }) => title);
const contacts = (people: Person[], change: Partial<ContactsOfCompany> = {}): ContactsOfCompany => ({
  state: 'names-only',
  people,
  stored: people.length,
  total: people.length,
  stamp: null,
  hint: null,
  ...change,
});
const mixed = [
  person(null, unknown),
  person('CEO', none),
  person('Engineer', weak),
  person('Head of IT', strong),
  person('CTO', strong),
  person('CFO', none),
];

describe('the order of contacts', () => {
  it('is strong, weak, others, and by seniority within each', () => {
    expect(titles(byMatch(mixed))).toEqual(['CTO', 'Head of IT', 'Engineer', 'CEO', 'CFO', null]);
  });
  it('has those with an email address first among equally good matches', () => {
    const written = { ...person('Head of IT', strong), email: 'a@b.example', emailValid: true };
    const invalid = { ...person('CIO', strong), email: 'c@b.example', emailValid: false };
    const weakWritten = { ...person('Engineer', weak), email: 'd@b.example', emailValid: true };
    const sorted = byMatch([...mixed, invalid, weakWritten, written]);
    expect(titles(sorted).slice(0, 4)).toEqual(['Head of IT', 'CTO', 'CIO', 'Head of IT']);
    expect(bestMatch(sorted)).toBe(firstReachable(sorted));
  });
  it('is by seniority alone if no buyer roles are set', () => {
    expect(titles(byMatch([person('Engineer'), person('CTO'), person('CEO')]))).toEqual([
      'CEO',
      'CTO',
      'Engineer',
    ]);
  });
  it('folds the others, unless no contact matches', () => {
    const { listed, others } = foldedContacts(byMatch(mixed));
    expect([titles(listed), titles(others)]).toEqual([
      ['CTO', 'Head of IT', 'Engineer'],
      ['CEO', 'CFO', null],
    ]);
    const unmatched = [person('CFO', none), person(null, unknown)];
    expect(foldedContacts(unmatched)).toEqual({ listed: unmatched, others: [] });
  });
  it('has the best match first, if any contact matches', () => {
    expect(bestMatch(byMatch(mixed))?.title).toBe('CTO');
    expect(bestMatch([person('CFO', none)])).toBeNull();
    expect(bestMatch([person('CEO')])).toBeNull();
    expect(bestMatch([])).toBeNull();
  });
});

describe('the number of matches', () => {
  it('is not claimed without buyer roles, without stored contacts, or while contacts are locked', () => {
    expect(countMatches(null)).toBeNull();
    expect(countMatches(contacts([person('CTO')]))).toBeNull();
    for (const state of ['never-fetched', 'locked', 'paced', 'not-kept'] as const)
      expect(countMatches(contacts([], { state, total: 9 }))).toBeNull();
  });
  it('is shown before the price', () => {
    const counts = countMatches(contacts(mixed));
    expect(priceWithMatches('about 9 records', counts)).toBe('2 of 6 match · about 9 records');
    expect(priceWithMatches('about 9 records', null)).toBe('about 9 records');
    expect(priceWithMatches(null, counts)).toBeNull();
  });
  it('mentions contacts that are not known yet', () => {
    const counts = countMatches(contacts([person('CTO', strong)], { total: 9 }));
    expect(counts && matchCountText(counts)).toBe('1 of 1 known contact matches');
  });
  it('shows before the user pays that no contact matches, or that titles are unknown', () => {
    const text = (people: Person[]) => {
      const counts = countMatches(contacts(people));
      return counts && matchNote(counts);
    };
    const cfos = Array.from({ length: 8 }, () => person('CFO', none));
    expect(text([...cfos, person('CFO', none)])).toBe('0 of 9 match your buyer roles.');
    expect(text([...cfos, person(null, unknown)])).toBe(
      '0 of 9 match your buyer roles. 1 title is missing or not recognised.',
    );
    expect(text([...cfos, person('Engineer', weak)])).toBe('1 of 9 is a weak match for your buyer roles.');
    expect(text([person('CFO', none)])).toBe('The only contact doesn’t match your buyer roles.');
  });
});

describe('the reason of a match', () => {
  it('names the title, and the role or the keyword', () => {
    expect(matchReasonText('CTO', strong)).toBe(
      'CTO: Engineering / IT, executive. Matches your buyer roles.',
    );
    expect(matchReasonText('Engineer', weak)).toMatch(
      /^Engineer: Engineering \/ IT, seniority unknown\. Weak/,
    );
    const keyword: ContactMatch = { match: 'strong', reason: { kind: 'keyword', keyword: 'RevOps' } };
    expect(matchReasonText('RevOps lead', keyword)).toBe(
      'RevOps lead: contains “RevOps”. Matches your buyer roles.',
    );
    expect([strong, weak, none, unknown, keyword].map(matchChip)).toEqual([
      'Engineering / IT',
      'Engineering / IT',
      null,
      null,
      'RevOps',
    ]);
  });
  it('keeps a hostile title on one line', () => {
    expect(matchReasonText('CTO\u202e\n<b>', strong)).not.toMatch(/[\n\u202e]/u);
  });
  it('of the others is summed up by department', () => {
    expect(othersText([person('CFO', none), person('VP Finance', none), person(null, unknown)])).toBe(
      'Finance 2, 1 unknown title',
    );
  });
});
