import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../shared/model/company.ts';
import { bySeniority, seniorityRank } from '../../../../shared/contact-order.ts';

const person = (title: string | null, at: number): Person => ({
  personId: `p${at}`,
  name: `Person ${at}`,
  title,
  email: null,
  emailValid: false,
  linkedinUrl: null,
  stamp: { source: 'contacts', fetchedAtMs: 0 },
});
const sorted = (titles: readonly (string | null)[]): (string | null)[] =>
  bySeniority(titles.map((title, at) => person(title, at))).map(({ title }) => title);

describe('the seniority of contacts', () => {
  it('puts founders and executives before heads, managers, others and unknown titles', () => {
    expect(
      sorted([null, 'Engineer', 'Account Manager', 'Head of Sales', 'VP Sales', 'CTO', 'Co-founder', 'CEO']),
    ).toEqual(['CEO', 'Co-founder', 'CTO', 'VP Sales', 'Head of Sales', 'Account Manager', 'Engineer', null]);
  });
  it('does not mistake an assistant or a vice president for the president', () => {
    expect(sorted(['Executive Assistant to the CEO', 'Vice President Sales', 'President'])).toEqual([
      'President',
      'Vice President Sales',
      'Executive Assistant to the CEO',
    ]);
  });
  it('reads titles in any case, and in German and French', () => {
    expect(['co-FOUNDER & ceo', 'Geschäftsführerin', 'PDG'].map(seniorityRank)).toEqual([0, 0, 0]);
    expect(seniorityRank('Directrice commerciale')).toBe(seniorityRank('Director'));
  });
  it('keeps the order of contacts with the same seniority', () => {
    expect(bySeniority(['CTO', 'CFO', 'COO'].map(person)).map(({ title }) => title)).toEqual([
      'CTO',
      'CFO',
      'COO',
    ]);
  });
});
